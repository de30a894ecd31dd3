import RepriseCommands
import ArgumentParser
import Foundation
import Inventory
import Storage
import Sync

/// `keepsake history [ITEM]`: prints the history of an item or of the household.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the history of an item, or of everything; or undo one change.",
    discussion: """
      Each line has time, author and change: fields with their values before and after, and files that were added or \
      removed. Authors are members of the household, even after you leave it; otherwise they are sessions of this \
      machine. Without ITEM, it prints the changes to all items and places, also in the trash, and the household's \
      changes to categories and settings. The number of a change comes last in its line.

      --undo restores the former values of one change, however old, if the values it wrote are still there. \
      --undo-since undoes a change and all later ones. Both make a single new change, which --undo can undo, too.

      Examples:
        keepsake history 000-031
        keepsake history --undo 214
      """)

  @Option(help: ArgumentHelp("Undo only the change with this number.", valueName: "n"))
  var undo: String?

  @Option(
    help: ArgumentHelp(
      "Undo the change with this number and all later ones; with ITEM, only those of the item.",
      valueName: "n"))
  var undoSince: String?

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
    var number: String?
  }

  func validate() throws {
    if undo != nil, undoSince != nil { throw ValidationError("use either --undo or --undo-since") }
  }

  func run() throws {
    do {
      if let number = undo ?? undoSince { return try takeBack(number) }
      let store = try Workspace.openInventory(access: .read)
      for entry in try entries(store, limit: Self.most) { try say(entry) }
    } catch {
      Console.fail(error)
    }
  }

  private func takeBack(_ number: String) throws {
    let store = try Workspace.openInventory(access: .write)
    let all = try entries(store, limit: .max)
    guard let last = all.lastIndex(where: { $0.number == number }) else {
      throw UsageFailure(
        status: .noInput,
        message: "there is no change \(number); `keepsake history` ends each line with its number")
    }
    let chosen = undo == nil ? Array(all[...last]) : all.filter { $0.number == number }
    switch try store.changes.undo(chosen, session: Workspace.mainSession) {
    case .undone(let summary) where summary.count == 0:
      Console.message("Nothing to undo: the former values are back already")
    case .undone:
      // Commands run on the main thread, which is where the main actor is.
      let what = MainActor.assumeIsolated {
        chosen.map { "\(HistoryWords.subject($0)): \(HistoryWords.what($0, .plain))" }
      }
      what.forEach { Console.message("Undone: \($0)") }
    case .refused(let refusal):
      throw UsageFailure(
        status: .failure, message: MainActor.assumeIsolated { ReversalWords.line(refusal) })
    }
  }

  private func entries(_ store: InventoryStore, limit: Int) throws -> [HistoryEntry] {
    guard let item else { return try store.changes.history(limit: limit) }
    return try store.changes.history(of: store.item(onlyNamed: item).uuid, limit: limit)
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
      return Console.data([MomentText.text(entry.at), who] + about + [what, entry.number])
    }
    try Console.json(
      Line(
        at: universalTimeText(time_t(entry.at / 1000)), who: who, subject: subject,
        action: entry.action.rawValue,
        changes: changes, number: entry.number.isEmpty ? nil : entry.number))
  }
}
