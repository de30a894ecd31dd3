import Foundation
import GRDB

extension Database {
  /// Stores rows and a manifest, and deletes others, in one transaction.
  func store(_ rows: [SealedRow], deletions: [NodeID], manifest: Data) throws {
    try statement("BEGIN IMMEDIATE").run()
    do {
      try write(rows)
      try delete(deletions)
      try statement("INSERT OR REPLACE INTO manifest (id, body) VALUES (?, ?)")
        .run(0, manifest)
      try statement("COMMIT").run()
    } catch {
      if isInsideTransaction { try rollback() }
      throw error
    }
  }

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
