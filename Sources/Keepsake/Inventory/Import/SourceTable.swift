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
    // Almost all texts are told by their length and their first letter.
    guard text.utf8.count <= Self.longestEmpty, let first = text.utf8.first,
      Self.firstBytes.contains(first)
    else { return text }
    return Self.empties.contains(Item.asciiLowercased(text)) ? "" : text
  }

  private static let longestEmpty = empties.lazy.map(\.utf8.count).max() ?? 0
  private static let firstBytes = Set(
    empties.flatMap { [$0, $0.uppercased()] }.compactMap(\.utf8.first))

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
  /// The first rows below the header that hold something.
  var sample: [SourceRow]
  /// All rows of the file.
  var rows: SourceRows

  /// Calls a closure with every row below the header that holds something, and the share of the file that is read, until
  /// it returns `false`.
  func forEachRow(_ body: (SourceRow, Double) throws -> Bool) throws {
    try rows.forEach { row, share in
      row.number > headerRow ? try body(row, share) : true
    }
  }
}

/// Finds the header of a table.
enum HeaderSearch {
  /// The rows in which a header is looked for.
  static let rows = 20
  /// The rows below the header that are kept for people.
  private static let sampleRows = 40

  /// Splits a table at its header: the row among the first ones with the most names of columns.
  ///
  /// - Parameter stated: The row of the header as a spreadsheet numbers it; `nil` looks for it.
  /// - Returns: `nil` if no row holds anything.
  static func table(_ rows: SourceRows, stated: Int? = nil) throws -> SourceTable? {
    var filled: [SourceRow] = []
    try rows.forEach { row, _ in
      filled.append(row)
      return filled.count < Self.rows + Self.sampleRows
    }
    guard !filled.isEmpty else { return nil }
    let head = filled.prefix { $0.number <= Self.rows || $0.number == filled[0].number }
    var best = (index: 0, score: -1)
    for (index, row) in head.enumerated() {
      let score = score(row)
      if score > best.score { best = (index, score) }
    }
    if let stated, let index = head.firstIndex(where: { $0.number == stated }) {
      best.index = index
    }
    let header = filled[best.index]
    return SourceTable(
      preamble: Array(filled[..<best.index]), header: header.cells.map { $0.text.singleSpaced },
      headerRow: header.number, sample: Array(filled[(best.index + 1)...].prefix(Self.sampleRows)),
      rows: rows)
  }

  /// Known names count for more than any text, and numbers are no names.
  private static func score(_ row: SourceRow) -> Int {
    let texts = row.cells.map(\.value).filter { !$0.isEmpty }
    let known = Set(texts.compactMap { ColumnAliases.target(of: $0) }).count
    guard known > 1 else { return known }
    return known * 10 + texts.count
  }
}
