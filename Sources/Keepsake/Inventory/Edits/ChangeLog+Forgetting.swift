import Foundation
import GRDB

extension ChangeLog {
  /// Removes the entries with former names or notes of a place, as if it had always had the present ones.
  static func forgetNames(ofPlace uuid: UUID, _ db: Database) throws {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, rev_before, rev_after, undone FROM change
        WHERE row_uuid = ? AND (instr(ifnull(before, '') || ifnull(after, ''), '"name"') > 0
          OR instr(ifnull(before, '') || ifnull(after, ''), '"notes"') > 0)
        ORDER BY id
        """)
    for row in try Row.fetchAll(find, arguments: [uuid]) {
      // What leads to the revision before it leads to the one after it now.
      if try row.value(3) as Int == Mark.done.rawValue {
        try renumber(uuid, from: row.value(1), to: row.value(2), db)
      }
      try db.cachedStatement(sql: "DELETE FROM change WHERE id = ?")
        .execute(arguments: [try row.value(0) as Int64])
    }
  }
}
