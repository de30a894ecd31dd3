import Foundation
import Inventory
import Reprise

/// Asks who borrows items, and until when.
final class LendViewController: ItemsSheetController {
  @Restorable("borrower") private var borrower = ""
  @Restorable("due") private var dueBack = ""
  /// Why the borrower can't be saved; empty without a reason.
  @Restorable("remark") private var remark = ""
  /// Whether saving failed, so that a wrong day is marked.
  @Restorable("isRefused") private var isRefused = false

  private lazy var borrowerField = TextField($borrower).named("borrower")
  private lazy var dueField = TextField($dueBack).named("due")
  private lazy var borrowerRow = Field("To", borrowerField)
  private lazy var dueRow = Field("Due back", dueField)

  required init(context: AppContext, items: ChosenItems) {
    super.init(context: context, items: items)
    restorationIdentifier = "lend"
    title = "Lend \(items.name(in: context))"
  }

  override var doing: String { "lending items" }

  override func loadView() -> View {
    borrowerField.placeholder = "who borrows it"
    borrowerField.addAction(for: .valueChanged) { [unowned self] in remark = "" }
    dueField.placeholder = "blank, or 2027-05-01, +2w, next friday"
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      borrowerRow
      dueRow
    }
  }

  override func updateProperties() {
    borrowerRow.remark = remark
    dueRow.remark = ""
    if isRefused, case .failure(let reason) = day { dueRow.remark = reason.words }
  }

  /// The day in the field; `nil` without one.
  private var day: Result<CalendarDate?, FieldError.Reason> {
    Result { () throws(FieldError.Reason) in try context.preferences.reading.day(dueBack) }
  }

  override var preferredFocusedView: View? { borrowerField }

  /// Undo stays with the text: the data is out of sight.
  override var actions: [Action] { [lendAction] }

  private lazy var lendAction = Action("lend.save", "Lend", "Enter", "^S", for: self) { $0.lend() }

  private func lend() {
    let name = borrower.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else {
      remark = "Enter a name"
      borrowerField.becomeFirstResponder()
      return
    }
    guard case .success(let day) = day else {
      isRefused = true
      dueField.becomeFirstResponder()
      return
    }
    guard let items = chosen.itemsToChange(in: context) else { return dismiss() }
    let edit = Edit.lendItems(items, to: name, on: context.preferences.today(), until: day)
    let end = day.map { " until \(context.preferences.customs.text(of: $0))" } ?? ""
    if context.changes.perform(edit, saying: { $0.line("Lent", " to \(name)\(end)") }) { dismiss() }
  }
}
