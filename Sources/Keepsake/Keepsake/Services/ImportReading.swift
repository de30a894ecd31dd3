import Foundation
import Inventory

/// The beginning and the guessed format of a file, bounded so that the saved state can hold them.
nonisolated struct ImportReading: Codable, Hashable, Sendable {
  /// A row at the beginning of the file.
  struct Row: Codable, Hashable, Sendable {
    var number: Int
    var texts: [String]
  }

  /// The most rows, columns and characters that previews show.
  private static let (mostRows, mostColumns, mostCharacters) = (30, 40, 80)

  /// Whether the file has a fixed meaning, as those of Homebox and Keepsake have.
  var isFixed = false
  /// Whether it is a collection of Homebox with attachments.
  var isCollection = false
  /// The format in words, such as `CSV`.
  var format = ""
  /// The program that wrote the file.
  var source: String?
  /// Whether the columns have the meaning of an earlier import.
  var isRemembered = false
  /// The name of the encoding of a text file.
  var encoding: String?
  /// The byte between the fields of a text file.
  var delimiter: UInt8?
  /// The sheet of a workbook.
  var sheet: String?
  /// The names of all its sheets.
  var sheets: [String] = []
  /// The row of the header as a spreadsheet numbers it.
  var headerRow = 0
  /// The rows one of which is the header.
  var firstRows: [Row] = []
  /// The names of the columns.
  var header: [String] = []
  /// The meaning of every column, as in a map file.
  var targets: [String] = []
  /// The first rows below the header.
  var sample: [[String]] = []
  /// The number of rows below the header.
  var rowCount = 0
  /// The decimal separator.
  var decimal: String?
  /// The order of day and month, such as `day-first`.
  var dates: String?
  /// Whether dates can be read in two ways.
  var hasAmbiguousDates = false
  /// The currency of most prices that differ from the inventory's.
  var foreignCurrency: String?
  /// The number of rows with such prices.
  var foreignCount = 0
  /// Why the columns can't be imported like this.
  var mappingProblem: String?

  /// A file of Homebox or Keepsake.
  init(fixed kind: ImportedFile.Kind) {
    isFixed = true
    isCollection = if case .collection = kind { true } else { false }
    format = isCollection ? "collection of Homebox" : "table of Homebox or Keepsake"
  }

  /// Any other table.
  init(_ importer: TableImporter) {
    let file = importer.file
    format = file.format
    source = file.sourceName
    isRemembered = importer.isRemembered
    switch file.layout {
    case .text(let encoding, let delimiter):
      (self.encoding, self.delimiter) = (encoding.name, delimiter)
    case .workbook(let sheet, let all): (self.sheet, sheets) = (sheet, all)
    }
    headerRow = file.headerRow
    firstRows = file.firstRows.map {
      Row(number: $0.number, texts: $0.texts.prefix(8).map(Self.short))
    }
    header = file.header
    targets = importer.mapping.columns.map(\.target.text)
    sample = file.sample(Self.mostRows).map { $0.prefix(Self.mostColumns).map(Self.short) }
    rowCount = importer.rowCount
    decimal = importer.decimal.map(String.init)
    dates = importer.dateOrder?.rawValue
    hasAmbiguousDates = importer.hasAmbiguousDates
    let most = importer.foreignPrices.max { ($0.value, $1.key) < ($1.value, $0.key) }
    foreignCurrency = most?.key
    foreignCount = importer.foreignPrices.values.reduce(0, +)
    mappingProblem = importer.mappingProblem
  }

  /// The beginning of a text on one line.
  private static func short(_ text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(mostCharacters))
  }

  /// The first values of a column.
  func values(ofColumn column: Int) -> [String] {
    sample.lazy.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      .prefix(3).map(\.self)
  }
}
