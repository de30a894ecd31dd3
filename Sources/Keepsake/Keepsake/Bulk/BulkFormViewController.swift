import Foundation
import Inventory
import Reprise

/// Changes fields of several items in one step; a field without an entry stays as it is.
final class BulkFormViewController: ItemsSheetController {
  private var model: BulkFormModel { context.bulkForm }
  private lazy var rows = BulkFormRows(context, delegate: self) { [weak self] in
    self?.pick($0, from: $1)
  }

  /// Whether the values of the items were read.
  private var knowsValues = false

  required init(context: AppContext, items: ChosenItems) {
    super.init(context: context, items: items)
    restorationIdentifier = "bulk form"
    userActivity = model.activity
    title = "Change \(items.name(in: context))"
  }

  override var doing: String { "changing several items" }

  // MARK: - The view

  override func loadView() -> View {
    let buttons = Flow(padding: EdgeInsets(top: 1)) {
      makeButton("Save", "save") { $0.save() }
      makeButton("Close", "close") { $0.close() }
      makeButton("Discard", "discard") { $0.discard() }
    }
    let advice = Label(
      "An empty field stays as it is. \(BulkForm.clearing) empties it.", style: .secondary)
    advice.wraps = true
    let column = Column(padding: EdgeInsets(left: 1, right: 1)) {
      rows.views
      Field("", advice)
      Field("", buttons)
    }
    column.minimumCaptionWidth = 14
    let form = ScrollView { column }
    form.showsScrollIndicator = false
    return form.named("form")
  }

  private func makeButton(
    _ title: String, _ identifier: String, action: @escaping (BulkFormViewController) -> Void
  ) -> Button {
    Button(title) { [weak self] in if let self { action(self) } }.named(identifier)
  }

  override func viewDidLoad() {
    model.didChange = { [weak self] in self?.rows.showAll() }
    rows.showAll()
  }

  override var preferredFocusedView: View? { rows.control(of: BulkForm.fields[0]) }

  /// Reads the items once the list below knows them, which is after its layout.
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard !knowsValues, chosen.screen != nil else { return }
    knowsValues = true
    showValues()
  }

  /// The number of items whose values can be compared within a key press.
  private static let mostCompared = 2000

  private func showValues() {
    var values = BulkValues()
    let items = chosen.items
    _ = context.notices.attempt {
      for uuid in items where items.count <= Self.mostCompared {
        if let item = try context.store.items.fetch(uuid) { values.add(item) }
      }
    }
    model.isPrivate = values.arePrivate
    rows.show(values)
  }

  override func dataDidChange() {
    if knowsValues, view.window != nil { showValues() }
  }

  // MARK: - Keys

  /// Undo stays with the text: the data is out of sight.
  override var actions: [Action] { formActions }

  private lazy var formActions: [Action] = {
    let next = Action("form.next", "Next field", "Tab", for: self) { $0.moveFocus(1) }
    let previous = Action(
      "form.previous", "Previous field", "Shift-Tab", isHinted: false, for: self
    ) { $0.moveFocus(-1) }
    return [
      Action("bulk.save", "Save", "^S", role: .primary, for: self) { $0.save() },
      Action("bulk.close", "Close", "Esc", "^C", role: .cancel, for: self) { $0.close() }
        .essential(),
      next, previous, next.also("Enter", "Down"), previous.also("Up"), next.also("^N"),
      previous.also("^P"),
    ]
  }()

  private func moveFocus(_ step: Int) { window?.moveFocus(by: step) }

  /// - Parameter text: The text to narrow the picker to.
  private func pick(_ field: ItemField, from text: String) {
    navigationController?.push(
      FormPickerViewController.choosing(field, from: text, of: model, in: context))
  }

  // MARK: - The person's editor

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard question.name == "bulk.edit-externally",
      let field = question.details["field"].flatMap(ItemField.init(rawValue:))
    else { return super.alert(for: question) }
    return EditorAlert.make { [weak self] in self?.rows.control(of: field) }
  }

  // MARK: - Leaving

  private func save() {
    guard let changes = model.validated() else {
      context.notices.show(
        "Not saved: \(Figures.count(model.problems.count, "field", "fields")) to correct")
      let wrong = BulkForm.fields.first { model.problems[$0] != nil }
      if let wrong { rows.control(of: wrong)?.becomeFirstResponder() }
      return
    }
    guard !changes.isEmpty else {
      context.notices.show("Nothing to change: fill in a field")
      return
    }
    guard let items = chosen.itemsToChange(in: context) else { return dismiss() }
    let isDone = context.changes.perform(.changeFields(items, changes)) {
      $0.count == 0 ? "Unchanged: they have these values already" : $0.line("Changed")
    }
    guard isDone else { return }
    model.clear()
    dismiss()
  }

  /// Closes the form, which keeps what was typed.
  private func close() {
    for field in BulkForm.fields { model.settleDate(field) }
    dismiss()
    if model.isTouched { context.notices.show("Entries kept: b opens them again") }
  }

  private func discard() {
    model.clear()
    dismiss()
  }
}

extension BulkFormViewController: TextFieldDelegate, TextViewDelegate {
  func textFieldDidChange(_ textField: TextField) { take(textField.text, from: textField) }

  /// Shows a problem as soon as the person leaves the field, not only when they save.
  func textFieldDidEndEditing(_ textField: TextField) {
    guard let field = rows.field(of: textField) else { return }
    model.check(field, isLeft: true)
    model.settleDate(field)
    textField.text = model[field]
    rows.show(field)
  }

  func textViewDidChange(_ textView: TextView) { take(textView.text, from: textView) }

  func textViewShouldEditExternally(_ textView: TextView) -> Bool { mayEdit(textView) }

  func textFieldShouldEditExternally(_ textField: TextField) -> Bool { mayEdit(textField) }

  /// Whether a text may go to an editor; asks first if it is for a private item, too.
  private func mayEdit(_ control: View) -> Bool {
    guard let field = rows.field(of: control), context.privacy.count(among: chosen.items) > 0
    else { return true }
    ask(AlertQuestion("bulk.edit-externally", ["field": field.rawValue]))
    return false
  }

  private func take(_ text: String, from control: View) {
    guard let field = rows.field(of: control) else { return }
    model[field] = text
    model.check(field, isLeft: false)
    rows.show(field)
  }
}
