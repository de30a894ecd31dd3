import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct CSVReaderTests {
  let home: InventoryHome

  init() throws { home = try InventoryHome() }

  private func read(
    _ bytes: [UInt8], limits: CSVReader.Limits = .init(), chunk: Int = 1 << 16
  ) throws -> [CSVRecord] {
    let path = try home.file("in.csv", bytes: bytes)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var reader = CSVReader(descriptor: descriptor, limits: limits, chunk: chunk)
    var records: [CSVRecord] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  private func fields(_ text: String, chunk: Int = 1 << 16) throws -> [[String]] {
    try read(Array(text.utf8), chunk: chunk).map(\.fields)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func allLineEndingsAreRead(end: String) throws {
    let text = ["a,b", "1,2", "", "\"x\",", ""].joined(separator: end)
    #expect(try fields(text) == [["a", "b"], ["1", "2"], ["x", ""]])
  }

  @Test(arguments: [",", ";", "\t"])
  func theDelimiterComesFromTheHeader(delimiter: String) throws {
    let text = "a\(delimiter)\"b,;,;\t\t\t\"\(delimiter)c\n1\(delimiter)2;,\t\n"
    #expect(try fields(text)[0] == ["a", "b,;,;\t\t\t", "c"])
  }

  @Test(arguments: [",", ";", "\t"])
  func delimitersInQuotedNamesDoNotCount(delimiter: String) throws {
    let others = [",", ";", "\t"].filter { $0 != delimiter }.joined()
    let name = String(repeating: others, count: 3)
    let text = "a\(delimiter)\"\(name)\"\n1\(delimiter)2\n"
    #expect(try fields(text) == [["a", name], ["1", "2"]])
  }

  @Test func quotedFieldsMayContainAnything() throws {
    let text = "a,b\n\"x \"\"y\"\",\nz\",\"\r\n\"\n"
    #expect(try fields(text) == [["a", "b"], ["x \"y\",\nz", "\r\n"]])
  }

  @Test func quotesInsideAFieldAreText() throws {
    #expect(try fields("a,b\n5\" pipe,x\n") == [["a", "b"], ["5\" pipe", "x"]])
  }

  @Test func aByteOrderMarkIsDropped() throws {
    #expect(try read([0xEF, 0xBB, 0xBF, 0x61, 0x0A]).map(\.fields) == [["a"]])
  }

  @Test func anEmptyFileHasNoRecords() throws {
    #expect(try read([]).isEmpty)
    #expect(try fields("\n\r\n\n").isEmpty)
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func rowsAndLinesAreCounted(end: String) throws {
    let lines = ["a,b", "\"1", "2", "3\",x", "", "y,z"]
    let records = try read(Array(lines.joined(separator: end).utf8))
    #expect(records.map(\.row) == [1, 2, 4], "a spreadsheet counts the blank row too")
    #expect(records.map(\.line) == [1, 2, 6])
  }

  @Test(arguments: [21, 22] as [UInt64])
  func theChunkSizeDoesNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = ["a", "é", "茶", ",", "\"\"", "\n", "\r\n", " ", "🙂"]
    var text = "x,y\n"
    for _ in 0..<60 {
      let inner = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? ""
      }
      text += "\"\(inner.joined())\",2\r\n"
    }
    let whole = try fields(text)
    #expect(whole.count == 61)
    for chunk in [16, 17, 23, 64, 1000] {
      #expect(try fields(text, chunk: chunk) == whole, "chunk \(chunk), seed \(seed)")
    }
  }

  @Test(arguments: [
    ("a,b\n1,\"2\n3\n", CSVError(reason: .unclosedQuote, line: 2)),
    ("a,b\n1,\"2\"x\n", CSVError(reason: .textAfterQuote, line: 2)),
    ("a,b\n1,\u{0}\n", CSVError(reason: .nulCharacter, line: 2)),
  ])
  func unreadableTextIsReportedWithItsLine(text: String, expected: CSVError) throws {
    let error = #expect(throws: CSVError.self) { try fields(text) }
    #expect(error == expected)
  }

  @Test(arguments: [[0xFF, 0xFE], [0xC0, 0x80], [0xE8, 0x8C], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func invalidUTF8IsReportedWithItsLine(bytes: [UInt8]) throws {
    let error = #expect(throws: CSVError.self) {
      try read(Array("a,b\n1,2\n3,".utf8) + bytes + [0x0A])
    }
    #expect(error == CSVError(reason: .invalidUTF8, line: 3))
  }

  /// A damaged archive, a picture without a NUL in its first line, and a table saved as UTF-16.
  @Test(
    arguments: [
      [0x50, 0x4B, 0x07, 0x14, 0x00, 0x00], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00],
      [0xFF, 0xFE, 0x61, 0x00, 0x2C, 0x00, 0x0A, 0x00],
    ] as [[UInt8]])
  func binaryFilesAndUTF16AreRefused(bytes: [UInt8]) {
    let error = #expect(throws: CSVError.self) { try read(bytes) }
    #expect(error == CSVError(reason: .notText, line: 1))
    #expect(error?.message == "this is not a CSV file, or its text is not UTF-8")
  }

  @Test func oneHugeLineIsOneError() throws {
    let huge = [UInt8](repeating: UInt8(ascii: "x"), count: 5 << 20)
    let error = #expect(throws: CSVError.self) { try read(huge) }
    #expect(error == CSVError(reason: .fieldTooLong(limit: 1 << 20), line: 1))
    let quoted = Array("a\n\"".utf8) + huge
    #expect(throws: CSVError.self) { try read(quoted) }
    let commas = [UInt8](repeating: UInt8(ascii: ","), count: 5 << 20)
    let many = #expect(throws: CSVError.self) { try read(commas) }
    #expect(many == CSVError(reason: .tooManyColumns(limit: 4096), line: 1))
  }

  @Test(arguments: [31, 32, 33] as [UInt64])
  func randomBytesAreReadOrRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [
      0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xE8, 0x8C, 0xB6, 0xFF, 0x00, 0x3B, 0x09,
    ]
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      do {
        _ = try read(bytes, chunk: 16)
      } catch is CSVError {
        continue
      }
    }
  }
}
