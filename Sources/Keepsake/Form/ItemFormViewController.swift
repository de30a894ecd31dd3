import Foundation
import Inventory
import Reprise

/// Fills in a new item or changes one. Everything typed is kept as a draft until it is saved.
final class ItemFormViewController: ViewController, ViewControllerRestoration {
  private let context: AppContext
  private let model: ItemFormModel
  private let form = FormView()
  private var fields: [ItemField: TextField] = [:]
  private var rows: [ItemField: FormRow] = [:]
  private let category = ChoiceControl()
  private let place = ChoiceControl()
  private let insured = Switch()

  init(context: AppContext, model: ItemFormModel) {
    self.context = context
    self.model = model
    super.init()
    restorationIdentifier = "item form"
    restorationClass = Self.self
    context.open(model)
  }

  /// Presents a form over a screen.
  static func present(
    _ start: ItemFormModel.Start, over controller: ViewController, context: AppContext
  ) {
    guard let model = context.attempt({ try ItemFormModel(start, context: context) }) else { return }
    controller.present(ModalStack.around(ItemFormViewController(context: context, model: model)))
  }

  static func viewController(withRestorationIdentifierPath path: [String], coder: Coder)
    -> ViewController?
  {
    ItemFormModel.decodeReference(from: coder).map {
      ItemFormViewController(context: $0.context, model: $0.model)
    }
  }

  // MARK: - The view

  override func loadView() -> View { form }

  override func viewDidLoad() {
    form.restorationIdentifier = "form"
    category.restorationIdentifier = "category"
    place.restorationIdentifier = "place"
    insured.restorationIdentifier = "insured"
    category.action = { [weak self] in self?.pickCategory() }
    place.action = { [weak self] in self?.pickPlace() }
    insured.didChange = { [weak self] isOn in self?.model.isInsured = isOn }
    form.rows = ItemField.allCases.map(makeRow)
    form.rows.insert(FormRow("Category", control: category), at: 1)
    form.rows.insert(FormRow("Place", control: place), at: 2)
    form.rows.append(FormRow("Insured", control: insured))
    form.buttons = [
      makeButton("Save", "save") { $0.save() },
      makeButton("Keep draft", "keep") { $0.close() },
      makeButton("Discard", "discard") { $0.discard() },
    ]
    model.didChange = { [weak self] in self?.showModel() }
    showModel()
  }

  private func makeRow(for field: ItemField) -> FormRow {
    let textField = TextField()
    textField.restorationIdentifier = field.rawValue
    textField.placeholder = field.placeholder
    textField.delegate = self
    fields[field] = textField
    let row = FormRow(field.label, control: textField)
    rows[field] = row
    return row
  }

  private func makeButton(
    _ title: String, _ identifier: String, action: @escaping (ItemFormViewController) -> Void
  ) -> Button {
    let button = Button(title) { [weak self] in if let self { action(self) } }
    button.restorationIdentifier = identifier
    return button
  }

  /// Shows what the model says: at the start, after a picker, after an attempt to save.
  private func showModel() {
    title = model.title
    for (field, textField) in fields { textField.text = model[field] }
    for (field, row) in rows { row.problemText = model.problems[field] ?? "" }
    category.text = model.categoryName
    place.text = model.placePath
    insured.isOn = model.isInsured
  }

  // MARK: - Keys

  override var keyCommands: [KeyCommand] {
    func command(
      _ input: KeyPress, _ title: String, hinted: Bool = false,
      _ action: @escaping (ItemFormViewController) -> Void
    ) -> KeyCommand {
      KeyCommand(input, title: title, isHinted: hinted) { [weak self] in
        if let self { action(self) }
      }
    }
    return [
      command(.control("s"), "Save", hinted: true) { $0.save() },
      command(KeyPress(.escape), "Close, keep draft", hinted: true) { $0.close() },
      command(.control("c"), "Close, keep draft") { $0.close() },
      command(KeyPress(.enter, .alt), "Save and add another") { $0.saveAndAddAnother() },
      command(KeyPress(.tab), "Next field", hinted: true) { $0.moveFocus(1) },
      command(KeyPress(.tab, .shift), "Previous field") { $0.moveFocus(-1) },
      command(KeyPress(.enter), "Next field") { $0.moveFocus(1) },
      command(KeyPress(.down), "Next field") { $0.moveFocus(1) },
      command(KeyPress(.up), "Previous field") { $0.moveFocus(-1) },
      command(.control("n"), "Next field") { $0.moveFocus(1) },
      command(.control("p"), "Previous field") { $0.moveFocus(-1) },
    ]
  }

  private func moveFocus(_ step: Int) {
    window?.moveFocus(by: step)
  }

  private func pickCategory() {
    navigationController?.push(CategoryPickerViewController(context: context, model: model))
  }

  private func pickPlace() {
    navigationController?.push(PlacePickerViewController(context: context, model: model))
  }

  // MARK: - Leaving

  private func save() {
    guard model.save() else { return focusFirstProblem() }
    leave()
  }

  private func saveAndAddAnother() {
    guard model.save() else { return focusFirstProblem() }
    let next = ItemFormModel.Start.new(place: model.place)
    let presenter = navigationController?.presentingViewController
    leave()
    if let presenter { Self.present(next, over: presenter, context: context) }
  }

  private func focusFirstProblem() {
    let field = ItemField.allCases.first { model.problems[$0] != nil }
    if let field { fields[field]?.becomeFirstResponder() }
  }

  /// Closes the form; what was typed waits as a draft.
  private func close() {
    model.leave()
    leave()
  }

  private func discard() {
    model.discard()
    context.notice("Draft discarded")
    leave()
  }

  private func leave() {
    dismiss()
    context.close(model)
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    model.encodeReference(with: coder)
  }
}

extension ItemFormViewController: TextFieldDelegate {
  func textFieldDidChange(_ textField: TextField) {
    guard let field = fields.first(where: { $0.value === textField })?.key else { return }
    model[field] = textField.text
    rows[field]?.problemText = ""
    title = model.title
  }
}
