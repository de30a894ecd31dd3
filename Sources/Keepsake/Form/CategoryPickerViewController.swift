import Foundation
import Inventory
import Reprise

/// Chooses the category of the item in a form.
final class CategoryPickerViewController: PickerViewController, ViewControllerRestoration {
  override init(context: AppContext, model: ItemFormModel) {
    super.init(context: context, model: model)
    restorationIdentifier = "category picker"
    restorationClass = Self.self
    title = "Category"
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

  override func loadChoices() throws -> [Choice] {
    try context.store.categories().map { Choice(thing: .known($0.uuid), title: $0.name) }
  }

  override var current: UUID? { model[choice: .category] }

  override func choose(_ uuid: UUID?) {
    model[choice: .category] = uuid
  }
}
