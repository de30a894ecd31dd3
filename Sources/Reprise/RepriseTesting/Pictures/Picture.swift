import Foundation
import Reprise
import Terminal

/// The expected picture of a screen, in a file that `cat` shows in colour.
///
/// The file contains the styled cells and, in its last line, the cursor's position. A missing file
/// is written and reported; `UPDATE_PICTURES=1` rewrites all files. A failed test prints the cells that differ.
public struct Picture {
  /// A screen that differs from its file.
  public struct Difference: Error, CustomStringConvertible {
    /// The difference, and how to inspect it.
    public let description: String
  }

  private let path: String

  /// Names a picture in the directory `Pictures` beside a test's source file.
  public init(_ name: String, beside sourceFile: String) {
    let directory = URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
    path = directory.appendingPathComponent("Pictures/\(name).ans").path
  }

  /// Compares a screen with the file.
  ///
  /// - Throws: ``Difference``, with the cells that differ and how to accept them.
  public func verify(_ frame: Frame) throws {
    let cursor = frame.cursor.map { "\($0.x),\($0.y)" } ?? "hidden"
    let now = frame.ansi() + "\u{1B}[0mcursor \(cursor)\n"
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" { return try write(now) }
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      try write(now)
      throw Difference(description: "\(path) was missing and has been written: check it")
    }
    guard expected != now else { return }
    try now.write(toFile: path + ".actual", atomically: true, encoding: .utf8)
    let rows = PictureDifference(expected: expected, actual: now).lines.joined(separator: "\n")
    throw Difference(
      description: """
        the screen differs from its picture
        \(rows)
        In color: cat \(path) \(path).actual
        To accept the new screens, run the test with UPDATE_PICTURES=1 and review the change with git diff.
        """)
  }

  private func write(_ text: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// The cells that differ between two pictures of a screen, as written by `Frame.ansi()`.
struct PictureDifference {
  /// A cell's text and style.
  private struct Cell: Equatable {
    var text: String

    /// The parameters of its SGR sequence; empty for the terminal's own colors.
    var look: String
  }

  private let expected: [Substring]
  private let actual: [Substring]

  init(expected: String, actual: String) {
    self.expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    self.actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The rows that differ, each with the columns, the expected and the actual text, and the styles that
  /// differ.
  var lines: [String] {
    var lines: [String] = []
    for y in 0..<max(expected.count, actual.count) {
      let old = expected.indices.contains(y) ? expected[y] : nil
      let new = actual.indices.contains(y) ? actual[y] : nil
      guard old != new else { continue }
      if Self.isCursor(old) || Self.isCursor(new) {
        lines.append("expected \(Self.words(old)), is \(Self.words(new))")
      } else {
        lines += Self.difference(row: y, old, new)
      }
    }
    return lines
  }

  /// Whether a line contains the cursor's position, like the last one.
  private static func isCursor(_ line: Substring?) -> Bool {
    line?.hasPrefix("\u{1B}[0mcursor ") == true
  }

  private static func difference(row y: Int, _ old: Substring?, _ new: Substring?) -> [String] {
    guard let old else { return ["row \(y) is new:", "  \(words(new))"] }
    guard let new else { return ["row \(y) is missing:", "  \(words(old))"] }
    var (before, after) = (cells(of: old), cells(of: new))
    let width = max(before.count, after.count)
    let blank = Cell(text: " ", look: "")
    before += Array(repeating: blank, count: width - before.count)
    after += Array(repeating: blank, count: width - after.count)
    let places = (0..<width).filter { before[$0] != after[$0] }
    guard let first = places.first, let last = places.last else { return [] }
    let columns = first == last ? "column \(first)" : "columns \(first) to \(last)"
    var lines = ["row \(y), \(columns):"]
    if places.contains(where: { before[$0].text != after[$0].text }) {
      let marks = (0..<width).map { before[$0] == after[$0] ? " " : "^" }.joined()
      lines += [
        "  expected \(text(before))", "  is       \(text(after))", "           \(trimmed(marks))",
      ]
    } else {
      lines.append("  the text is the same: \(trimmed(text(before)))")
    }
    return lines + looks(before, after, in: places)
  }

  /// The runs of cells whose looks differ.
  private static func looks(_ before: [Cell], _ after: [Cell], in places: [Int]) -> [String] {
    var runs: [(range: ClosedRange<Int>, old: String, new: String)] = []
    for x in places where before[x].look != after[x].look {
      let (old, new) = (before[x].look, after[x].look)
      if let last = runs.last, last.range.upperBound == x - 1, (last.old, last.new) == (old, new) {
        runs[runs.count - 1].range = last.range.lowerBound...x
      } else {
        runs.append((x...x, old, new))
      }
    }
    return runs.map {
      "  style of columns \($0.range.lowerBound) to \($0.range.upperBound): "
        + "expected \(name(of: $0.old)), is \(name(of: $0.new))"
    }
  }

  // MARK: - Reading a row

  /// The cells of a row; the right half of a wide character is empty.
  private static func cells(of row: Substring) -> [Cell] {
    var cells: [Cell] = []
    var look = ""
    var rest = row[...]
    while let character = rest.first {
      if character == "\u{1B}", let end = rest.firstIndex(of: "m") {
        let codes = rest[rest.index(rest.startIndex, offsetBy: 2)..<end].split(separator: ";")
        look = codes.filter { $0 != "0" }.joined(separator: ";")
        rest = rest[rest.index(after: end)...]
        continue
      }
      cells.append(Cell(text: String(character), look: look))
      let width = CellText.width(of: String(character))
      for _ in 1..<max(1, width) { cells.append(Cell(text: "", look: look)) }
      rest = rest.dropFirst()
    }
    return cells
  }

  private static func text(_ cells: [Cell]) -> String { cells.map(\.text).joined() }

  private static func words(_ row: Substring?) -> String {
    row.map { trimmed(text(cells(of: $0))) } ?? "nothing"
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: - Looks in words

  private static let attributes = [
    "1": "bold", "2": "dim", "3": "italic", "4": "underlined", "7": "reversed",
  ]

  private static let colours = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func name(of look: String) -> String {
    var codes = look.split(separator: ";").map(String.init)[...]
    var names: [String] = []
    while let code = codes.popFirst() {
      if code == "38" || code == "48", codes.first == "5", codes.count > 1 {
        names.append("\(code == "38" ? "" : "on ")colour \(codes[codes.startIndex + 1])")
        codes = codes.dropFirst(2)
      } else if let attribute = attributes[code] {
        names.append(attribute)
      } else if let number = Int(code), let colour = colour(number) {
        names.append(colour)
      }
    }
    return names.isEmpty ? "plain" : names.joined(separator: " ")
  }

  private static func colour(_ code: Int) -> String? {
    switch code {
    case 30..<38: colours[code - 30]
    case 40..<48: "on \(colours[code - 40])"
    case 90..<98: "bright \(colours[code - 90])"
    case 100..<108: "on bright \(colours[code - 100])"
    default: nil
    }
  }
}
