import ArgumentParser
import Inventory
import RepriseCommands
import Sync

/// `keepsake household undecided`: prints what two homes wrote at the same time of settings, categories, places and files.
struct HouseholdUndecided: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undecided",
    abstract:
      "Print what two wrote at the same time of settings, places and files, or decide which one counts.",
    discussion: """
      A line each: what it is of, what is shown, what somebody else wrote, and who. --keep decides for all that is shown, \
      --take for the other value of one line, in every home. Of items the form shows both values (⇄).
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  @Flag(help: "Keep all that is shown.")
  var keep = false

  @Option(
    help:
      "What to take the other value of, as a line begins (\"setting insurer\"), or the id of --json."
  )
  var take: String?

  @Option(help: "Of several others, who wrote it, as the line ends.")
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
    if from != nil, take == nil { throw ValidationError("--from goes with --take.") }
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
        ? "Nothing is undecided but what the form of an item shows"
        : "What is shown of \(rows) is kept; it goes out with the next exchange")
  }

  private func take(_ subject: String, _ home: HouseholdHome, _ member: String) throws {
    let found = try home.store.household.rowConflicts().filter {
      ($0.subject == subject || $0.id == subject) && (from == nil || $0.deviceName == from)
    }
    guard let value = found.first else {
      throw InventoryError(
        .noInput, "nobody wrote “\(subject)” at the same time; without --take all lines are printed"
      )
    }
    guard found.count == 1 else {
      throw InventoryError(
        .refused,
        "“\(subject)” has \(found.count) other values: say whose with --from, or give the id of --json"
      )
    }
    guard try home.store.household.take(value, author: member) else {
      throw InventoryError(.conflict, "somebody has written “\(subject)” anew meanwhile")
    }
    Console.message(
      "\(value.subject): \(UndecidedWords.value(value.other)); it goes out with the next exchange")
  }
}
