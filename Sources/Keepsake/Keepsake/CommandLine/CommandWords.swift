import ArgumentParser
import Foundation
import Reprise

/// The arguments of this run, before the argument parser sees them.
///
/// The parser takes every word that begins with `-` for options, letter by letter, so `-photo.jpg` would ask for help
/// by its `h`. It also gets each argument as text, whatever its bytes are.
nonisolated enum CommandWords {
  /// The letters of the options that can be written together, as in `-fo FILE`.
  ///
  /// Help is not among them: `-h` stands alone.
  private static let letters: Set<Character> = ["f", "o"]

  /// The arguments of this process.
  ///
  /// - Throws: A usage error for an argument that isn't UTF-8, and for an unknown option with one hyphen.
  static func read() throws -> [String] {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      try check(bytes)
    }
    let words = try prepared(CommandLine.arguments.dropFirst()) { access($0, F_OK) == 0 }
    if words.first == "help" {
      try checkCommand(words.dropFirst(), isTopic: true)
    } else {
      let head = words.prefix { $0 != "--" }
      if head.first?.hasPrefix("-") == false, head.contains(where: questions.contains) {
        try checkCommand(head, isTopic: false)
      }
    }
    return words
  }

  /// The options that ask for text about a command.
  private static let questions: Set<String> = ["-h", "--help", "--help-hidden", "--version"]

  /// Refuses a request for help on an unknown command; the parser would print the help of another one.
  ///
  /// - Parameter isTopic: Whether all words name a command; otherwise its arguments follow.
  private static func checkCommand(_ names: some Sequence<String>, isTopic: Bool) throws {
    var command: any ParsableCommand.Type = KeepsakeCommand.self
    for name in names where !name.hasPrefix("-") {
      let known = command.configuration.subcommands
      if known.isEmpty, !isTopic { return }
      let next = known.first {
        $0._commandName == name || $0.configuration.aliases.contains(name)
      }
      guard let next else {
        throw UsageFailure(
          status: .usage, message: "there is no command “\(name)”; see `keepsake --help`")
      }
      command = next
    }
  }

  /// Refuses arguments that aren't UTF-8: decoded, they could name another file.
  private static func check(_ bytes: UnsafePointer<CChar>) throws {
    let text = UnsafeBufferPointer(start: bytes, count: strlen(bytes))
    guard String(validating: text.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) == nil else {
      return
    }
    throw UsageFailure(
      status: .usage,
      message:
        "“\(String(cString: bytes))” is not UTF-8 text; if it names a file, rename the file first")
  }

  /// Marks words as files: existing files in commands that take files, and the word after `-o` or `--output`.
  ///
  /// - Parameter exists: Whether a file of that name exists.
  static func prepared(
    _ words: some Sequence<String>, exists: (String) -> Bool
  ) throws -> [String] {
    var isEnded = false
    var command = ""
    var former = ""
    return try words.map { word in
      defer { former = word }
      if isEnded || !word.hasPrefix("-") {
        if command.isEmpty { command = word }
        return word
      }
      isEnded = word == "--"
      guard word.count > 2 else { return word }
      let isLong = word.hasPrefix("--")
      // Option names contain no dot, and a value follows `=`.
      if isLong, !word.contains(".") || word.contains("=") { return word }
      if !isLong, word.dropFirst().allSatisfy(letters.contains) { return word }
      // The first argument is an item, not a file.
      let mayBeFile = fileCommands.contains(command) && !(command == "attach" && former == command)
      if isBeforeFile(former) || mayBeFile && exists(word) { return "./" + word }
      if isLong { return word }
      throw UsageFailure(
        status: .usage, message: "“\(word)” is not an option; \(advice(on: word, for: command))")
    }
  }

  /// Whether a word is an option whose value is a file to write: `-o`, `-fo`, `--output`.
  private static func isBeforeFile(_ word: String) -> Bool {
    if word.hasPrefix("--") { return word == "--output" }
    return word.hasPrefix("-") && word.hasSuffix("o")
      && word.dropFirst().allSatisfy(letters.contains)
  }

  /// The commands whose words are most likely files.
  private static let fileCommands: Set<String> = [
    "attach", "backup", "export", "import", "restore", "screenshot", "state",
  ]

  private static func advice(on word: String, for command: String) -> String {
    if command.isEmpty { return "see `keepsake --help`" }
    if fileCommands.contains(command) { return "for a file of that name, write ./\(word)" }
    return "put words that begin with - after --, as in: keepsake \(command) -- \(word)"
  }
}
