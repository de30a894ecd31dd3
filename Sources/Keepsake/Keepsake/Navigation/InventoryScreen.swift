import Foundation
import Inventory
import Reprise

/// A screen that shows data of the inventory.
///
/// Services see screens as this; ``Navigator`` finds them.
protocol InventoryScreen: ViewController {
  /// The one item that the screen is about, if it is.
  var subject: UUID? { get }

  /// Reads the data again after a change.
  func dataDidChange()

  /// Called when the connection to the household's server has changed.
  func householdDidChange()

  /// Called when more rows of the screen's list are known.
  func rowsDidChange()

  /// Called when the value of everything was added up again.
  func worthDidChange()

  // MARK: - Lists

  /// Selects a row by its identifier, if it is there.
  func select(_ identifier: String)

  /// Selects an item that a form saved, or reports why it isn't shown.
  func show(saved item: SavedItem)

  /// The identifier of the selected row.
  var selectedIdentifier: String? { get }

  /// Removes the filter.
  func endFiltering()

  /// Returns from the archive or the trash to the items.
  func leaveShelf()
}

/// A screen about no item, without a list.
extension InventoryScreen {
  var subject: UUID? { nil }
  var selectedIdentifier: String? { nil }
  func householdDidChange() {}
  func rowsDidChange() {}
  func worthDidChange() {}
  func select(_ identifier: String) {}
  func show(saved item: SavedItem) {}
  func endFiltering() {}
  func leaveShelf() {}
}

/// A screen that goes to any item.
protocol ItemOpening: AnyObject {
  /// Goes to the screen of an item as if it had just been opened.
  func begin(with item: UUID)
}

/// A list that opens saved views.
protocol ViewOpening: AnyObject {
  /// Shows the items of a view.
  func open(_ view: SavedView)
}

/// An item that a form has just saved.
struct SavedItem {
  var uuid: UUID
  var name: String
  /// Whether it was not there before.
  var isNew: Bool
}
