import Foundation
import Reprise

/// What the command line says: data on standard output, messages on standard error.
///
/// Text from an inventory or a file is made harmless first, as on the screen (design 7).
nonisolated enum Console {
  /// Text with everything that a terminal could obey replaced by something visible.
  static func harmless(_ text: String) -> String {
    CellText(text).string
  }

  /// Writes one line of data; several fields are set apart by tabs.
  static func data(_ fields: String...) {
    write(fields.map(harmless).joined(separator: "\t") + "\n", to: STDOUT_FILENO)
  }

  /// Writes one line of JSON, with invisible and reordering characters as `\u` escapes.
  static func json(_ text: String) {
    var line = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
        || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
      {
        for unit in String(scalar).utf16 {
          line += "\\u" + String(UInt32(unit) + 0x1_0000, radix: 16).suffix(4)
        }
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    write(line + "\n", to: STDOUT_FILENO)
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
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

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

  private static func write(_ text: String, to descriptor: Int32) {
    // A reader that has left is an error number here, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        // Nobody reads any more, as behind `| head`: there is nothing left to say.
        exit(errno == EPIPE ? 0 : UsageFailure.Status.inputOutput.rawValue)
      }
    }
  }
}
