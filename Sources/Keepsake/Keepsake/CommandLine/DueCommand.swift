import RepriseCommands
import ArgumentParser
import Foundation
import Inventory

/// `keepsake due`: lists what is due.
struct DueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "List what is due: loans, maintenance, warranties, the backup, conflicts, proof.",
    discussion: """
      Each line has the kind, the date, the days left, the name, details and the item's number. Lines are grouped by \
      kind and sorted by date; kinds with something overdue come first.

      The backup is overdue if the last one is older than 30 days. Gaps in proof are items worth 500.00 or more without \
      a photo or a receipt; --proof-from or proof-from in config.toml sets another value. Private items are left out.

      With --check, nothing is printed, and the exit status is 1 if anything is overdue or due within the days. Gaps in \
      proof have no date and don't count.

      Example:
        keepsake due --days 7
        keepsake due --check || notify-send "Something is due: run keepsake due"
      """)

  @Option(help: "How many days ahead to look, 0 to 3650.")
  var days = DueQuestion.usualDays

  @Option(help: "The value from which an item needs a photo and a receipt.")
  var proofFrom: String?

  @Flag(help: "Print nothing; exit with 1 if anything is overdue or due.")
  var check = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// A line of `--json`.
  private struct Line: Encodable {
    var kind: String
    var title: String
    var detail: String?
    var date: String?
    var days: Int?
    var overdue: Bool
    var uuid: String?
    var asset: String?
    var value: String?
  }

  func validate() throws {
    guard (0...3650).contains(days) else {
      throw ValidationError("--days must be a number from 0 to 3650, for example --days 30")
    }
    if check, json { throw ValidationError("Use either --check or --json.") }
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let survey = try survey(of: store)
      if check {
        if survey.entries.contains(where: \.isPressing) {
          throw ExitCode(UsageFailure.Status.failure.rawValue)
        }
        return
      }
      for entry in survey.entries { try show(entry, store.database.currency) }
      if let locked = DueWords.lockedItems(survey) { Console.message("Note: \(locked)") }
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.fail(error)
    }
  }

  private func survey(of store: InventoryStore) throws -> DueSurvey {
    var question = try Workspace.personal().dueQuestion(
      on: .today(), days: days, in: store.database.currency)
    if let proofFrom {
      guard
        let amount = try? Money(
          parsing: proofFrom, currency: store.database.currency, customs: Workspace.customs)
      else {
        throw UsageFailure(
          status: .usage, message: "“\(proofFrom)” is no amount; write it like 500 or 299.90")
      }
      question.proofFrom = amount.minor
    }
    let found = try DueReading(store: store).survey(question) ?? DueSurvey(entries: [])
    return found.adding(try store.dueConflicts(on: question.today))
  }

  private func show(_ entry: DueEntry, _ currency: Currency) throws {
    let number = entry.assetNumber.map(AssetNumber.text)
    guard json else {
      return Console.data(
        entry.kind.rawValue, entry.date?.text ?? "", DueWords.daysLeft(entry), entry.title,
        DueWords.detail(entry), number ?? "")
    }
    try Console.json(
      Line(
        kind: entry.kind.rawValue, title: entry.title,
        detail: entry.detail.isEmpty ? nil : entry.detail, date: entry.date?.text,
        days: entry.daysLeft, overdue: entry.isOverdue, uuid: entry.item?.digits, asset: number,
        value: entry.value.map { Money(minor: $0, currency: currency).plainText }))
  }
}
