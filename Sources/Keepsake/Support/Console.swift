import ArgumentParser
import Foundation
import Reprise
import SystemSupport

/// The one gate for what the command line says: data to standard output, messages to standard error.
///
/// Nothing else in the program writes to either.
///
/// What goes to a terminal is made harmless, as on the screen (design 7): nothing in a name, a note, a
/// file or an argument can steer it. What goes to a file or into a pipe keeps its bytes.
nonisolated enum Console {
  /// Text with everything that a terminal could obey replaced by something visible.
  static func harmless(_ text: String) -> String {
    CellText(text).string
  }

  /// The same for a text of several lines.
  static func harmlessLines(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { harmless(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  /// Writes one line of data; several fields are set apart by tabs.
  ///
  /// A tab or a line break inside a field shows as a placeholder everywhere: it would make two fields
  /// or two lines of one. `--json` has the text itself.
  static func data(_ fields: String...) {
    let fields = fields.map { isTerminal ? harmless($0) : field($0) }
    write(fields.joined(separator: "\t") + "\n", to: STDOUT_FILENO)
  }

  private static func field(_ text: String) -> String {
    let breaks: Set<UInt8> = [9, 10, 13]
    guard text.utf8.contains(where: breaks.contains) else { return text }
    let bytes = text.utf8.flatMap { breaks.contains($0) ? [UInt8(ascii: "^"), $0 ^ 0x40] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes whole lines of a document, such as a file of an export.
  static func document(_ bytes: [UInt8]) {
    guard isTerminal else { return write(bytes, to: STDOUT_FILENO) }
    write(harmlessLines(String(decoding: bytes, as: UTF8.self)), to: STDOUT_FILENO)
  }

  /// Writes one line of JSON, with invisible and reordering characters as `\u` escapes.
  ///
  /// Escapes mean the same to whoever reads JSON, so they are written everywhere.
  static func json(_ text: String) {
    write(shown(json: text) + "\n", to: STDOUT_FILENO)
  }

  /// Writes lines of JSON that ``JSONLines`` made.
  static func jsonLines(_ lines: [UInt8]) {
    write(lines, to: STDOUT_FILENO)
  }

  /// JSON with invisible and reordering characters as `\u` escapes.
  static func shown(json text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      if isShown(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          line += "\\u" + String(UInt32(unit) + 0x1_0000, radix: 16).suffix(4)
        }
      }
    }
    return line
  }

  /// Whether JSON holds a character as it is: not what is invisible, turns text around or is no
  /// character at all.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Writes a value as one line of JSON, its fields in the order of their names.
  static func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Writes cells as lines, each after a margin; with their styles where a person looks at them and
  /// does not mind colours.
  ///
  /// Cells hold nothing that a terminal could obey, and styles are all that is added.
  static func picture(_ frame: Frame, margin: String) {
    let isPlain = !isTerminal || !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    for y in 0..<frame.size.height {
      write(
        margin + (isPlain ? frame.plainText(row: y) : frame.ansi(row: y)) + "\n", to: STDOUT_FILENO)
    }
  }

  /// Whether data goes to a terminal.
  static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Whether somebody is there to be asked something.
  static var hasPerson: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// The columns of the terminal that data goes to; as good as no limit where it goes elsewhere.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return .max }
    return max(20, Int(size.ws_col))
  }

  /// Says something to the person.
  static func message(_ text: String) {
    write(harmless(text) + "\n", to: STDERR_FILENO)
  }

  /// Says why a command failed and ends the program.
  static func fail(_ failure: Error) -> Never {
    let (status, text) = describe(failure)
    message("keepsake: \(text)")
    exit(status)
  }

  /// Ends the program with what reading the arguments, or a command, ended with: help, a version and
  /// scripts are data, everything else is a message.
  static func end(_ outcome: Error, of command: ParsableCommand.Type) -> Never {
    let status = command.exitCode(for: outcome)
    let text = command.fullMessage(for: outcome)
    if text.isEmpty { exit(status.rawValue) }
    if status.isSuccess {
      document(Array((text + "\n").utf8))
    } else {
      // It repeats the arguments, which may be names of files that somebody else made.
      write(harmlessLines(text) + "\n", to: STDERR_FILENO)
    }
    exit(status.rawValue)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    if writeAll(bytes, to: descriptor) { return }
    // Nobody reads any more, as behind `| head`: there is nothing left to say.
    exit(errno == EPIPE ? 0 : UsageFailure.Status.inputOutput.rawValue)
  }
}
