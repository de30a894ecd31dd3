import Foundation
import Inventory
import Reprise

/// Edits a new or an existing item.
///
/// Keeps everything typed as a draft until it is saved.
final class ItemFormViewController: ViewController, ViewControllerRestoration {
  private let context: AppContext
  private let model: ItemFormModel
  private lazy var rows = ItemFormRows(model) { makeControl(for: $0) }

  init(context: AppContext, model: ItemFormModel) {
    self.context = context
    self.model = model
    super.init()
    restorationClass = Self.self
    userActivity = model.activity
    // Two columns need more than a sheet usually has.
    sheetPresentationController.maximumSize.width = 104
    context.drafts.open(model)
  }

  /// Presents a form over a screen.
  ///
  /// - Parameter field: The field to begin with; `nil` for the first one.
  static func present(
    _ start: ItemFormModel.Start, at field: ItemField? = nil, over controller: ViewController,
    context: AppContext
  ) {
    guard let model = context.notices.attempt({ try ItemFormModel(start, context: context) }),
      let form = context.application?.mainStoryboard?.instantiateViewController(
        withIdentifier: "item-form",
        creator: { ItemFormViewController(context: context, model: model) })
    else { return }
    context.navigator.present(form, in: .form, over: controller)
    if let field { form.focus(on: field) }
  }

  /// Moves the focus to a field.
  private func focus(on field: ItemField) {
    loadViewIfNeeded()
    rows.control(of: field)?.becomeFirstResponder()
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let saved = ItemFormModel.decodeReference(from: coder) else { return nil }
    let form = ItemFormViewController(context: saved.context, model: saved.model)
    form.restorationIdentifier = path.last
    return form
  }

  // MARK: - The view

  override func loadView() -> View {
    let buttons = Flow {
      makeButton("Save", "save") { $0.save() }
      makeButton("Keep draft", "keep") { $0.close() }
      makeButton("Discard", "discard") { $0.discard() }
    }
    let column = Column(spacing: 1, padding: EdgeInsets(left: 1, right: 1)) {
      rows.views
      Field("", buttons)
    }
    column.minimumCaptionWidth = 14
    let form = ScrollView { column }
    form.showsScrollIndicator = false
    return form.named("form")
  }

  override func viewDidLoad() {
    model.didChange = { [weak self] in self?.showModel() }
    model.setNeedsPreservation = { [weak self] in self?.setNeedsPreservation() }
    showModel()
  }

  /// Lets a text grow with its content, but keeps the fields around it visible.
  override func viewDidLayoutSubviews() {
    rows.limitLines(to: min(8, max(3, view.bounds.height - 2)))
  }

  private func makeControl(for field: ItemField) -> View {
    if field.isChoice {
      let choice = Choice { [weak self] in self?.pick(field) }
      choice.didType = { [weak self] text in self?.pick(field, from: text) }
      return choice
    }
    if field.isFlag {
      let flag = Switch()
      flag.addAction(for: .valueChanged) { [weak self, unowned flag] in
        self?.model[field] = flag.isOn ? "true" : "false"
        self?.rows.show(field)
      }
      return flag
    }
    if field.hasLines {
      let text = TextView()
      text.delegate = self
      return text
    }
    let text = TextField()
    text.placeholder = field.placeholder
    text.delegate = self
    return text
  }

  private func makeButton(
    _ title: String, _ identifier: String, action: @escaping (ItemFormViewController) -> Void
  ) -> Button {
    Button(title) { [weak self] in if let self { action(self) } }.named(identifier)
  }

  /// Shows the model's values: at the start, after a picker, after an attempt to save.
  private func showModel() {
    title = model.title
    rows.showAll()
    setNeedsPreservation()
  }

