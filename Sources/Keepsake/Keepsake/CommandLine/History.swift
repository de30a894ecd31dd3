import RepriseCommands
import ArgumentParser
import Foundation
import Inventory
import Storage
import Sync

/// `keepsake history [ITEM]`: prints the history of an item or of the household.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the history of an item, or of everything in the household.",
    discussion: """
      Each line has time, author and change: fields with their values before and after, and files that were added or \
      removed. Authors are members of the household, even after you leave it; otherwise they are sessions of this \
      machine. Without ITEM, it prints the household's changes to items, places, categories and settings.
      """)

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Argument(help: "The item, by number or name.", completion: Completions.item)
  var item: String?

  /// The most lines.
  private static let most = 1000

  /// A line, as `--json` prints it.
  private struct Line: Encodable {
    struct Change: Encodable {
      var what: String
      var before: String?
      var after: String?
    }

    var at: String
    var who: String
    var subject: String
    var action: String
    var changes: [Change]
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .read)
      for entry in try entries(store) { try say(entry) }
    } catch {
      Console.fail(error)
    }
  }

  private func entries(_ store: InventoryStore) throws -> [HistoryEntry] {
    guard let item else { return try store.changes.history(limit: Self.most) }
    return try store.changes.history(of: store.item(onlyNamed: item).uuid, limit: Self.most)
  }

  /// The changed parts; for a setting its value.
  @MainActor private static func name(of aspect: ItemAspect) -> String {
    let label = AspectWords.label(aspect)
    return label.isEmpty ? "value" : label
  }

  private func say(_ entry: HistoryEntry) throws {
    // Commands run on the main thread, which is where the main actor is.
    let (who, subject, what, changes) = MainActor.assumeIsolated {
      (
        HistoryWords.who(entry), HistoryWords.subject(entry), HistoryWords.what(entry, .plain),
        entry.changes.map {
          Line.Change(what: Self.name(of: $0.aspect), before: $0.before, after: $0.after)
        }
      )
    }
    guard json else {
      let about = item == nil ? [subject] : []
      return Console.data([MomentText.text(entry.at), who] + about + [what])
    }
    try Console.json(
      Line(
        at: universalTimeText(time_t(entry.at / 1000)), who: who, subject: subject,
        action: entry.action.rawValue,
        changes: changes))
  }
}
