import Foundation
import Inventory
import Reprise

/// Chooses the place to which items move; a typed path that does not exist makes a new one.
final class MovePickerViewController: PickerViewController, ViewControllerRestoration {
  private let context: AppContext
  private var chosen: ChosenItems

  private static let none = Option(id: "none", title: "no place")

  init(context: AppContext, items: ChosenItems) {
    self.context = context
    chosen = items
    super.init()
    restorationIdentifier = "move picker"
    restorationClass = Self.self
    searchBar.textField.restorationIdentifier = "filter"
    searchBar.placeholder = "type to narrow, or a new place, e.g. Home / Attic"
    title = "Move \(items.name(in: context))"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map {
      MovePickerViewController(context: $0, items: ChosenItems())
    }
  }

  override func loadOptions() -> [Option] {
    let places = context.notices.attempt { try context.store.places.fetchAll() } ?? []
    return places.map { Option(id: $0.uuid.uuidString, title: $0.path) } + [Self.none]
  }

  override var currentID: String? { context.lastPlace.place?.uuidString }

  override func options(matching text: String) -> [Option] {
    let names = text.replacing("/", with: " ")
    return super.options(matching: names.allSatisfy(\.isWhitespace) ? text : names)
  }

  override func newOption(from text: String) -> Option? {
    guard let path = Place.path(typed: text), existingOption(for: text) == nil else { return nil }
    return Option(id: "new", title: "+ New place “\(path)”")
  }

  override func existingOption(for text: String) -> Option? {
    let path = Place.path(typed: text)
    return options.first { $0.title == path } ?? options.first { Place.isSamePath($0.title, text) }
  }

  override func choose(_ option: Option) -> Bool {
    let items = chosen.items
    guard !items.isEmpty else {
      context.notices.warn("These items are no longer in the list")
      return true
    }
    if option == Self.none { return context.move(items, to: nil) }
    if let place = UUID(uuidString: option.id) {
      // Remembered first: a kill after the data is stored must not forget it.
      context.lastPlace.place = place
      return context.move(items, to: place)
    }
    guard let path = Place.path(typed: searchBar.text) else { return false }
    let place = UUID()
    let edit = Edit.moveItemsToNewPlace(
      items, path: path, uuid: place, isPrivate: isPrivate(items))
    guard
      context.changes.perform(edit, saying: { [context] in context.movedLine($0, to: place) })
    else { return false }
    context.lastPlace.place = place
    return true
  }

  /// Whether a new place for these items is private: if all of them are, as in their forms.
  private func isPrivate(_ items: [UUID]) -> Bool {
    items.count <= 100
      && items.allSatisfy { uuid in
        (context.notices.attempt { try context.store.items.fetch(uuid) } ?? nil)?.isPrivate == true
      }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    chosen.encode(with: coder)
    coder.encode(title, forKey: "title")
  }

  override func decodeRestorableState(with coder: Coder) {
    chosen = ChosenItems(coder: coder)
    // The list below knows its items only after its first layout.
    title = coder.decodeString(forKey: "title") ?? title
    super.decodeRestorableState(with: coder)
  }
}
