import ArgumentParser
import Reprise

/// `notes keys`: prints the actions with their keys.
struct KeysCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keys",
      abstract: "List the actions, one a line: the action, its keys, its title.",
      discussion: """
        To change an action's keys, edit config.toml (`\(Console.program) paths` shows where it is):

          [keys]
          list.new = "N"
          list.trash = ["X", "Del"]
          app.quit = []

        A running window applies changes at once. Write keys like this: "^S", "g g", "F2", "Alt-f".
        """)
  }

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @Argument(help: "Only list actions with this text in their id or title.")
  var text: String?

  func run() throws {
    do {
      let table = try MainActor.assumeIsolated { try App.actionTable() }
      var preferences = Preferences(files: try App.directories().preferences)
      let own = preferences.keys(of: table, listedBy: "`\(App.programName) keys`")
      let entries = table.entries.filter(isWanted)
      if let text, entries.isEmpty {
        throw CommandFailure(
          status: .failure,
          message: "no action matches “\(text)”; `\(App.programName) keys` lists them all")
      }
      for entry in entries {
        let record = ListedAction(
          action: entry.id, keys: (own[entry.id] ?? entry.keys).map(\.label), title: entry.title)
        if json {
          try Console.json(record)
        } else {
          Console.data(record.action, record.keys.joined(separator: "  "), record.title)
        }
      }
    } catch {
      App.fail(error)
    }
  }

  private func isWanted(_ entry: ActionTable.Entry) -> Bool {
    TextFilter(text ?? "").matches("\(entry.id) \(entry.title)")
  }
}

/// An action as `--json` prints it; the names are stable.
private struct ListedAction: Encodable {
  let action: String
  let keys: [String]
  let title: String
}
