import ArgumentParser
import Reprise

/// `keepsake keys`: prints the actions with their keys.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what can be done, one a line: the action, its keys, its title.",
    discussion: """
      Give an action other keys in config.toml (`keepsake paths` says where it lies):

        [keys]
        list.new = "N"
        list.trash = ["X", "Del"]
        app.quit = []

      A running window follows the file. Keys are written as here: "^S", "g g", "F2", "Alt-f".
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  @Argument(help: "Only actions with this in their id or title.")
  var text: String?

  func run() throws {
    do {
      let own = try Workspace.personal().keys
      let entries = ActionTable.keepsake.entries.filter(isWanted)
      if let text, entries.isEmpty {
        throw UsageFailure(
          status: .failure, message: "no action matches “\(text)”; `keepsake keys` lists them all")
      }
      for entry in entries {
        let record = Record(
          action: entry.id, keys: (own[entry.id] ?? entry.keys).map(\.label), title: entry.title)
        if json {
          try Console.json(record)
        } else {
          Console.data(record.action, record.keys.joined(separator: "  "), record.title)
        }
      }
    } catch {
      Console.fail(error)
    }
  }

  private func isWanted(_ entry: ActionTable.Entry) -> Bool {
    TextFilter(text ?? "").matches("\(entry.id) \(entry.title)")
  }

  /// An action as `--json` prints it.
  private struct Record: Encodable {
    let action: String
    let keys: [String]
    let title: String
  }
}
