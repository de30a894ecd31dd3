import Foundation
import Storage

/// Reads a CSV file (RFC 4180) record by record in constant memory.
///
/// Drops a byte order mark. Lines end in LF, CRLF or CR. The delimiter (`,` `;` or a tab) is taken from
/// the header, or from a first line such as `sep=;`, which is no row. Blank lines are skipped, and counted as
/// the rows that a spreadsheet shows. Every limit is checked before memory is allocated.
struct CSVReader {
  struct Limits {
    var fieldBytes = 1 << 20
    var columns = 4096
  }

  private let descriptor: Int32
  private let limits: Limits
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0
  private var isAtEnd = false
  /// The byte between fields, known after the first record.
  private(set) var delimiter = UInt8(ascii: ",")
  private var field: [UInt8] = []
  private var line = 1
  /// The row being read, as a spreadsheet numbers it; the header is 1.
  private(set) var row = 0
  private var hasStarted = false
  private var bytesFilled: Int64 = 0

  /// The number of bytes read so far.
  var bytesRead: Int64 { bytesFilled - Int64(end - position) }

  /// Starts reading an open file; the caller closes it.
  ///
  /// - Parameter beginning: The bytes that were already read from a pipe.
  init(
    descriptor: Int32, beginning: [UInt8] = [], limits: Limits = Limits(), chunk: Int = 1 << 16
  ) {
    self.descriptor = descriptor
    self.limits = limits
    let size = max(chunk, 16, beginning.count)
    buffer = beginning + [UInt8](repeating: 0, count: size - beginning.count)
    end = beginning.count
    bytesFilled = Int64(beginning.count)
  }

  /// The next record, or `nil` at the end of the file.
  mutating func next() throws(CSVError) -> CSVRecord? {
    if !hasStarted { try start() }
    try skipBlankLines()
    guard try peek() != nil else { return nil }
    var record = CSVRecord(fields: [], row: row + 1, line: line)
    row += 1
    while true {
      try takeField()
      record.fields.append(try text())
      guard record.fields.count <= limits.columns else {
        throw CSVError(reason: .tooManyColumns(limit: limits.columns), line: record.line)
      }
      guard let byte = try peek() else {
        record.isUnended = true
        return record
      }
      position += 1
      if byte == delimiter { continue }
      try endLine(byte)
      return record
    }
  }

  private mutating func takeField() throws(CSVError) {
    field.removeAll(keepingCapacity: true)
    if try peek() == UInt8(ascii: "\"") {
      position += 1
      try takeQuoted()
      return
    }
    while try peek() != nil {
      var index = position
      while index < end, !endsField(buffer[index]) { index += 1 }
      try append(buffer[position..<index])
      position = index
      if index < end { return }
    }
  }

  private func endsField(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 10 || byte == 13
  }

  private mutating func takeQuoted() throws(CSVError) {
    let opened = line
    while let byte = try peek() {
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard let next = try peek() else { return }
        if next == delimiter || next == 10 || next == 13 { return }
        guard next == byte else { throw CSVError(reason: .textAfterQuote, line: line) }
        position += 1
      } else if byte == 10 {
        line += 1
      } else if byte == 13, try peek() != 10 {
        line += 1
      }
      try append(byte)
    }
    throw CSVError(reason: .unclosedQuote, line: opened)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(CSVError) {
    guard field.count + bytes.count <= limits.fieldBytes else {
      throw CSVError(reason: .fieldTooLong(limit: limits.fieldBytes), line: line)
    }
    guard !bytes.contains(0) else { throw CSVError(reason: .nulCharacter, line: line) }
    field.append(contentsOf: bytes)
  }

  private mutating func append(_ byte: UInt8) throws(CSVError) {
    guard field.count < limits.fieldBytes else {
      throw CSVError(reason: .fieldTooLong(limit: limits.fieldBytes), line: line)
    }
    guard byte != 0 else { throw CSVError(reason: .nulCharacter, line: line) }
    field.append(byte)
  }

