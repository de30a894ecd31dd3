import Foundation
import Terminal

/// The manual's page of all commands, from what their help says.
struct CommandPage {
  private let tool: CommandHelp

  /// - Parameter json: The program's description of itself.
  init(json: Data) throws {
    tool = try JSONDecoder().decode(CommandHelp.Tool.self, from: json).command
  }

  /// The page as Markdown.
  var text: String {
    let sections = shown(tool).map { section($0, path: [tool.commandName], level: 2) }
    let introduction = """
      \(tool.abstract ?? "") `keepsake help COMMAND` prints the help of one command, as on this page. \
      [Command line](command-line.md) is an overview, with fields, exit status and environment variables.
      """
    return "# Commands\n\n\(Self.wrapped(introduction))\n\n" + sections.joined(separator: "\n")
  }

  private func shown(_ command: CommandHelp) -> [CommandHelp] {
    (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  private func section(_ command: CommandHelp, path: [String], level: Int) -> String {
    let path = path + [command.commandName]
    let inner = shown(command)
    var parts = ["\(String(repeating: "#", count: level)) \(path.joined(separator: " "))"]
    if let abstract = command.abstract { parts.append(Self.prose(abstract)) }
    if inner.isEmpty { parts.append(synopsis(of: command, path: path)) }
    parts += Self.paragraphs(command.discussion ?? "")
    let rows = command.shownArguments.map(Self.row)
    if !rows.isEmpty {
      parts.append((["| argument | meaning |", "| --- | --- |"] + rows).joined(separator: "\n"))
    }
    return parts.map { $0 + "\n" }.joined(separator: "\n")
      + inner.map { "\n" + section($0, path: path, level: level + 1) }.joined()
  }

  private func synopsis(of command: CommandHelp, path: [String]) -> String {
    let words = path + command.shownArguments.map(\.synopsis)
    return "```text\n\(words.joined(separator: " "))\n```"
  }

  private static func row(_ argument: CommandHelp.Argument) -> String {
    let text = [argument.abstract, argument.discussion].compactMap { $0 }.joined(separator: " ")
    let fallback = argument.defaultValue.map { " (default: `\($0)`)" } ?? ""
    let heading = argument.heading.replacing("|", with: "\\|")
    return "| `\(heading)` | \(escaped(text, inTable: true))\(fallback) |"
  }

  /// The paragraphs of a discussion; indented lines become a block of code.
  private static func paragraphs(_ discussion: String) -> [String] {
    var parts: [String] = []
    for paragraph in discussion.components(separatedBy: "\n\n") {
      var prose: [Substring] = []
      var code: [Substring] = []
      for line in paragraph.split(separator: "\n") {
        if line.hasPrefix("  ") { code.append(line.dropFirst(2)) } else { prose.append(line) }
      }
      if !prose.isEmpty { parts.append(self.prose(prose.joined(separator: " "))) }
      if !code.isEmpty { parts.append("```sh\n\(code.joined(separator: "\n"))\n```") }
    }
    return parts
  }

  private static func prose(_ text: String) -> String { wrapped(escaped(text)) }

  private static func wrapped(_ text: String) -> String {
    CellText.wrapped(text, toWidth: 120).map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  /// Text outside of code, with what Markdown would take for markup escaped.
  private static func escaped(_ text: String, inTable: Bool = false) -> String {
    text.components(separatedBy: "`").enumerated().map { offset, part in
      guard offset.isMultiple(of: 2) else { return "`\(part)`" }
      let plain = part.replacing("<", with: "\\<").replacing("*", with: "\\*")
        .replacing("_", with: "\\_")
      return inTable ? plain.replacing("|", with: "\\|").replacing("\n", with: " ") : plain
    }.joined()
  }
}
