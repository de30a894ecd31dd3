import Foundation
import Inventory
import Reprise

/// Chooses the category of the item in a form.
final class CategoryPickerViewController: FormPickerViewController, ViewControllerRestoration {
  init(context: AppContext, model: ItemFormModel) {
    super.init(.category, context: context, model: model)
    restorationIdentifier = "category picker"
    restorationClass = Self.self
    searchBar.placeholder = "type to narrow, or a new category"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    ItemFormModel.decodeReference(from: coder).map {
      CategoryPickerViewController(context: $0.context, model: $0.model)
    }
  }

  override func loadThings() throws -> [Option] {
    try context.store.items.categories().map { Option(id: $0.uuid.uuidString, title: $0.name) }
  }

  /// AvailableCommands a new category under a name that none has.
  override func newOption(from text: String) -> Option? {
    let name = Self.name(typed: text)
    guard !name.isEmpty, existingOption(for: text) == nil else { return nil }
    return Option(id: "new", title: "+ New category “\(name)”")
  }

  override func make(_ text: String) -> UUID? {
    context.changes.makeCategory(named: Self.name(typed: text))
  }

  private static func name(typed text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
