import Foundation
import Inventory
import Reprise

/// Chooses a place or a category, or none, for the item in a form.
class FormPickerViewController: PickerViewController {
  let context: AppContext
  let model: ItemFormModel
  private let field: ItemField

  private static let none = Option(id: "none", title: "none")

  init(_ field: ItemField, context: AppContext, model: ItemFormModel) {
    self.field = field
    self.context = context
    self.model = model
    super.init()
    title = field.label
    userActivity = model.activity
    searchBar.textField.restorationIdentifier = "filter"
  }

  /// The existing places or categories as options.
  func loadThings() throws -> [Option] { [] }

  /// Makes what ``newOption(from:)`` offered; `nil` after a failure, which it has reported.
  func make(_ title: String) -> UUID? { nil }

  override func loadOptions() -> [Option] {
    [Self.none] + (context.notices.attempt { try loadThings() } ?? [])
  }

  /// Puts “none” last while something is typed: whoever types looks for something.
  override func options(matching text: String) -> [Option] {
    let found = super.options(matching: text)
    guard text.contains(where: { !$0.isWhitespace }) else { return found }
    return found.filter { $0 != Self.none } + found.filter { $0 == Self.none }
  }

  override var currentID: String? { model[choice: field]?.uuidString ?? Self.none.id }

  override func choose(_ option: Option) -> Bool {
    if option == Self.none {
      model[choice: field] = nil
    } else if let uuid = UUID(uuidString: option.id) ?? make(searchBar.text) {
      model[choice: field] = uuid
    } else {
      return false
    }
    return true
  }

  /// Answers the key that saves in the form: here it could not tell whether what is selected is meant.
  override func pressBegan(_ press: KeyPress) -> Bool {
    guard press == KeyPress(.character("s"), .control) else { return super.pressBegan(press) }
    context.notices.show("Enter chooses; ^S saves in the form")
    return true
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    model.encodeReference(with: coder)
  }
}
