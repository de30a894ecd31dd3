import Foundation
import GRDB

/// A warranty that ends soon.
public struct EndingWarranty: Hashable, Sendable {
  /// The item.
  public var item: UUID
  /// What it is called.
  public var name: String
  /// The last day of the warranty.
  public var lastDay: CalendarDate
}

extension InventoryStore {
  /// The live items that are not sold and whose warranty ends within some days, the next end first.
  ///
  /// What is sealed of private items nobody knows here. Reads all items: not for a screen.
  public func warrantiesEnding(
    within days: Int, of today: CalendarDate
  ) throws(InventoryError) -> [EndingWarranty] {
    guard let last = today.adding(days: days) else { return [] }
    return try file.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT uuid, name, warranty_until FROM item
          WHERE \(ScopeClause.live) AND warranty_until BETWEEN ? AND ? AND sold_on IS NULL
          ORDER BY warranty_until, sort_key
          """, arguments: [today.text, last.text])
      return try rows.compactMap { row in
        guard let day = CalendarDate(iso: try row.value(2)) else { return nil }
        return EndingWarranty(item: try row.value(0), name: try row.value(1), lastDay: day)
      }
    }
  }
}
