import Foundation
import Inventory
import Reprise

/// Chooses the place to which another one moves, or the place, tag or category into which another one is merged.
///
/// A merge asks first.
final class TargetPickerViewController: PickerViewController, ViewControllerRestoration {
  /// The change that the choice makes.
  enum Purpose: String {
    case move, merge
  }

  private let context: AppContext
  private let purpose: Purpose
  private let thing: NamedThing

  private static let top = Option(id: "top", title: "(top level)")

  init(_ purpose: Purpose, _ thing: NamedThing, context: AppContext) {
    self.purpose = purpose
    self.thing = thing
    self.context = context
    super.init()
    let name = (context.notices.attempt { try thing.name(in: context.store) } ?? nil) ?? ""
    title = purpose == .move ? "Move “\(name)” to" : "Merge “\(name)” into"
    restorationIdentifier = "target picker"
    restorationClass = Self.self
    searchBar.textField.restorationIdentifier = "filter"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let purpose = coder.decodeString(forKey: "purpose").flatMap(Purpose.init),
      let thing = coder.decodeString(forKey: "thing").flatMap(NamedThing.init(stored:)),
      (try? thing.name(in: context.store)) ?? nil != nil
    else { return nil }
    return TargetPickerViewController(purpose, thing, context: context)
  }

  override func loadOptions() -> [Option] {
    context.notices.attempt { try loadTargets() } ?? []
  }

  private func loadTargets() throws -> [Option] {
    switch thing {
    case .newPlace, .view: []
    case .place(let uuid): try (purpose == .move ? [Self.top] : []) + loadPlaces(outside: uuid)
    case .tag(let uuid):
      try context.store.items.tags().filter { $0.uuid != uuid }
        .map { Option(id: $0.uuid.uuidString, title: $0.name) }
    case .category(let uuid):
      try context.store.items.categories().filter { $0.uuid != uuid }
        .map { Option(id: $0.uuid.uuidString, title: $0.name) }
    }
  }

  /// All places but one and those in it.
  private func loadPlaces(outside place: UUID) throws -> [Option] {
    var left: Set = [place]
    let others = try context.store.places.fetchAll().filter { place in
      guard left.contains(place.uuid) || place.parent.map(left.contains) == true else {
        return true
      }
      left.insert(place.uuid)
      return false
    }
    return PlaceOptions(others).options
  }

  override func options(matching text: String) -> [Option] {
    guard case .place = thing else { return super.options(matching: text) }
    return super.options(matching: PlaceOptions.words(in: text))
  }

  override var currentID: String? {
    guard purpose == .move, case .place(let uuid) = thing else { return nil }
    let place = context.notices.attempt { try context.store.places.fetch(uuid) } ?? nil
    return place.map { $0.parent?.uuidString ?? Self.top.id }
  }

  override func choose(_ option: Option) -> Bool {
    let target = UUID(uuidString: option.id)
    switch (purpose, thing) {
    case (.move, .place(let uuid)):
      let isSame = option.id == currentID
      return isSame || context.changes.perform(.place(.move(uuid, to: target)))
    default:
      if let target, let other = thing.other(target) { ask(Question.merge(thing, into: other)) }
      return false
    }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(purpose.rawValue, forKey: "purpose")
    coder.encode(thing.stored, forKey: "thing")
  }
}

extension TargetPickerViewController: InventoryScreen {
  /// Closes once the thing was merged, or is gone.
  func dataDidChange() {
    let name = context.notices.attempt { try thing.name(in: context.store) }
    if name == .some(nil) { dismiss() }
  }

}

extension NamedThing {
  /// Another thing of the same kind.
  fileprivate func other(_ uuid: UUID) -> NamedThing? {
    switch self {
    case .newPlace, .view: nil
    case .place: .place(uuid)
    case .tag: .tag(uuid)
    case .category: .category(uuid)
    }
  }
}
