import Foundation
import Inventory
import Reprise

/// What the command line asks to be shown; it beats the saved place (design 5.7).
nonisolated enum Destination {
  /// One item.
  case item(UUID)
  /// All items that a text is found in.
  case items(String)

  /// Finds what a text names.
  ///
  /// - Throws: When there is nothing of that name.
  init(_ text: String, in store: InventoryStore) throws {
    switch try store.items(named: text) {
    case .one(let uuid): self = .item(uuid)
    case .several: self = .items(text)
    case .none:
      throw UsageFailure(
        status: .noInput,
        message: "there is no item “\(text)”; `keepsake list` shows what there is")
    }
  }
}

extension AppContext {
  /// Goes to what the command line asks for: first tab, nothing over it, its stack begun anew.
  ///
  /// What was typed into a form that is left waits as a draft.
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
