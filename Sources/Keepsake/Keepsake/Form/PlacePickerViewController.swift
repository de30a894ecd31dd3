import Foundation
import Inventory
import Reprise

/// Chooses the place of the item in a form.
final class PlacePickerViewController: FormPickerViewController, ViewControllerRestoration {
  init(context: AppContext, model: ItemFormModel) {
    super.init(.place, context: context, model: model)
    restorationIdentifier = "place picker"
    restorationClass = Self.self
    searchBar.placeholder = "type to narrow, or a new place, e.g. Home / Attic"
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

  override func loadThings() throws -> [Option] {
    try context.store.places.fetchAll().map { Option(id: $0.uuid.uuidString, title: $0.path) }
  }

  /// Finds a place by its path however that is typed, as in `Home/Attic`: what cannot be made again must be
  /// there to be chosen.
  override func options(matching text: String) -> [Option] {
    let names = text.replacing("/", with: " ")
    return super.options(matching: names.allSatisfy(\.isWhitespace) ? text : names)
  }

  /// AvailableCommands a new path, such as `Home / Attic / Box 12`.
  override func newOption(from text: String) -> Option? {
    guard let path = Place.path(typed: text), existingOption(for: text) == nil else { return nil }
    let kind = model.isPrivate ? "New private place" : "New place"
    return Option(id: "new", title: "+ \(kind) “\(path)”")
  }

  override func existingOption(for text: String) -> Option? {
    let path = Place.path(typed: text)
    return options.first { $0.title == path } ?? options.first { Place.isSamePath($0.title, text) }
  }

  override func make(_ text: String) -> UUID? {
    guard let path = Place.path(typed: text) else { return nil }
    let uuid = UUID()
    let edit = Edit.createPlaces(path: path, uuid: uuid, isPrivate: model.isPrivate)
    return context.changes.perform(edit) ? uuid : nil
  }
}
