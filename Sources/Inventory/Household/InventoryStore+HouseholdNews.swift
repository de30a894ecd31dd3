import Foundation
import GRDB
import Household

/// What another member wrote of an item, as the item is now.
public struct HouseholdNews: Hashable, Sendable {
  /// What became of it.
  public enum Deed: Hashable, Sendable {
    case added
    case changed
    case trashed
  }

  /// Who wrote it, by the name that the member chose.
  public var author: String
  /// The item.
  public var item: UUID
  /// What became of it.
  public var deed: Deed
  /// What it is called; `nil` for a private item.
  public var name: String?
}

extension InventoryStore {
  /// What a home writes by itself when two have given one number: that concerns nobody.
  private static var givingWay: String { "('asset_no', 'asset_no,\(MergedRow.life)')" }

  /// What others wrote of items since an operation, each item once for each of them, the latest last.
  ///
  /// - Parameters:
  ///   - sequence: The number of the operation by the server's counter.
  ///   - member: The member whose own writing is left out, on other machines too.
  ///   - limit: The most entries to look at.
  public func householdNews(
    after sequence: Int64, besides member: String, limit: Int = 2000
  ) throws(InventoryError) -> [HouseholdNews] {
    try file.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT key, author, max(columns = '\(Item.createdColumn)'),
            max(instr(',' || columns || ',', ',\(MergedRow.life),'))
          FROM household_history
          WHERE sequence > ? AND author <> ? AND columns NOT IN \(Self.givingWay) AND device <> (SELECT device FROM household_clock)
          GROUP BY key, author ORDER BY max(sequence) LIMIT ?
          """, arguments: [sequence, member, limit])
      return try rows.compactMap { row in
        guard let uuid = SharedKey.uuid(try row.value(0)),
          let item = try StoredItem.fetch(db, uuid: uuid)?.item
        else { return nil }
        let (isNew, isMoved): (Bool, Bool) = (try row.value(2), try (row.value(3) as Int64) > 0)
        let deed: HouseholdNews.Deed =
          item.deletedAt != nil ? (isMoved ? .trashed : .changed) : (isNew ? .added : .changed)
        return HouseholdNews(
          author: try row.value(1), item: uuid, deed: deed, name: item.isMasked ? nil : item.name)
      }
    }
  }
}
