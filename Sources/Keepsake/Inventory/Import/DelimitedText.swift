/// Reads a table from decoded text, by the rules of Python's `csv` module.
///
/// Unlike ``CSVReader``, it accepts what spreadsheets and people write: any delimiter, text after a closing quote, a
/// quote in the middle of a field. Lines end in LF, CRLF or CR, and blank lines are skipped, but counted.
struct DelimitedText {
  /// The byte between fields.
  let delimiter: UInt8
  /// The bytes of the text.
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var row = 0

  /// Starts reading.
  init(_ text: String, delimiter: UInt8) {
    bytes = Array(text.utf8)
    self.delimiter = delimiter
    skipStatedDelimiter()
  }

  /// The next record, or `nil` at the end.
  ///
  /// - Throws: `CSVError` for a quote that is never closed, and for a table or a field beyond the limits.
  mutating func next(_ limits: TableLimits = TableLimits()) throws(CSVError) -> SourceRow? {
    while let byte = peek, byte == 10 || byte == 13 {
      row += 1
      endLine()
    }
    guard peek != nil else { return nil }
    row += 1
    var record = SourceRow(number: row, line: line, cells: [])
    while true {
      let field = try field()
      guard field.count <= limits.fieldBytes else {
        throw CSVError(reason: .fieldTooLong(limit: limits.fieldBytes), line: record.line)
      }
      // The bytes come from a String, and quotes and delimiters are ASCII, so they are valid.
      record.cells.append(TableCell(String(decoding: field, as: UTF8.self)))
      guard record.cells.count <= limits.columns else {
        throw CSVError(reason: .tooManyColumns(limit: limits.columns), line: record.line)
      }
      guard let byte = peek else { return record }
      if byte == delimiter {
        position += 1
      } else {
        endLine()
        return record
      }
    }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func field() throws(CSVError) -> [UInt8] {
    var field: [UInt8] = []
    if peek == UInt8(ascii: "\"") { try takeQuoted(into: &field) }
    let start = position
    while let byte = peek, byte != delimiter, byte != 10, byte != 13 { position += 1 }
    field += bytes[start..<position]
    return field
  }

  /// Takes a quoted part: two quotes are one, and a single one ends it.
  private mutating func takeQuoted(into field: inout [UInt8]) throws(CSVError) {
    let opened = line
    position += 1
    while true {
      guard let byte = peek else { throw CSVError(reason: .unclosedQuote, line: opened) }
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard peek == byte else { return }
        position += 1
      } else if byte == 10 || byte == 13 && peek != 10 {
        line += 1
      }
      field.append(byte)
    }
  }

  private mutating func endLine() {
    let byte = bytes[position]
    position += 1
    line += 1
    if byte == 13, peek == 10 { position += 1 }
  }

  /// Skips a first line `sep=;`, which states the delimiter for a spreadsheet.
  private mutating func skipStatedDelimiter() {
    guard Self.statedDelimiter(bytes) != nil else { return }
    while let byte = peek, byte != 10, byte != 13 { position += 1 }
    if peek != nil { endLine() }
  }

  fileprivate static func statedDelimiter(_ bytes: [UInt8]) -> UInt8? {
    let line = bytes.prefix { $0 != 10 && $0 != 13 }.filter { $0 != UInt8(ascii: "\"") }
    guard line.count == 5, let delimiter = line.last, delimiter < 128,
      Item.asciiLowercased(String(decoding: line.prefix(4), as: UTF8.self)) == "sep="
    else { return nil }
    return delimiter
  }
}

/// Limits that are checked before memory is used.
struct TableLimits {
  var fieldBytes = 1 << 20
  var columns = 4096
  var rows = 1_000_000
  var cells = 5_000_000
}

/// Guesses the delimiter of a text.
enum DelimiterGuess {
  /// The delimiters to try, the likelier ones first.
  static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The stated delimiter, or the one that splits the first rows most evenly into several columns.
  static func delimiter(of text: String) -> UInt8 {
    let head = String(text.prefix(1 << 16))
    if let stated = DelimitedText.statedDelimiter(Array(head.utf8)) { return stated }
    var best = (delimiter: candidates[0], score: 0.0)
    for candidate in candidates {
      let score = score(candidate, head)
      if score > best.score { best = (candidate, score) }
    }
    return best.delimiter
  }

  private static func score(_ delimiter: UInt8, _ head: String) -> Double {
    var reader = DelimitedText(head, delimiter: delimiter)
    var counts: [Int: Int] = [:]
    var rows = 0
    // The text may end in the middle of a row, and a wrong delimiter may open a quote that is never closed.
    while rows < 40, let record = try? reader.next() {
      counts[record.cells.count, default: 0] += 1
      rows += 1
    }
    guard
      let usual = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    else { return 0 }
    let share = Double(usual.value) / Double(rows)
    return share * share * Double(min(usual.key, 12))
  }
}

extension UInt8 {
  fileprivate init(ascii text: String) { self = text.utf8.first ?? 0 }
}
