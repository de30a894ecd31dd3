import Inventory
import Reprise

/// Chooses the category of the item in a form.
final class CategoryPickerViewController: FormPickerViewController, ViewControllerRestoration {
  init(context: AppContext, model: ItemFormModel) {
    super.init(.category, context: context, model: model)
    restorationIdentifier = "category picker"
    restorationClass = Self.self
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
    try context.store.categories().map { Option(id: $0.uuid.uuidString, title: $0.name) }
  }
}
