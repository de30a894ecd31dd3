import Foundation
import Inventory
import Reprise

/// Asks for the borrower of items.
final class LendViewController: ItemsSheetController {
  @Restorable("borrower") private var borrower = ""
  /// Why the borrower can't be saved; empty without a reason.
  @Restorable("remark") private var remark = ""
  private lazy var row = Field("To", field)
  private lazy var field = TextField($borrower).named("borrower")

  required init(context: AppContext, items: ChosenItems) {
    super.init(context: context, items: items)
    restorationIdentifier = "lend"
    title = "Lend \(items.name(in: context))"
  }

  override var doing: String { "lending items" }

  override func loadView() -> View {
    field.placeholder = "who borrows it"
    field.addAction(for: .valueChanged) { [unowned self] in remark = "" }
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) { row }
  }

  override func updateProperties() { row.remark = remark }

  override var preferredFocusedView: View? { field }

  /// Undo stays with the text: the data is out of sight.
  override var actions: [Action] { [lendAction] }

  private lazy var lendAction = Action("lend.save", "Lend", "Enter", "^S", for: self) { $0.lend() }

  private func lend() {
    let name = borrower.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { return remark = "Enter a name" }
    guard let items = chosen.itemsToChange(in: context) else { return dismiss() }
    let edit = Edit.lendItems(items, to: name, on: context.preferences.today())
    if context.changes.perform(edit, saying: { $0.line("Lent", " to \(name)") }) { dismiss() }
  }
}
