import Foundation
import GRDB

/// A lent thing that should be back.
public struct DueLoan: Hashable, Sendable {
  /// The item.
  public var item: UUID
  /// What it is called.
  public var name: String
  /// Who has it.
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
