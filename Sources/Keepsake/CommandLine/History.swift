import ArgumentParser
import Foundation
import Inventory
import SystemSupport

/// `keepsake history ITEM`: prints who changed what of an item.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print who changed what of an item, and when.",
    discussion: """
      It says what the fields were before and after. In a household it names the members, also after it was left; without one \
      the session of this machine.
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  @Argument(help: "The item, by number or name.")
  var item: String

  /// A line, as `--json` prints it.
  private struct Line: Encodable {
    struct Change: Encodable {
      var what: String
      var before: String?
      var after: String?
    }

    var at: String
    var who: String
    var action: String
    var changes: [Change]
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .read)
      let found = try store.item(onlyNamed: item)
      for entry in try store.history(of: found.uuid, limit: 1000) { try say(entry) }
    } catch {
      Console.fail(error)
    }
  }

  private func say(_ entry: ItemHistoryEntry) throws {
    // Commands run on the main thread, which is where the main actor is.
    let (who, what, changes) = MainActor.assumeIsolated {
      (
        HistoryWords.who(entry), HistoryWords.what(entry, .plain),
        entry.changes.map {
          Line.Change(what: AspectWords.label($0.aspect), before: $0.before, after: $0.after)
        }
      )
    }
    guard json else { return Console.data(MomentText.text(entry.at), who, what) }
    try Console.json(
      Line(
        at: universalTimeText(time_t(entry.at / 1000)), who: who, action: entry.action.rawValue,
        changes: changes))
  }
}