  /// Unfolds groups once the app's state is decoded, which happens after its screens.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    rows.showFolding()
  }

  // MARK: - Keys

  override var actions: [Action] { formActions }

  private lazy var formActions: [Action] = {
    let next = Action("form.next", "Next field", "Tab", for: self) { $0.moveFocus(1) }
    let previous = Action(
      "form.previous", "Previous field", "Shift-Tab", isHinted: false, for: self
    ) {
      $0.moveFocus(-1)
    }
    return [
      Action("form.save", "Save", "^S", role: .primary, for: self) { $0.save() },
      Action("form.close", "Close, keep draft", "Esc", "^C", role: .cancel, for: self) {
        $0.close()
      }.essential(),
      Action("form.save-and-add", "Save and add another", "Alt-Enter", for: self) {
        $0.saveAndAddAnother()
      },
      Action(
        "form.privacy", "Make private or public", "Alt-h", isHinted: false, for: self,
        enabled: { !$0.model.isStored }
      ) { $0.context.privacy.changePrivacy(of: $0.model) },
      Action(
        "form.rating", "Add an age rating", "Alt-r", isHinted: false, for: self,
        enabled: { !$0.model.shows(.rating) }
      ) { $0.askForRating() },
      next, previous, next.also("Enter", "Down"), previous.also("Up"), next.also("^N"),
      previous.also("^P"),
      Action(
        "form.take-other", "Take other value", "^T", for: self, enabled: { $0.fieldToTake != nil }
      ) {
        if let field = $0.fieldToTake { $0.model.takeStored(field) }
      },
    ]
  }()

  private func askForRating() {
    model.askForRating()
    focus(on: .rating)
  }

  /// The focused field, if another window has changed it.
  private var fieldToTake: ItemField? {
    guard let field = focusedField, model.canTakeStored(field) else { return nil }
    return field
  }

  /// Keys that quit or undo outside of a form, and do nothing in one, on buttons too: they are easily hit while typing.
  private static let idle: [KeyPress] = [.character("q"), .character("u"), .control("r")]

  override func takes(_ press: KeyPress) -> Bool {
    Self.idle.contains(press) || super.takes(press)
  }

  override func pressBegan(_ press: KeyPress) -> Bool {
    takes(press) || super.pressBegan(press)
  }

  private var focusedField: ItemField? { rows.field(of: focusedView) }

  private func moveFocus(_ step: Int) {
    window?.moveFocus(by: step)
  }

  /// - Parameter text: The text to narrow the picker to.
  private func pick(_ field: ItemField, from text: String = "") {
    navigationController?.push(
      FormPickerViewController.choosing(field, from: text, of: model, in: context))
  }

  // MARK: - The person's editor

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard question.name == "form.edit-externally",
      let field = question.details["field"].flatMap(ItemField.init(rawValue:))
    else { return super.alert(for: question) }
    return EditorAlert.make { [weak self] in self?.rows.control(of: field) }
  }

  // MARK: - Leaving

  private func save() {
    guard model.save() else { return focusFirstProblem() }
    leave()
    context.navigator.show(saved: model.saved)
  }

  private func saveAndAddAnother() {
    guard model.save() else { return focusFirstProblem() }
    let next = ItemFormModel.Start.another(model.batch)
    let presenter = navigationController?.presentingViewController
    leave()
    context.navigator.show(saved: model.saved)
    if let presenter { Self.present(next, over: presenter, context: context) }
  }

  private func focusFirstProblem() {
    let field = ItemFormRows.fields.first { model.problems[$0] != nil }
    if let field { focus(on: field) }
  }

  /// Closes the form; what was typed waits as a draft.
  ///
  /// If the draft cannot be stored the form stays open, and the bottom row says why.
  private func close() {
    guard model.leave() else { return }
    let isOnItem =
      model.itemUUID != nil && context.navigator.selectedIdentifier == model.itemUUID?.uuidString
    leave()
    // A list whose selected row is the item keeps its selection; any other selects the draft.
    if model.isTouched, !isOnItem { context.navigator.select(draft: model.draftID) }
  }

  private func discard() {
    if model.discard() { leave() }
  }

  private func leave() {
    dismiss()
    context.drafts.close(model)
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    model.encodeReference(with: coder)
  }
}

extension ItemFormViewController: TextFieldDelegate, TextViewDelegate {
  func textFieldDidChange(_ textField: TextField) {
    take(textField.text, from: textField)
  }

  /// Shows a problem as soon as the person leaves the field, not only when they save.
  func textFieldDidEndEditing(_ textField: TextField) {
    guard let field = rows.field(of: textField) else { return }
    model.check(field, isLeft: true)
    if model.settleDate(field) { textField.text = model[field] }
    show(field)
  }

  func textViewDidChange(_ textView: TextView) {
    take(textView.text, from: textView)
  }

  func textViewShouldEditExternally(_ textView: TextView) -> Bool { mayEdit(textView) }

  func textFieldShouldEditExternally(_ textField: TextField) -> Bool { mayEdit(textField) }

  /// Whether a text may go to an editor; asks first for a private item.
  private func mayEdit(_ control: View) -> Bool {
    guard model.isPrivate, let field = rows.field(of: control) else { return true }
    ask(AlertQuestion("form.edit-externally", ["field": field.rawValue]))
    return false
  }

  private func take(_ text: String, from control: View) {
    guard let field = rows.field(of: control) else { return }
    model[field] = text
    model.check(field, isLeft: false)
    show(field)
    title = model.title
  }

  private func show(_ field: ItemField) {
    if rows.show(field) { setNeedsPreservation() }
  }
}
