import Foundation
import Inventory
import Reprise

/// A program of the person's own, from a table `[commands.NAME]` of `config.toml`.
nonisolated struct CustomCommand: Hashable, Sendable {
  /// A part of an item in an argument, written as `{name}`.
  enum Placeholder: String, CaseIterable, Sendable {
    case uuid, number, name, serial, place, path

    var mark: String { "{\(rawValue)}" }
  }

  /// The name of the table.
  var name: String

  /// The title in the palette and above the output.
  var title: String

  /// The program and its arguments; with a shell, the script and its arguments.
  var arguments: [String]

  /// The key on lists and items; `nil` for none.
  var key: KeyBinding?

  /// Whether the items are written to its standard input, a line of JSON each.
  var sendsJSON = false

  /// Whether Keepsake asks before it runs.
  var asks = false

  /// Whether it gets the terminal.
  var usesTerminal = false

  /// Whether `/bin/sh` runs the first argument.
  var usesShell = false

  /// Whether it runs once for each item.
  var isPerItem: Bool { !placeholders.isEmpty }

  /// Whether it does anything without items.
  var needsItems: Bool { isPerItem || sendsJSON }

  /// The parts of items that it gets.
  var placeholders: Set<Placeholder> {
    Set(Placeholder.allCases.filter { part in arguments.contains { $0.contains(part.mark) } })
  }

  /// The arguments for one item.
  func arguments(_ values: [Placeholder: String]) -> [String] {
    let filled = arguments.map { argument in
      Self.parts(of: argument).map { part in
        switch part {
        case .text(let text): text
        case .placeholder(let placeholder): values[placeholder] ?? ""
        }
      }.joined()
    }
    // The word after the script is the name of the shell in its messages.
    return usesShell ? ["/bin/sh", "-c", filled[0], name] + filled.dropFirst() : filled
  }

  private enum Part {
    case text(String)
    case placeholder(Placeholder)
  }

  /// Splits an argument in one go, so that a value that looks like a placeholder stays as it is.
  private static func parts(of argument: String) -> [Part] {
    var parts: [Part] = []
    var rest = argument[...]
    while let start = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<start])))
      rest = rest[start...]
      if let found = Placeholder.allCases.first(where: { rest.hasPrefix($0.mark) }) {
        parts.append(.placeholder(found))
        rest = rest.dropFirst(found.mark.count)
      } else {
        parts.append(.text("{"))
        rest = rest.dropFirst()
      }
    }
    return parts + [.text(String(rest))]
  }
}

nonisolated extension Preferences {
  /// The person's commands, in the order of the files; what is wrong with one is reported, and the command left out.
  mutating func customCommands() -> [CustomCommand] {
    names(in: "commands").compactMap { customCommand(named: $0) }
  }

  private mutating func customCommand(named name: String) -> CustomCommand? {
    let table = "commands.\(name)."
    let title = text(table + "title") ?? name
    let binding = text(table + "key", "a key as in the help, such as \"g p\"") { text in
      let binding = KeyBinding(text)
      return binding.problem == nil ? binding : nil
    }
    let input = text(table + "stdin", "\"json\"") { $0 == "json" ? $0 : nil }
    let asks = flag(table + "confirm") ?? false
    let usesTerminal = flag(table + "terminal") ?? false
    let usesShell = flag(table + "shell") ?? false
    guard let run = command(table + "run") else {
      let given = ["title", "key", "stdin", "confirm", "terminal", "shell"].map { table + $0 }
        .first { place(of: $0) != nil }
      if place(of: table + "run") == nil, let given { reject(given, Self.withoutRun) }
      return nil
    }
    guard !run.isEmpty, !run[0].isEmpty else {
      reject(table + "run", "names no program: write it first, as in [\"lpr\", \"{number}\"]")
      return nil
    }
    var command = CustomCommand(name: name, title: title, arguments: run)
    (command.asks, command.usesTerminal, command.usesShell) = (asks, usesTerminal, usesShell)
    command.sendsJSON = input != nil
    command.key = binding.flatMap { isFree($0, table + "key") ? $0 : nil }
    guard hasValidArguments(command, table + "run") else { return nil }
    if command.usesTerminal, command.sendsJSON {
      reject(table + "stdin", "can't be used with terminal = true: remove one of them")
      return nil
    }
    return command
  }

  private static let withoutRun =
    "belongs to a command without a program: add run = [\"program\", \"{number}\"]"

  /// Whether no action of lists and items has a key.
  private mutating func isFree(_ binding: KeyBinding, _ key: String) -> Bool {
    for action in ["list.new", "item.new"] {
      guard let rival = ActionTable.keepsake.rival(of: binding, onScreensOffering: action) else {
        continue
      }
      reject(key, "is in use: “\(binding.label)” clashes with “\(rival.title)”; choose another key")
      return false
    }
    return true
  }

  /// Whether all placeholders are known, and none is where a shell would read a value as a script.
  private mutating func hasValidArguments(_ command: CustomCommand, _ key: String) -> Bool {
    for argument in command.arguments {
      for match in argument.matches(of: #/{([A-Za-z-]+)}/#)
      where CustomCommand.Placeholder(rawValue: String(match.1)) == nil {
        let known = CustomCommand.Placeholder.allCases.map(\.mark).joined(separator: " ")
        reject(key, "has an unknown placeholder “\(match.0)”: use \(known)")
        return false
      }
    }
    let hasMark = CustomCommand.Placeholder.allCases.contains {
      command.arguments[0].contains($0.mark)
    }
    guard hasMark else { return true }
    reject(
      key,
      command.usesShell
        ? "has a placeholder in the script: put it after the script, and write \"$1\" in the script"
        : "has a placeholder in the program’s name: put it into an argument")
    return false
  }
}
