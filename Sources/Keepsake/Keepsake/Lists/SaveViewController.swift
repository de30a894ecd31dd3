import Foundation
import Inventory
import Reprise

/// Asks for the name under which what a list shows is saved as a view.
///
/// The typed text is part of the saved state, and is still there if the sheet is closed without saving.
final class SaveViewController: ScreenController, ViewControllerRestoration {
  /// The query of the list.
  private var listed: ListedItems?
  @Restorable("name") private var name = ""
  /// Why the name can't be used; empty without a reason.
  @Restorable("remark") private var remark = ""
  private lazy var field = TextField($name).named("name")
  private lazy var row = Field("Name", field)

  init(context: AppContext, of listed: ListedItems?) {
    self.listed = listed
    super.init(context: context)
    restorationIdentifier = "save view"
    restorationClass = Self.self
    // With room for a remark.
    preferredContentSize = Size(width: 60, height: 5)
    title = "Save as a view"
    name = context.unfinished[Self.sheet] ?? suggested
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map { SaveViewController(context: $0, of: nil) }
  }

  /// Names the sheet in ``UnfinishedTexts``.
  private static let sheet = "save-view"

  private var isSaved = false

  /// The name of the opened view, which is saved again under it.
  private var suggested: String { listed?.view?.name ?? "" }

  override func loadView() -> View {
    field.placeholder = "type it, then Enter"
    field.addAction(for: .valueChanged) { [unowned self] in remark = "" }
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) { row }
  }

  override var preferredFocusedView: View? { field }

  /// Tells that a view of the name will be replaced.
  override func updateProperties() {
    row.remark = remark
    let known = context.notices.attempt { try context.store.views.named(name) } ?? nil
    row.hint = known.map { "Replaces the view “\($0.name)”" } ?? ""
  }

  override var doing: String { "saving a view" }

  override var actions: [Action] { [saveAction] }
  private lazy var saveAction = Action(
    "view.save", "Save", "Enter", "^S", for: self
  ) { $0.save() }

  private func save() {
    guard let listed else { return dismiss() }
    let edit = Edit.view(.save(listed.view(named: name)))
    if let refusal = context.changes.refusal(of: edit) {
      remark = refusal
      return
    }
    guard context.changes.perform(edit) else { return }
    isSaved = true
    context.unfinished[Self.sheet] = nil
    if let view = context.notices.attempt({ try context.store.views.named(name) }) ?? nil {
      listed.note(view)
    }
    let list = listed.list
    dismiss()
    list?.rowsDidChange()
  }

  override func viewDidDisappear() {
    super.viewDidDisappear()
    context.unfinished[Self.sheet] = isSaved || name == suggested ? nil : name
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(object: listed, forKey: "listed")
  }

  override func decodeRestorableState(with coder: Coder) {
    listed = coder.decodeObject(forKey: "listed") as? ListedItems
    super.decodeRestorableState(with: coder)
  }
}
