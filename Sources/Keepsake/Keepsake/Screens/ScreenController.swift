import Foundation
import Reprise

/// A screen that shows data of the inventory.
class ScreenController: ViewController, InventoryScreen {
  let context: AppContext

  init(context: AppContext) {
    self.context = context
    super.init()
    userActivity = UserActivity(activityType: "keepsake.look")
  }

  /// Whether Esc leads back to the list next to the item, from which this screen was opened.
  var returnsToList = false {
    didSet {
      guard returnsToList != oldValue else { return }
      setNeedsPreservation()
      navigationItem.backAction =
        returnsToList ? BackAction("Items") { [weak self] in self?.returnToList() } : nil
    }
  }

  /// Goes back to the item, and on to the list.
  private func returnToList() {
    let split = splitViewController
    navigationController?.pop(from: self)
    split?.show(.primary)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if returnsToList { coder.encode(true, forKey: "returnsToList") }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    returnsToList = coder.decodeBool(forKey: "returnsToList")
  }

  var subject: UUID? { nil }

  /// The person's activity here, as text for the list of sessions.
  var doing: String { "viewing “\(title)”" }

  override func updateUserActivityState(_ activity: UserActivity) {
    activity.title = doing
    activity["item"] = subject
  }

  /// Stores the text for the list of sessions again.
  func setNeedsActivity() { userActivity?.needsSave = true }

  /// Undo and redo belong to the screens that show the data: under a sheet they would change data
  /// out of sight.
  override var actions: [Action] { undoActions }

  // Made once: the window reads them at every key.
  private lazy var undoActions = [
    Action("data.undo", "Undo", "u", isHinted: false, for: self) { $0.context.changes.undo() },
    Action("data.redo", "Redo", "^R", isHinted: false, for: self) { $0.context.changes.redo() },
  ]

  /// Each saved view, which only the palette lists.
  override var userActions: [Action] {
    let views = context.notices.attempt { try context.store.views.fetchAll() } ?? []
    return views.map { view in
      Action("view.\(view.uuid.digits)", "View: \(view.name)", isHinted: false, for: context) {
        $0.navigator.show(view: view)
      }
    }
  }

  // MARK: - Nothing to do by default

  func dataDidChange() {}
  func householdDidChange() {}
  func rowsDidChange() {}
  func worthDidChange() {}
  func select(_ identifier: String) {}
  func show(saved item: SavedItem) {}
  var selectedIdentifier: String? { nil }
  func endFiltering() {}
  func leaveShelf() {}

  // MARK: - Items

  /// Whether an item is there and not in the trash; a failure to read is reported.
  func isThere(_ item: UUID) -> Bool {
    let found = context.notices.attempt { try context.store.items.fetch(item) } ?? nil
    return found.map { $0.deletedAt == nil } ?? false
  }
}

extension Coder {
  /// The item that a saved screen shows, stored under the key `item`; `nil` if it is gone or in the trash.
  func decodeLiveItem() -> (context: AppContext, item: UUID)? {
    guard let context = environment[AppContext.self],
      let item = decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let found = try? context.store.items.fetch(item), found.deletedAt == nil
    else { return nil }
    return (context, item)
  }

  /// The owner of the files that a saved screen shows; `nil` if it is gone, in the trash, or a private place that is
  /// closed.
  func decodeFileOwner() -> (context: AppContext, owner: FileOwner)? {
    if let (context, item) = decodeLiveItem() { return (context, .item(item)) }
    guard let context = environment[AppContext.self],
      let uuid = decodeString(forKey: "place").flatMap(UUID.init(uuidString:)),
      context.attachments.openPlace(uuid) != nil
    else { return nil }
    return (context, .place(uuid))
  }
}
