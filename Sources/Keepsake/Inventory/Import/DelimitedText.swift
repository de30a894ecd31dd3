/// Reads a table from decoded text, by the rules of Python's `csv` module, in constant memory.
///
/// Unlike ``CSVReader``, it accepts what spreadsheets and people write: any delimiter, text after a closing quote, a
/// quote in the middle of a field. Lines end in LF, CRLF or CR, and blank lines are skipped, but counted.
struct DelimitedText {
  /// The byte between fields.
  let delimiter: UInt8
  /// Reads the next bytes of the text; empty at its end.
  private let readMore: () throws -> [UInt8]
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var row = 0
  private var hasStarted = false
  private var isAtEnd = false

  /// Starts reading a text.
  init(_ text: String, delimiter: UInt8) {
    self.init(delimiter: delimiter) { [] }
    bytes = Array(text.utf8)
  }

  /// Starts reading a text that arrives in pieces.
  ///
  /// - Parameter readMore: Reads the next bytes of valid UTF-8; empty at the end.
  init(delimiter: UInt8, readMore: @escaping () throws -> [UInt8]) {
    self.delimiter = delimiter
    self.readMore = readMore
  }

  /// The next record, or `nil` at the end.
  ///
  /// - Throws: `CSVError` for a quote that is never closed, and for a table or a field beyond the limits; and any error of
  ///   reading.
  mutating func next(_ limits: TableLimits = TableLimits()) throws -> SourceRow? {
    if !hasStarted {
      hasStarted = true
      try skipStatedDelimiter()
    }
    while let byte = try peek(), byte == 10 || byte == 13 {
      row += 1
      try endLine()
    }
    guard try peek() != nil else { return nil }
    row += 1
    var record = SourceRow(number: row, line: line, cells: [])
    while true {
      record.cells.append(TableCell(try field(limits, from: record.line)))
      guard record.cells.count <= limits.columns else {
        throw CSVError(reason: .tooManyColumns(limit: limits.columns), line: record.line)
      }
      guard let byte = try peek() else { return record }
      if byte == delimiter {
        position += 1
      } else {
        try endLine()
        return record
      }
    }
  }

  private mutating func peek() throws -> UInt8? {
    if position < bytes.count { return bytes[position] }
    guard !isAtEnd else { return nil }
    bytes = try readMore()
    position = 0
    isAtEnd = bytes.isEmpty
    return bytes.first
  }

  private mutating func field(_ limits: TableLimits, from start: Int) throws -> String {
    // Most fields are neither quoted nor cut by the end of a piece.
    guard let first = try peek() else { return "" }
    var field: [UInt8] = []
    if first == UInt8(ascii: "\"") { try takeQuoted(into: &field, limits, from: start) }
    while try peek() != nil {
      var index = position
      while index < bytes.count, !endsField(bytes[index]) { index += 1 }
      let piece = bytes[position..<index]
      guard field.count + piece.count <= limits.fieldBytes else {
        throw CSVError(reason: .fieldTooLong(limit: limits.fieldBytes), line: start)
      }
      position = index
      // The bytes come from a valid text, and quotes and delimiters are ASCII, so they are valid.
      if index < bytes.count {
        return field.isEmpty
          ? String(decoding: piece, as: UTF8.self) : String(decoding: field + piece, as: UTF8.self)
      }
      field += piece
    }
    return String(decoding: field, as: UTF8.self)
  }

  private func endsField(_ byte: UInt8) -> Bool { byte == delimiter || byte == 10 || byte == 13 }

  /// Takes a quoted part: two quotes are one, and a single one ends it.
  private mutating func takeQuoted(
    into field: inout [UInt8], _ limits: TableLimits, from start: Int
  ) throws {
    let opened = line
    position += 1
    while true {
      guard let byte = try peek() else { throw CSVError(reason: .unclosedQuote, line: opened) }
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard try peek() == byte else { return }
        position += 1
      } else if byte == 10 {
        line += 1
      } else if byte == 13, try peek() != 10 {
        line += 1
      }
      field.append(byte)
      guard field.count <= limits.fieldBytes else {
        throw CSVError(reason: .fieldTooLong(limit: limits.fieldBytes), line: start)
      }
    }
  }

  private mutating func endLine() throws {
    let byte = bytes[position]
    position += 1
    line += 1
    if byte == 13, try peek() == 10 { position += 1 }
  }

  /// Skips a first line `sep=;`, which states the delimiter for a spreadsheet.
  private mutating func skipStatedDelimiter() throws {
    guard try peek() != nil, Self.statedDelimiter(bytes) != nil else { return }
    while let byte = try peek(), byte != 10, byte != 13 { position += 1 }
    if try peek() != nil { try endLine() }
  }

  fileprivate static func statedDelimiter(_ bytes: [UInt8]) -> UInt8? {
    let line = bytes.prefix(16).prefix { $0 != 10 && $0 != 13 }.filter { $0 != UInt8(ascii: "\"") }
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
  var rows = 10_000_000
}

/// Guesses the delimiter of a text.
enum DelimiterGuess {
  /// The delimiters to try, the likelier ones first.
  static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The stated delimiter, or the delimiter with which the first rows have the most even number of columns.
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
