import ArgumentParser
import Inventory
import RepriseCommands
import Sync

/// `keepsake household conflicts`: lists or resolves conflicting edits to settings, categories, places and files.
struct HouseholdConflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract:
      "List or resolve conflicting edits to settings, places and files.",
    discussion: """
      Each line names what was edited, the value shown here, the other value and its author. --keep resolves every line \
      with the value shown here; --take resolves one line with the other value. The choice applies on every machine. \
      An item's form shows its own conflicts (⇄).
      """,
    // Its former name.
    aliases: ["undecided"])

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(help: "Keep every value shown here.")
  var keep = false

  @Option(
    help:
      "Take the other value of one line: its beginning, for example \"setting insurer\", or its id in --json."
  )
  var take: String?

  @Option(help: "The author of that value, if there are several.")
  var from: String?

  private struct Line: Encodable {
    var id: String
    var subject: String
    var shown: String?
    var other: String?
    var by: String
  }

  func validate() throws {
    if keep, take != nil { throw ValidationError("Use either --keep or --take.") }
    if from != nil, take == nil { throw ValidationError("--from needs --take.") }
  }

  func run() throws {
    do {
      let home = try HouseholdHome()
      let credentials = try home.credentials()
      if keep { return try keepShown(home, credentials.member) }
      if let take { return try self.take(take, home, credentials.member) }
      for row in try home.store.household.rowConflicts() {
        let line = Line(
          id: row.id, subject: row.subject, shown: row.shown, other: row.other, by: row.deviceName)
        if json {
          try Console.json(line)
        } else {
          Console.data(line.subject, line.shown ?? "", line.other ?? "", line.by)
        }
      }
    } catch {
      Console.fail(error)
    }
  }

  private func keepShown(_ home: HouseholdHome, _ member: String) throws {
    let count = try home.store.household.keepLocalRows(author: member)
    let rows = Figures.count(count, "setting, place or file", "settings, places or files")
    Console.message(
      count == 0
        ? "No conflicts here; an item's form shows its own"
        : "Kept the value shown here of \(rows); the next exchange sends it")
  }

  private func take(_ subject: String, _ home: HouseholdHome, _ member: String) throws {
    let found = try home.store.household.rowConflicts().filter {
      ($0.subject == subject || $0.id == subject) && (from == nil || $0.deviceName == from)
    }
    guard let value = found.first else {
      throw InventoryError(
        .noInput, "“\(subject)” has no conflict; without --take all conflicts are listed"
      )
    }
    guard found.count == 1 else {
      throw InventoryError(
        .refused,
        "“\(subject)” has \(found.count) other values: name an author with --from, or pass an id of --json"
      )
    }
    guard try home.store.household.take(value, author: member) else {
      throw InventoryError(.conflict, "“\(subject)” has been edited since; try again")
    }
    Console.message(
      "\(value.subject): \(ConflictWords.value(value.other)); the next exchange sends it")
  }
}