  private func text() throws(CSVError) -> String {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw CSVError(reason: .invalidUTF8, line: line)
    }
    return text
  }

  private mutating func skipBlankLines() throws(CSVError) {
    while let byte = try peek(), byte == 10 || byte == 13 {
      position += 1
      row += 1
      try endLine(byte)
    }
  }

  /// Counts a line end; CR followed by LF is one.
  private mutating func endLine(_ byte: UInt8) throws(CSVError) {
    line += 1
    if byte == 13, try peek() == 10 { position += 1 }
  }

  private mutating func peek() throws(CSVError) -> UInt8? {
    if position < end { return buffer[position] }
    guard !isAtEnd else { return nil }
    position = 0
    end = 0
    try fill()
    return position < end ? buffer[position] : nil
  }

  private mutating func fill() throws(CSVError) {
    let room = buffer.count - end
    let start = end
    let count = buffer.withUnsafeMutableBytes { bytes in
      retryingInterrupted { read(descriptor, bytes.baseAddress?.advanced(by: start), room) }
    }
    guard count >= 0 else { throw CSVError(reason: .readFailed(code: errno), line: line) }
    end += count
    bytesFilled += Int64(count)
    isAtEnd = count == 0
  }

  private mutating func start() throws(CSVError) {
    hasStarted = true
    while end < buffer.count, !isAtEnd { try fill() }
    if buffer[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard !Self.isBinary(buffer[position..<end]) else { throw CSVError(reason: .notText, line: 1) }
    if let stated = Self.statedDelimiter(buffer[position..<end]) {
      delimiter = stated.byte
      position += stated.length
      if let end = try peek(), end == 10 || end == 13 {
        position += 1
        try endLine(end)
      }
    } else {
      delimiter = Self.delimiter(ofHeader: buffer[position..<end])
    }
  }

  /// The delimiter that a first line `sep=;` states for spreadsheets, and the length of the line.
  ///
  /// A spreadsheet shows no row for it, and may have put it into quotes.
  private static func statedDelimiter(_ bytes: ArraySlice<UInt8>) -> (byte: UInt8, length: Int)? {
    let line = bytes.prefix { $0 != 10 && $0 != 13 }
    let isQuoted = line.first == UInt8(ascii: "\"")
    let text = isQuoted ? line.dropFirst() : line
    guard Item.asciiLowercased(String(decoding: text.prefix(4), as: UTF8.self)) == "sep=",
      let byte = text.dropFirst(4).first, byte < 128, byte != UInt8(ascii: "\"")
    else { return nil }
    let rest = text.dropFirst(5).drop { isQuoted && $0 == UInt8(ascii: "\"") }
    guard rest.allSatisfy({ $0 == byte || $0 == 32 }) else { return nil }
    return (byte, line.count)
  }

  /// Whether a file begins as no text does: a picture, an archive, or a CSV file in UTF-16.
  private static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
    let head = bytes.prefix(512)
    guard head.contains(0) else { return false }
    let header = head.prefix { $0 != 10 && $0 != 13 }
    return header.contains(0) || String(validating: header, as: UTF8.self) == nil
  }

  /// The most frequent of `,` `;` and tab in the first line that holds a name, outside quotes.
  private static func delimiter(ofHeader bytes: ArraySlice<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    var hasName = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted {
        hasName = true
        continue
      }
      if byte == 10 || byte == 13 {
        if hasName { break }
        counts = [0, 0, 0]
      } else if let index = candidates.firstIndex(of: byte) {
        counts[index] += 1
      } else if byte != 32 {
        hasName = true
      }
    }
    let best = counts.indices.max {
      counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1)
    }
    return candidates[best ?? 0]
  }
}

/// One record of a CSV file.
struct CSVRecord: Equatable {
  /// The fields without their quotes.
  var fields: [String]
  /// The number of the record as a spreadsheet shows it; the header is 1.
  var row: Int
  /// The line of the file, from 1, where the record begins.
  var line: Int
  /// Whether the file ends behind its last field, without the end of a line.
  var isUnended = false
}

/// An error in the syntax of a CSV file, after which nothing can be trusted.
struct CSVError: Error, Equatable {
  enum Reason: Equatable {
    case fieldTooLong(limit: Int)
    case tooManyColumns(limit: Int)
    case invalidUTF8
    case unclosedQuote
    case textAfterQuote
    case nulCharacter
    case notText
    case readFailed(code: Int32)
  }

  var reason: Reason
  /// The line of the file, from 1, where the error begins.
  var line: Int

  var message: String {
    switch reason {
    case .fieldTooLong(let limit): "a field is longer than \(limit) bytes"
    case .tooManyColumns(let limit): "there are more than \(limit) columns"
    case .invalidUTF8: "the text is not UTF-8; save the file as UTF-8"
    case .unclosedQuote: "a quote is opened and never closed"
    case .textAfterQuote: "there is text after a closing quote; write a quote inside as two quotes"
    case .nulCharacter: "a field contains a NUL character"
    case .notText: "this is not a CSV file, or its text is not UTF-8"
    case .readFailed(let code): InventoryError.system("read", "the file", code: code).message
    }
  }
}
