import ArgumentParser
import HouseholdExchange
import Inventory

/// `keepsake household undecided`: prints what two homes wrote at the same time of settings, categories, places and files.
struct HouseholdUndecided: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undecided",
    abstract:
      "Print what two wrote at the same time of settings, places and files, or decide for what is shown.",
    discussion: """
      A line each: what it is of, what is shown, what somebody else wrote, and who. Whoever writes it anew decides, \
      and --keep decides for all that is shown, in every home. Of items the form shows both values (⇄).
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  @Flag(help: "Keep all that is shown.")
  var keep = false

  private struct Line: Encodable {
    var subject: String
    var shown: String?
    var other: String?
    var by: String
  }

  func run() throws {
    do {
      let home = try HouseholdHome()
      let credentials = try home.credentials()
      if keep { return try keepShown(home, credentials.member) }
      for row in try home.store.undecidedRows() {
        let line = Line(
          subject: row.subject, shown: row.shown, other: row.other, by: row.deviceName)
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
    let count = try home.store.keepShownRows(author: member)
    let rows = Figures.count(count, "setting, place or file", "settings, places or files")
    Console.message(
      count == 0
        ? "Nothing is undecided but what the form of an item shows"
        : "What is shown of \(rows) is kept; it goes out with the next exchange")
  }
}
