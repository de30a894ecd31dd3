import ArgumentParser
import Reprise

/// `notes keys`: prints the actions with their keys.
struct KeysCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keys",
      abstract: "Print all actions, one per line, with their keys and titles.",
      discussion: """
        Give an action other keys in config.toml (`\(Console.program) paths` prints its path):

          [keys]
          list.new = "N"
          list.trash = ["X", "Del"]
          app.quit = []

        Open windows apply changes to the file at once. Write keys as shown here: "^S", "g g", "F2", "Alt-f".
        """)
  }

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Argument(help: "Only print actions with this text in their id or title.")
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
