import ArgumentParser
import Foundation
import Reprise
import Storage

/// Writes everything that the command line prints: data to standard output, messages to standard error.
///
/// Nothing else in the program writes to either.
///
/// Text for a terminal is made harmless, as on the screen: no name, note, file or argument can
/// control it. Files and pipes get the bytes as they are.
public enum Console {
  /// Replaces everything that a terminal could obey by visible placeholders.
  public static func harmless(_ text: String) -> String {
    CellText(text).string
  }

  /// The same for text of several lines.
  public static func harmlessLines(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { harmless(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  /// Writes a line of data with its fields separated by tabs.
  ///
  /// A tab or line break in a field becomes a placeholder, in files too: it would make two fields or lines of
  /// one. `--json` has the exact text.
  public static func data(_ fields: String...) { data(fields) }

  /// Writes a line of data with its fields separated by tabs.
  public static func data(_ fields: [String]) {
    let fields = fields.map { isTerminal ? harmless($0) : field($0) }
    write(fields.joined(separator: "\t") + "\n", to: STDOUT_FILENO)
  }

  private static func field(_ text: String) -> String {
    let breaks: Set<UInt8> = [9, 10, 13]
    guard text.utf8.contains(where: breaks.contains) else { return text }
    let bytes = text.utf8.flatMap { breaks.contains($0) ? [UInt8(ascii: "^"), $0 ^ 0x40] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes whole lines of a document, such as an export.
  public static func document(_ bytes: [UInt8]) {
    guard isTerminal else { return write(bytes, to: STDOUT_FILENO) }
    write(harmlessLines(String(decoding: bytes, as: UTF8.self)), to: STDOUT_FILENO)
  }

  /// Writes a line of JSON with invisible and reordering characters as `\u` escapes.
  ///
  /// The escapes mean the same to every JSON parser, so files and pipes get them as well.
  public static func json(_ text: String) {
    write(shown(json: text) + "\n", to: STDOUT_FILENO)
  }

  /// Writes lines of JSON that are escaped already.
  public static func jsonLines(_ lines: [UInt8]) {
    write(lines, to: STDOUT_FILENO)
  }

  /// JSON with invisible and reordering characters as `\u` escapes.
  public static func shown(json text: String) -> String {
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

  /// Whether a character appears unescaped in JSON: false for invisible, reordering and unassigned ones.
  public static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Writes a value as a line of JSON with its keys sorted.
  public static func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    json(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Writes cells as lines after a margin, with styles if the output is a terminal and colors are wanted.
  ///
  /// Cells hold nothing that a terminal could obey; styles are the only control sequences.
  public static func picture(_ frame: Frame, margin: String) {
    let isPlain = !isTerminal || !(ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    for y in 0..<frame.size.height {
      write(
        margin + (isPlain ? frame.plainText(row: y) : frame.ansi(row: y)) + "\n", to: STDOUT_FILENO)
    }
  }

  /// Whether data goes to a terminal.
  public static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Whether a person can be asked.
  public static var hasPerson: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether messages go to a terminal, and not to a log.
  public static var isRead: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal that data goes to; practically unlimited for files and pipes.
  public static var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return .max }
    return max(20, Int(size.ws_col))
  }

  /// Writes a message for the person.
  public static func message(_ text: String) {
    write(harmless(text) + "\n", to: STDERR_FILENO)
  }

  /// Replaces the terminal's status line; the next message begins there.
  public static func status(_ text: String) {
    write("\r\u{1B}[K" + harmless(text), to: STDERR_FILENO)
  }

  /// Asks for an answer that is typed on the same line.
  public static func prompt(_ text: String) {
    write(harmless(text), to: STDERR_FILENO)
  }

  /// Asks for a yes, on a line of its own.
  public static func confirms(_ question: String) -> Bool {
    message("\(question) Type yes to confirm:")
    return readLine()?.lowercased() == "yes"
  }

  /// Reports the failure of a command and exits with its status.
  ///
  /// - Parameters:
  ///   - failure: The message and the exit status.
  ///   - program: The name that the line begins with.
  public static func fail(_ failure: CommandFailure, of program: String) -> Never {
    message("\(program): \(failure.message)")
    exit(failure.status.rawValue)
  }

  /// Exits after the argument parser or a command ended: help, versions and completion scripts are data,
  /// anything else is a message.
  public static func end(_ outcome: Error, of command: ParsableCommand.Type) -> Never {
    let status = command.exitCode(for: outcome)
    let text = command.fullMessage(for: outcome)
    if status.isSuccess, !text.isEmpty {
      document(Array((text + "\n").utf8))
    } else if let line = usageLine(
      command.message(for: outcome), of: command._commandName, seeing: text)
    {
      message("\(command._commandName): \(line)")
    }
    exit(status.rawValue)
  }

  /// Turns a message of the argument parser into one line in the style of the others.
  ///
  /// - Parameters:
  ///   - message: The parser's message.
  ///   - program: The name of the program.
  ///   - text: The message with the usage, whose last line names the command's help.
  static func usageLine(
    _ message: String, of program: String, seeing text: String
  ) -> String? {
    let words = message.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let first = words.first, let letter = first.first else { return nil }
    var line = words.joined(separator: " ")
    // Only a capital before a small letter: an acronym stays one.
    if first.dropFirst().first?.isLowercase == true {
      line = letter.lowercased() + line.dropFirst()
    }
    while line.hasSuffix(".") { line.removeLast() }
    guard let help = text.firstMatch(of: #/See '([^'\n]*)' for more information/#),
      help.output.1.hasPrefix(program), !line.contains(program)
    else { return line }
    return line + (line.hasSuffix("?") ? " See" : "; see") + " `\(help.output.1)`"
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    if writeAll(bytes, to: descriptor) { return }
    let code = errno
    // The reader is gone, as with `| head`: exit without a message.
    if code == EPIPE { exit(0) }
    if descriptor != STDERR_FILENO {
      message("\(program): cannot write the output: \(String(cString: strerror(code)))")
    }
    exit(CommandFailure.Status.inputOutput.rawValue)
  }

  /// The name of this program, as it was started.
  static var program: String {
    ((CommandLine.arguments.first ?? "") as NSString).lastPathComponent
  }
}

/// Formats numbers for people.
enum Figures {
  /// `1 object`, `1,204 objects`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    CountText.text(number, one, many)
  }

  /// A size: `960 bytes`, `96 KiB`, `1.5 MiB`.
  static func bytes(_ number: Int) -> String { ByteText.text(number) }

  /// A time in local time, or as ISO 8601 in UTC for programs; `?` for an invalid one.
  ///
  /// - Parameter seconds: Since 1970 UTC.
  static func time(_ seconds: Double, isMachineReadable: Bool = false) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
    let moment = time_t(seconds.rounded(.down))
    return isMachineReadable
      ? universalTimeText(moment) : timeText(moment, "%Y-%m-%d %H:%M:%S", inUTC: false)
  }
}
