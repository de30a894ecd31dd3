import Foundation
import Inventory
import Reprise

/// Chooses the place to which items move; a typed path that does not exist makes a new one.
final class MovePickerViewController: ItemsPickerViewController, ViewControllerRestoration {
  private static let none = Option(id: "none", title: "no place")

  private var places = PlaceOptions()

  init(context: AppContext, items: ChosenItems) {
    super.init("Move", items, context: context)
    restorationIdentifier = "move picker"
    restorationClass = Self.self
    searchBar.placeholder = "type to narrow, or a new place, e.g. Home / Attic"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map {
      MovePickerViewController(context: $0, items: ChosenItems())
    }
  }

  override func loadOptions() -> [Option] {
    places = PlaceOptions(context.notices.attempt { try context.store.places.fetchAll() } ?? [])
    return places.options + [Self.none]
  }

  override var currentID: String? { context.lastPlace.place?.uuidString }

  override func options(matching text: String) -> [Option] {
    super.options(matching: PlaceOptions.words(in: text))
  }

  override func newOption(from text: String) -> Option? {
    guard let path = Place.path(typed: text), existingOption(for: text) == nil else { return nil }
    return Option(id: "new", title: "+ New place “\(path)”")
  }

  override func existingOption(for text: String) -> Option? {
    places.option(for: text)
  }

  override func choose(_ option: Option) -> Bool {
    guard let items = itemsToChange() else { return true }
    if option == Self.none { return context.move(items, to: nil) }
    if let place = UUID(uuidString: option.id) {
      // Remembered first: a kill after the data is stored must not forget it.
      context.lastPlace.place = place
      return context.move(items, to: place)
    }
    guard let path = Place.path(typed: searchBar.text) else { return false }
    let place = UUID()
    // As in their forms: a place's name can reveal what is in it.
    let arePrivate = context.privacy.count(among: items) == items.count
    let edit = Edit.moveItemsToNewPlace(items, path: path, uuid: place, isPrivate: arePrivate)
    guard
      context.changes.perform(edit, saying: { [context] in context.movedLine($0, to: place) })
    else { return false }
    context.lastPlace.place = place
    return true
  }
}
