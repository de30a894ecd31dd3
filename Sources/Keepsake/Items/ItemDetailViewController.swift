import Foundation
import Inventory
import Reprise

/// One item, all that is known of it.
final class ItemDetailViewController: ScreenController, ViewControllerRestoration {
  private let uuid: UUID
  private let detail = DetailView()
  private var item: Item?

  init(context: AppContext, item uuid: UUID) {
    self.uuid = uuid
    super.init(context: context)
    restorationIdentifier = "item"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let item = try? context.store.item(uuid), item.deletedAt == nil
    else { return nil }
    return ItemDetailViewController(context: context, item: uuid)
  }

  override func loadView() -> View { detail }

  override func viewDidLoad() {
    detail.restorationIdentifier = "detail"
    load()
  }

  private func load() {
    item = context.attempt { try context.store.item(uuid) }.flatMap { $0 }
    guard let item else { return }
    title = item.name
    detail.lines = DetailLines(
      item: item, place: place, category: category, currency: context.store.currency)
  }

  private var place: Place? {
    item?.place.flatMap { uuid in context.attempt { try context.store.place(uuid) } ?? nil }
  }

  private var category: String? {
    guard let uuid = item?.category else { return nil }
    return context.attempt { try context.store.categories() }?.first { $0.uuid == uuid }?.name
  }

  override var keyCommands: [KeyCommand] {
    let edit = { [weak self] () -> Void in
      guard let self else { return }
      ItemFormViewController.present(.item(uuid), over: self, context: context)
    }
    let trash = { [weak self] () -> Void in
      guard let self else { return }
      context.perform(.trashItems([uuid]))
    }
    return [
      KeyCommand("e", title: "Edit", isHinted: true, action: edit),
      KeyCommand("x", title: "Trash", isHinted: true, action: trash),
      KeyCommand(KeyPress(.delete), title: "Trash", action: trash),
    ]
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(uuid.uuidString, forKey: "item")
  }

  /// Shows the item as it is now; when it is gone, so is its screen.
  override func dataDidChange() {
    load()
    if item == nil || item?.deletedAt != nil { navigationController?.pop(from: self) }
  }
}
