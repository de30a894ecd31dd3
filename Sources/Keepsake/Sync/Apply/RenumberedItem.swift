import GRDB
import Inventory

/// The numbers of items at one time, by row.
public struct NumbersOfItems: Sendable {
  fileprivate let byRow: [Int64: Int64]
}

/// An item that has another number than before: a label that is stuck on it is wrong now.
public struct RenumberedItem: Hashable, Sendable {
  /// The name of the item.
  public var name: String
  /// The number that it had.
  public var former: Int64
  /// The number that it has.
  public var number: Int64
}

extension SyncStore {
  /// The numbers of all items that this login may see.
  public func numbersOfItems() throws(InventoryError) -> NumbersOfItems {
    try database.read { db in
      var numbers: [Int64: Int64] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, asset_no FROM item WHERE asset_no IS NOT NULL")
      while let row = try rows.next() { numbers[try row.value(0)] = try row.value(1) as Int64 }
      return NumbersOfItems(byRow: numbers)
    }
  }

  /// The items that have another number than they had, in the order of the former ones.
  ///
  /// A row stays the same where the item takes the identity that it has in a household.
  public func renumbered(since before: NumbersOfItems) throws(InventoryError) -> [RenumberedItem] {
    try database.read { db in
      var found: [RenumberedItem] = []
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, asset_no, name FROM item WHERE asset_no IS NOT NULL")
      while let row = try rows.next() {
        let number: Int64 = try row.value(1)
        guard let former = before.byRow[try row.value(0)], former != number else { continue }
        found.append(RenumberedItem(name: try row.value(2), former: former, number: number))
      }
      return found.sorted { $0.former < $1.former }
    }
  }
}
