import Foundation
import Inventory
import Reprise

/// Logs that the maintenance of items was done, with its cost, and plans the next.
final class CompleteMaintenanceViewController: ItemsSheetController {
  @Restorable("day") private var day = ""
  @Restorable("cost") private var cost = ""
  @Restorable("note") private var note = ""
  /// Whether saving failed, so that wrong texts are marked.
  @Restorable("isRefused") private var isRefused = false

  private lazy var dayField = TextField($day).named("day")
  private lazy var costField = TextField($cost).named("cost")
  private lazy var noteField = TextField($note).named("note")
  private lazy var dayRow = Field("Done on", dayField)
  private lazy var costRow = Field("Cost", costField)

  required init(context: AppContext, items: ChosenItems) {
    super.init(context: context, items: items)
    restorationIdentifier = "complete maintenance"
    title = "Maintenance of \(items.name(in: context))"
  }

  override var doing: String { "completing maintenance" }

  override func loadView() -> View {
    dayField.placeholder = "today, yesterday, 2024-05-01"
    costField.placeholder = "0.00, blank if unknown"
    noteField.placeholder = "for example: new filter, by Hart & Sons"
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      dayRow
      costRow
      Field("Note", noteField)
    }
  }

  override var preferredFocusedView: View? { costField }

  override func updateProperties() {
    (dayRow.remark, costRow.remark) = ("", "")
    guard isRefused, case .failure(let problem) = entry else { return }
    switch problem {
    case .day(let reason): dayRow.remark = reason.words
    case .cost(let reason): costRow.remark = reason.words
    }
  }

  private var entry: Result<MaintenanceEntry, MaintenanceEntry.Problem> {
    Result { () throws(MaintenanceEntry.Problem) in
      try MaintenanceEntry(day: day, cost: cost, note: note, context.preferences.reading)
    }
  }

  /// Undo stays with the text: the data is out of sight.
  override var actions: [Action] { [completeAction] }

  private lazy var completeAction = Action(
    "maintenance.complete", "Complete maintenance", "Enter", "^S", for: self
  ) { $0.complete() }

  private func complete() {
    guard case .success(let entry) = entry else {
      isRefused = true
      return
    }
    guard let items = chosen.itemsToChange(in: context) else { return dismiss() }
    let done = context.changes.perform(.completeMaintenance(items, entry)) { [context] summary in
      guard summary.count > 0 else {
        return "No maintenance is planned: e sets a task and an interval"
      }
      let next = summary.count == 1 ? summary.uuid.flatMap { context.nextMaintenance(of: $0) } : nil
      return summary.line("Logged maintenance of", next.map { ", next on \($0)" } ?? "")
    }
    if done { dismiss() }
  }
}

extension AppContext {
  /// The day of the next maintenance of an item, for people; `nil` without one.
  fileprivate func nextMaintenance(of item: UUID) -> String? {
    let found = notices.attempt { try store.items.fetch(item) } ?? nil
    return found?.maintenanceDue.map(preferences.customs.text(of:))
  }
}
