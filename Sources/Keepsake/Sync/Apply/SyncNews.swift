import Foundation
import GRDB
import Inventory

/// A change by another member, with the current state of its subject.
public struct SyncNews: Hashable, Sendable {
  /// The kind of change.
  public enum Deed: Hashable, Sendable {
    case added
    case changed
    case trashed
  }

  /// The subject of a change.
  public enum Subject: Hashable, Sendable {
    /// An item or its files, by name; `nil` for a private one.
    case item(UUID, name: String?)
    /// A place, a category or a setting, in words: `the place Cellar`.
    case other(String)
  }

  /// The author, by the name that the member chose.
  public var author: String
  /// The subject of the change.
  public var subject: Subject
  /// The kind of change.
  public var deed: Deed
}

extension SyncStore {
  /// The columns that make no news: the order of items, and an asset number that a home gave up because
  /// another home had assigned it too.
  private static var givingWay: String {
    "('asset_no', 'asset_no,\(MergedRow.life)', 'order_key')"
  }

  /// The changes by others since an operation, one per subject and author, the latest last.
  ///
  /// - Parameters:
  ///   - sequence: The number of the operation by the server's counter.
  ///   - member: The member whose own writing is left out, on other machines too.
  ///   - limit: The most entries to look at.
  public func news(
    after sequence: Int64, besides member: String, limit: Int = 2000
  ) throws(InventoryError) -> [SyncNews] {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      // Adding or removing a file doesn't add or trash its item.
      let (subject, isOwn) = (HistoryRows.subject, HistoryRows.areNoFiles)
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(subject), author, max(\(isOwn) AND columns = '\(Item.createdColumn)'),
            max(\(isOwn) AND instr(',' || columns || ',', ',\(MergedRow.life),') > 0)
          FROM household_history
          WHERE sequence > ? AND author <> ? AND columns NOT IN \(Self.givingWay)
            AND device <> (SELECT device FROM household_clock)
          GROUP BY \(subject), author ORDER BY max(sequence) LIMIT ?
          """, arguments: [sequence, member, limit])
      return try rows.compactMap { row in
        guard let key = HistoryKey(try row.value(0)),
          let (subject, isInTrash) = try Self.subject(of: key, db)
        else { return nil }
        let (isNew, isMoved): (Bool, Bool) = (try row.value(2), try row.value(3))
        return SyncNews(
          author: try row.value(1), subject: subject,
          deed: isInTrash ? (isMoved ? .trashed : .changed) : (isNew ? .added : .changed))
      }
    }
  }

  /// The subject of a row, and whether it is in the trash; `nil` if the row does not exist here.
  private static func subject(
    of key: HistoryKey, _ db: Database
  ) throws -> (SyncNews.Subject, isInTrash: Bool)? {
    guard case .other(let row) = key else {
      guard let uuid = key.item, let item = try StoredItem.fetch(db, uuid: uuid)?.item else {
        return nil
      }
      return (.item(uuid, name: item.isMasked ? nil : item.name), item.deletedAt != nil)
    }
    guard let name = try SharedRowWords(db).name(of: row) else { return nil }
    guard row.kind == SyncedTable.place.rawValue, let uuid = SharedKey.uuid(row.key),
      let place = try StoredPlace.fetch(db, uuid: uuid)?.place
    else { return (.other("the \(name.text)"), false) }
    return (.other(place.isMasked ? "a private place" : "the \(name.text)"), place.deletedAt != nil)
  }
}
