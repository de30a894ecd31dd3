import Foundation
import GRDB

extension Database {
  /// Stores rows and a manifest, and deletes others, in one transaction.
  func store(_ rows: [SealedRow], deletions: [NodeID], manifest: Data) throws {
    try begin()
    do {
      try write(rows)
      try delete(deletions)
      try statement("INSERT OR REPLACE INTO manifest (id, body) VALUES (?, ?)")
        .run(0, manifest)
      try statement("COMMIT").run()
    } catch {
      try? stopReading()
      if isInsideTransaction { try rollback() }
      throw error
    }
    try? keepReading()
  }

  private func begin() throws {
    do {
      try statement("BEGIN IMMEDIATE").run()
    } catch let error as DatabaseError {
      try? stopReading()
      // Somebody else wrote since: what is read has to be read anew.
      guard error.extendedResultCode == .SQLITE_BUSY_SNAPSHOT else { throw error }
      try statement("BEGIN IMMEDIATE").run()
    }
  }

  /// Goes on reading until the next transaction, which needs no new read lock then.
  ///
  /// Taking one costs four calls of the system. Meanwhile the log cannot be moved into the file. What
  /// is read is seldom written to, or else SQLite would have to put its place there away.
  private func keepReading() throws { try statement(Self.anyRow).begin() }

  /// Lets the log be moved into the file.
  func stopReading() throws { try statement(Self.anyRow).stop() }

  private static let anyRow = "SELECT key FROM meta"

  private func write(_ rows: [SealedRow]) throws {
    guard !rows.isEmpty else { return }
    let upsert = try statement("INSERT OR REPLACE INTO object (node, body) VALUES (?, ?)")
    for row in rows { try upsert.run(row.node.rawValue, row.sealed) }
  }

  private func delete(_ nodes: [NodeID]) throws {
    guard !nodes.isEmpty else { return }
    let delete = try statement("DELETE FROM object WHERE node = ?")
    for node in nodes { try delete.run(node.rawValue) }
  }

  /// A kept statement: SQLite takes longer to read one than to run it.
  private func statement(_ sql: String) throws -> RowStatement {
    RowStatement(try cachedStatement(sql: sql))
  }
}
