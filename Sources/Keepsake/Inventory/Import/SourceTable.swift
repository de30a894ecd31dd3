/// A cell of a table from a file.
struct TableCell: Hashable, Sendable {
  /// The text; a number has a decimal point, and a day is `2024-05-31`.
  var text: String
  /// Whether the file stores a number, so that its text can be read in one way only.
  var isNumber = false

  init(_ text: String, isNumber: Bool = false) {
    self.text = text
    self.isNumber = isNumber
  }

  /// The text without surrounding blanks; empty for the words that programs write for nothing.
  var value: String {
    let text = text.trimmedOfBlanks
    return Self.empties.contains(Item.asciiLowercased(text)) ? "" : text
  }

  private static let empties: Set<String> = [
    "not available", "not applicable", "n/a", "#n/a", "null", "-", "—", "–", "none", "k. a.",
    "k.a.",
  ]
}

/// A row of a table from a file.
struct SourceRow: Hashable, Sendable {
  /// The number that a spreadsheet shows.
  var number: Int
  /// The line of the file, from 1; the number of the row where the file has no lines.
  var line: Int
  var cells: [TableCell]

  /// Whether no cell holds anything.
  var isBlank: Bool { cells.allSatisfy { $0.text.isBlank } }

  /// The cell of a column, which a short row may lack.
  subscript(column: Int) -> TableCell {
    column < cells.count ? cells[column] : TableCell("")
  }
}

/// A table with its header.
struct SourceTable: Sendable {
  /// The rows above the header that hold something.
  var preamble: [SourceRow]
  /// The names of the columns.
  var header: [String]
  /// The row of the header as a spreadsheet numbers it.
  var headerRow: Int
  /// The rows that hold something.
  var rows: [SourceRow]
}

/// Finds the header of a table.
enum HeaderSearch {
  /// The rows in which a header is looked for.
  static let rows = 20

  /// Splits a table at its header: the row among the first ones with the most names of columns.
  ///
  /// - Returns: `nil` if no row holds anything.
  static func table(_ rows: [SourceRow]) -> SourceTable? {
    let filled = rows.filter { !$0.isBlank }
    guard !filled.isEmpty else { return nil }
    let head = filled.prefix { $0.number <= Self.rows || $0.number == filled[0].number }
    var best = (index: 0, score: -1)
    for (index, row) in head.enumerated() {
      let score = score(row)
      if score > best.score { best = (index, score) }
    }
    let header = filled[best.index]
    return SourceTable(
      preamble: Array(filled[..<best.index]), header: header.cells.map { $0.text.singleSpaced },
      headerRow: header.number, rows: Array(filled[(best.index + 1)...]))
  }

  /// Known names count for more than any text, and numbers are no names.
  private static func score(_ row: SourceRow) -> Int {
    let texts = row.cells.map(\.value).filter { !$0.isEmpty }
    let known = Set(texts.compactMap { ColumnAliases.target(of: $0) }).count
    guard known > 1 else { return known }
    return known * 10 + texts.count
  }
}
