import Foundation
import Inventory
import Reprise

/// The item or filter that the command line asks for; it takes precedence over the restored place.
nonisolated enum Destination {
  /// One item.
  case item(UUID)
  /// All items that match a text.
  case items(String)

  /// Finds the item or place that a text names.
  ///
  /// - Throws: When nothing has that name.
  init(_ text: String, in store: InventoryStore) throws {
    switch try store.items(named: text) {
    case .one(let uuid):
      if let item = try store.items.fetch(uuid), item.deletedAt != nil {
        throw UsageFailure.inTrash(item)
      }
      self = .item(uuid)
    case .several: self = .items(try store.filter(naming: text))
    case .none:
      throw UsageFailure(
        status: .noInput,
        message: "there is no item “\(text)”; `keepsake list` shows what there is")
    }
  }
}

extension AppContext {
  /// Goes to what the command line asks for: selects the first tab, closes what
  /// covers it, and resets its stack.
  ///
  /// Text typed into a form that this closes is kept as a draft.
  func go(to destination: Destination) {
    guard let tabs,
      let split = tabs.viewControllers.first as? ItemsSplitViewController, let list = split.list
    else { return }
    guard leaveForms() else { return }
    tabs.dismiss()
    tabs.selectedIndex = 0
    list.navigationController?.popToRootViewController()
    switch destination {
    case .items(let text):
      split.show(.primary)
      list.show(filter: text)
    case .item(let uuid): split.begin(with: uuid)
    }
    dataDidChange()
  }
}
