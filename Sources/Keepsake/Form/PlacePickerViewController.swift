import Foundation
import Inventory
import Reprise

/// Chooses the place of the item in a form.
final class PlacePickerViewController: PickerViewController, ViewControllerRestoration {
  override init(context: AppContext, model: ItemFormModel) {
    super.init(context: context, model: model)
    restorationIdentifier = "place picker"
    restorationClass = Self.self
    title = "Place"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    ItemFormModel.decodeReference(from: coder).map {
      PlacePickerViewController(context: $0.context, model: $0.model)
    }
  }

  override func loadChoices() throws -> [Choice] {
    try context.store.allPlaces().map { Choice(uuid: $0.uuid, title: $0.path) }
  }

  override var current: UUID? { model[choice: .place] }

  override func choose(_ uuid: UUID?) {
    model[choice: .place] = uuid
  }
}
