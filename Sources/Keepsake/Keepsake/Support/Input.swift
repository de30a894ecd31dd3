import Foundation
import Reprise
import RepriseCommands
import Storage

/// Asks on the terminal for a secret.
nonisolated enum SecretPrompt {
  /// Whether standard input is a terminal, not a script.
  static var isTerminal: Bool { isatty(STDIN_FILENO) != 0 }

  /// The most bytes of an answer.
  private static let limit = 4096

  /// Reads a line without showing it; a script's is read as it is.
  ///
  /// - Throws: `UsageFailure` without a terminal.
  static func line(_ prompt: String) throws(UsageFailure) -> String {
    // Also what it opens: a command ends soon.
    ProcessMemory.keepOutOfSwap()
    var shown = termios()
    guard isTerminal, tcgetattr(STDIN_FILENO, &shown) == 0 else { return try read() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    // ^C must leave the terminal as it was, so the signal waits until the settings are restored.
    var (interrupts, before) = (sigset_t(), sigset_t())
    sigemptyset(&interrupts)
    for number in [SIGINT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&interrupts, number) }
    hidden.c_lflag &= ~tcflag_t(ISIG)
    sigprocmask(SIG_BLOCK, &interrupts, &before)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    // Ask only now: an answer that comes immediately must be neither shown nor lost.
    Console.prompt(prompt)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      sigprocmask(SIG_SETMASK, &before, nil)
    }
    return try read()
  }

  private static func read() throws(UsageFailure) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < limit {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      // ^C and ^D, which don't send signals while echo is off.
      if byte == 3 || byte == 4 {
        throw UsageFailure(status: .failure, message: "canceled; nothing has changed")
      }
      if byte == UInt8(ascii: "\n") { return try text(bytes) }
      bytes.append(byte)
    }
    guard !bytes.isEmpty else {
      throw UsageFailure(
        status: .noInput,
        message: "standard input is empty, and there is no terminal to ask on")
    }
    guard bytes.count < limit else {
      throw UsageFailure(
        status: .noInput, message: "the line is too long: at most \(limit - 1) bytes")
    }
    return try text(bytes)
  }

  private static func text(_ bytes: [UInt8]) throws(UsageFailure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageFailure(status: .badData, message: "standard input is not UTF-8 text")
    }
    return text
  }
}

/// The lines of standard input, for text that must not be among the arguments.
nonisolated enum InputLines {
  /// The most bytes.
  private static let limit = 1 << 20

  /// Reads all lines that aren't blank.
  ///
  /// - Throws: `UsageFailure` for more than one MiB, or for text that isn't UTF-8.
  static func read() throws(UsageFailure) -> [String] {
    let input = FileHandle(fileDescriptor: STDIN_FILENO)
    guard let bytes = try? input.read(upToCount: limit + 1) ?? Data(),
      bytes.count <= limit
    else {
      throw UsageFailure(
        status: .badData, message: "standard input can't be read, or is longer than 1 MiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageFailure(status: .badData, message: "standard input is not UTF-8 text")
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
