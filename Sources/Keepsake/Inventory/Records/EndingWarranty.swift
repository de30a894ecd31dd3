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

extension EndingWarranty {
  /// The live items that are not sold and whose warranty ends between two days, the next end first.
  static func fetchAll(
    _ db: Database, from first: CalendarDate, through last: CalendarDate
  ) throws -> [EndingWarranty] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT uuid, name, warranty_until FROM item
        WHERE \(ItemShelf.lists.condition) AND warranty_until BETWEEN ? AND ? AND sold_on IS NULL
        ORDER BY warranty_until, sort_key
        """, arguments: [first.text, last.text])
    return try rows.compactMap { row in
      guard let day = CalendarDate(iso: try row.value(2)) else { return nil }
      return EndingWarranty(item: try row.value(0), name: try row.value(1), lastDay: day)
    }
  }
}
