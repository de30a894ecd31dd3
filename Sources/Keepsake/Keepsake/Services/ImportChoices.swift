import Inventory

/// The user's choices for an import; everything else is guessed from the file.
nonisolated struct ImportChoices: Codable, Hashable, Sendable {
  /// The name of the encoding of a text file.
  var encoding: String?
  /// The byte between the fields of a text file.
  var delimiter: UInt8?
  /// The sheet of a workbook.
  var sheet: String?
  /// The row of the header as a spreadsheet numbers it.
  var headerRow: Int?
  /// The order of day and month, such as `day-first`.
  var dates: String?
  /// The decimal separator.
  var decimal: String?
  /// How to import prices in another currency: `text` or `number`.
  var foreignPrices: String?
  /// The meaning of every column, as in a map file.
  var targets: [String]?
  /// Whether to skip rows with problems.
  var skipsBad = false
  /// Whether the file replaces values that the user has changed since the last import.
  var updates = false

  /// The options for the importer.
  var options: TableImportOptions {
    var options = TableImportOptions()
    options.encoding = encoding.flatMap(TextEncoding.init(name:))
    options.delimiter = delimiter
    options.sheet = sheet
    options.headerRow = headerRow
    options.dateOrder = dates.flatMap(LocaleFormat.DateOrder.init(rawValue:))
    options.decimal = decimal?.first
    options.foreignPrices = foreignPrices.flatMap(TableImportOptions.ForeignPrices.init(rawValue:))
    options.targets = targets.map { $0.map { ImportTarget(text: $0) ?? .ignored } }
    options.skipsBad = skipsBad
    options.updates = updates
    return options
  }
}
