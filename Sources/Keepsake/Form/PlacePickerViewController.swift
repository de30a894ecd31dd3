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

  override var hint: String { "type to narrow, or a new place, e.g. Home / Attic" }

  override func loadChoices() throws -> [Choice] {
    try context.store.allPlaces().map { Choice(thing: .known($0.uuid), title: $0.path) }
  }

  override var current: UUID? { model[choice: .place] }

  override func choose(_ uuid: UUID?) {
    model[choice: .place] = uuid
  }

  /// A path that is not there yet, as in `Home / Attic / Box 12`.
  override func newChoice(from text: String) -> Choice? {
    guard let path = Place.path(typed: text), !all.contains(where: { $0.title == path }) else {
      return nil
    }
    return Choice(thing: .new(path), title: "+ New place “\(path)”")
  }

  override func make(_ path: String) -> UUID? {
    let uuid = UUID()
    return context.perform(.createPlaces(path: path, uuid: uuid)) ? uuid : nil
  }
}
