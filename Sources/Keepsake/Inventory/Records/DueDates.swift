import Foundation
import GRDB

/// A lent thing that should be back.
public struct DueLoan: Hashable, Sendable {
  /// The item.
  public var item: UUID
  /// The name of the item.
  public var name: String
  /// The borrower.
  public var borrower: String
  /// The day by which it should be back.
  public var day: CalendarDate
}

extension DueLoan {
  /// The live items that are not sold and should be back by a day; `nil` from a file of before there were loans.
  static func fetchAll(_ db: Database, by today: CalendarDate) throws -> [DueLoan]? {
    guard try db.hasColumn("due_back", in: "item") else { return nil }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT uuid, name, lent_to, due_back FROM item
        WHERE \(ItemShelf.lists.condition) AND due_back <= ? AND lent_to <> '' AND sold_on IS NULL
        ORDER BY due_back, sort_key
        """, arguments: [today.text])
    return try rows.compactMap { row in
      guard let day = CalendarDate(iso: try row.value(3)) else { return nil }
      return DueLoan(
        item: try row.value(0), name: try row.value(1), borrower: try row.value(2), day: day)
    }
  }
}

/// A warranty that ends soon.
public struct EndingWarranty: Hashable, Sendable {
  /// The item.
  public var item: UUID
  /// The name of the item.
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
