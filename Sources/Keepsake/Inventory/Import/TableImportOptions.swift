/// The options of an import of any file: what the user states instead of letting Keepsake guess, and what to do.
public struct TableImportOptions: Sendable {
  /// Which prices in another currency than the inventory's are imported.
  public enum ForeignPrices: String, CaseIterable, Sendable {
    /// As a text in a custom field, such as `129.00 USD`.
    case text
    /// As numbers in the inventory's currency.
    case number
  }

  /// The encoding of a text file.
  public var encoding: TextEncoding?
  /// The delimiter of a text file, an ASCII character.
  public var delimiter: UInt8?
  /// The sheet of a workbook.
  public var sheet: String?
  /// The row of the header as a spreadsheet numbers it, one of the first ``HeaderSearch/rows`` rows.
  public var headerRow: Int?
  /// The decimal separator, `.` or `,`.
  public var decimal: Character?
  /// The order of day and month in dates with slashes.
  public var dateOrder: LocaleFormat.DateOrder?
  /// How to import prices in another currency; `nil` refuses them.
  public var foreignPrices: ForeignPrices?
  /// A price of 0 means an unknown price.
  public var zeroIsUnknown = false
  /// Whether rows with problems are left out instead of preventing the import.
  public var skipsBad = false
  /// Whether the file replaces values that the user has changed since the last import.
  public var updates = false
  /// The text of a map file; `nil` to use the remembered mapping, or else a guess.
  public var map: String?
  /// The meaning of every column in the order of the file, instead of ``map``; ignored if the file has another number
  /// of columns.
  public var targets: [ImportTarget]?

  /// The options without any statement.
  public init() {}
}
