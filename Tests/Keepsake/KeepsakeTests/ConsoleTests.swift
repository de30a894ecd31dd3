import RepriseCommands
import Foundation
import TestSupport
import Testing

@testable import Keepsake

@Suite struct ConsoleTests {
  /// The ways to write to a descriptor that could be the terminal; only the console's source may contain them.
  private static let doors = [
    #"\b(print|debugPrint|dump|puts|fputs|putchar|putc|fputc|fwrite|printf|dprintf|NSLog)\("#,
    #"\b(STDOUT_FILENO|STDERR_FILENO|stdout|stderr|TextOutputStream)\b"#,
    #"FileHandle(\.|\(for(Writing|Updating))"#,
    #"/dev/(tty|stdout|stderr|fd)"#, #"(?<!\.)\bwrite\("#,
  ]

  /// Sources that write only to files: `Notifier` discards another program's output, and `OutputFile` writes to a file
  /// that the user names, even if it is a terminal.
  private static let exceptions = [
    "SampleHome.swift", "OpenedCopy.swift", "Notifier.swift", "OutputFile.swift",
  ]

  @Test func onlyTheConsoleWritesToTheTerminal() throws {
    let doors = try Self.doors.map { try NSRegularExpression(pattern: $0) }
    var gate = 0
    for folder in ["Keepsake/Keepsake", "Reprise/RepriseCommands"] {
      let sources = Checkout.root.appending(path: "Sources/\(folder)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      for name in names where name.hasSuffix(".swift") && !Self.isException(name) {
        let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        where !line.drop(while: \.isWhitespace).hasPrefix("///") {
          let line = String(line)
          let range = NSRange(line.startIndex..., in: line)
          guard doors.contains(where: { $0.firstMatch(in: line, range: range) != nil }) else {
            continue
          }
          if name == "Console/Console.swift" {
            gate += 1
          } else {
            Issue.record("\(name):\(number + 1) writes past the console: \(line)")
          }
        }
      }
    }
    #expect(gate > 0, "the patterns don't match the console itself")
  }

  private static func isException(_ name: String) -> Bool {
    exceptions.contains((name as NSString).lastPathComponent)
  }

  @Test func controlCharactersAreEscapedExceptNewlines() {
    #expect(
      Console.harmlessLines("a\u{1B}[2J\r\nb\u{202E}c\n") == "a^[[2J^M\nb\u{FFFD}c\n")
  }
}
