import Foundation
import InventorySupport
import RepriseTesting
import TestSupport
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct DelimitedTextTests {
  /// Reads files as Python does: one JSON array of the rows of each file, a line each.
  private static let script = """
    import csv, io, json, sys
    data = open(sys.argv[1], encoding="utf-8", newline="").read()
    csv.field_size_limit(1 << 24)
    for file in data.split("\\x1c")[:-1]:
        delimiter, text = file[0], file[1:]
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
        print(json.dumps(rows))
    """

  /// Tables in the dialects of programs, and texts with quotes and line ends in any place.
  @Test func tenThousandFilesAreReadAsByPython() throws {
    var random = SeededGenerator(seed: 20_261_128)
    let files = (0..<10_000).map { number in Self.file(number, &random) }
    let home = try InventoryHome()
    let input = try home.file(
      "files", files.map { "\(Character(Unicode.Scalar($0.delimiter)))\($0.text)\u{1C}" }.joined())
    let script = try home.file("read.py", Self.script)
    let results = try home.file("results", "")
    let descriptor = open(results, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let process = try ChildProcess(
      "/usr/bin/python3", [script, input], environment: ["PATH": "/usr/bin:/bin"],
      streams: [nil, descriptor, descriptor])
    #expect(process.waitForEnd() == 0)
    let output = try Data(contentsOf: URL(fileURLWithPath: results))
    let lines = output.split(separator: UInt8(ascii: "\n"))
    try #require(lines.count == files.count)
    var wrong: [String] = []
    for (file, line) in zip(files, lines) {
      let expected = try JSONDecoder().decode([[String]].self, from: Data(line))
      var reader = DelimitedText(file.text, delimiter: file.delimiter)
      var rows: [[String]] = []
      while let row = try reader.next() { rows.append(row.cells.map(\.text)) }
      if rows != expected { wrong.append("\(file.text.debugDescription): \(rows)") }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5)) and \(wrong.count) in all")
  }

  private static func file(
    _ number: Int, _ random: inout SeededGenerator
  ) -> (delimiter: UInt8, text: String) {
    let delimiter = DelimiterGuess.candidates.randomElement(using: &random) ?? 44
    let pieces = [
      "a", "Stuhl", "12,50", "1;2", "x\ty", "|", " ", "ж", "\"", "\"\"", "\n", "\r\n", "\r", "",
      "🪑", "'", "=1",
    ]
    let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let cells = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        cell(pieces, delimiter, isSloppy: number % 2 == 1, &random)
      }
      text += cells.joined(separator: String(Unicode.Scalar(delimiter))) + lineEnd
    }
    return (delimiter, number % 3 == 0 ? String(text.dropLast()) : text)
  }

  /// A cell, quoted if it must be; a sloppy one has text after its quotes, or quotes in its middle.
  private static func cell(
    _ pieces: [String], _ delimiter: UInt8, isSloppy: Bool, _ random: inout SeededGenerator
  ) -> String {
    let count = Int.random(in: 0...4, using: &random)
    let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let quoted = "\"" + text.replacing("\"", with: "\"\"") + "\""
    let plain = text.filter {
      !"\"\n\r\r\n".contains($0) && $0 != Character(Unicode.Scalar(delimiter))
    }
    guard isSloppy else { return plain == text && Bool.random(using: &random) ? plain : quoted }
    return switch Int.random(in: 0...3, using: &random) {
    case 0: quoted + plain
    case 1: "x" + plain + "\"" + plain
    case 2: plain
    default: quoted
    }
  }

  @Test func delimiterIsTheOneThatSplitsRowsEvenly() {
    #expect(DelimiterGuess.delimiter(of: "a;b;c\n1,5;2,5;3,5\n") == UInt8(ascii: ";"))
    #expect(DelimiterGuess.delimiter(of: "a\tb\n1,5\t2,5\n") == UInt8(ascii: "\t"))
    #expect(DelimiterGuess.delimiter(of: "a,b\n\"x;y;z\",1\n") == UInt8(ascii: ","))
    #expect(DelimiterGuess.delimiter(of: "sep=|\na|b\n") == UInt8(ascii: "|"))
    #expect(DelimiterGuess.delimiter(of: "Name\nChair\n") == UInt8(ascii: ","))
  }

  @Test func openQuoteIsReportedWithItsLine() throws {
    let error = #expect(throws: InventoryError.self) {
      try TableFile(bytes: Array("Name,Notes\nChair,\"old\nTable,x\n".utf8), options: .init())
    }
    #expect(error?.message.hasPrefix("line 2: a quote is opened and never closed") == true)
  }
}
