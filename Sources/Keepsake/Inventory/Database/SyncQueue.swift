import Foundation
import GRDB

/// The changes that wait to be sent to a household's server.
public enum SyncQueue {
  /// The number of rows that no operation was made of yet, and of operations that the server does not have.
  public static func count(_ db: Database) throws -> Int {
    let count = try db.cachedStatement(
      sql: """
        SELECT (SELECT count(*) FROM household_dirty) + (SELECT count(*) FROM household_queue)
        """)
    return try Int.fetchOne(count) ?? 0
  }

  /// Records that all former values of an item and its files must be erased; see ``SyncStore/forgetFormerValues()``.
  ///
  /// Part of the transaction that makes the item private, so the record survives a kill.
  static func noteFormer(item: UUID, files: [UUID], _ db: Database) throws {
    try noteFormer([("item", item)] + files.map { ("attachment", $0) }, db)
  }

  /// Notes the same of a place, whose name is sealed now.
  static func noteFormer(place: UUID, _ db: Database) throws {
    try noteFormer([("place", place)], db)
  }

  private static func noteFormer(_ rows: [(String, UUID)], _ db: Database) throws {
    guard try Meta.text(Meta.household, db) != nil else { return }
    for (kind, uuid) in rows {
      try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO household_former(kind, key) VALUES (?, lower(hex(?)))"
      ).execute(arguments: [kind, uuid])
    }
  }
}
