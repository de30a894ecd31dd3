import Foundation
import GRDB

extension Database {
  /// Changes the file in one transaction: as far as the end or not at all.
  func inOneTransaction(_ change: () throws -> Void) throws {
    try begin()
    do {
      try change()
      try statement("COMMIT").run()
    } catch {
      try? stopReading()
      if isInsideTransaction { try rollback() }
      throw error
    }
    try? keepReading()
  }

  /// Stores an object: its number, its content, and the manifest if that is to lie in its row.
  func storingObjects() throws -> RowStatement {
    try statement("INSERT OR REPLACE INTO object (node, body, manifest) VALUES (?, ?, ?)")
  }

  /// Stores the manifest in the table of its own.
  func storeManifest(_ sealed: Data) throws {
    try statement("INSERT OR REPLACE INTO manifest (id, body) VALUES (?, ?)").run(0, sealed)
  }

  /// Moves the newest manifest into the table of its own and takes out those before it.
  ///
  /// An object that fills more than a page keeps the one it has: all of it would be written again.
  ///
  /// - Parameter node: The object whose row holds the newest; `nil` when the table does.
  func gatherManifests(newestIn node: NodeID?) throws {
    try inTransaction(.immediate) {
      if let node {
        try execute(
          sql: """
            INSERT OR REPLACE INTO manifest (id, body)
            SELECT 0, manifest FROM object WHERE node = ? AND manifest IS NOT NULL
            """, arguments: [node.rawValue])
      }
      try execute(
        sql: "UPDATE object SET manifest = NULL WHERE manifest IS NOT NULL AND length(body) < ?",
        arguments: [StateArchive.pageSize])
      return .commit
    }
  }

  /// Deletes objects.
  func delete(_ nodes: [NodeID]) throws {
    guard !nodes.isEmpty else { return }
    let delete = try statement("DELETE FROM object WHERE node = ?")
    for node in nodes { try delete.run(node.rawValue) }
  }

  private func begin() throws {
    do {
      try statement("BEGIN IMMEDIATE").run()
    } catch let error as DatabaseError {
      let wasReading = try statement(Self.anyRow).isUnderWay
      try stopReading()
      // Who reads is not made to wait for who writes, and not let write what was read before that.
      guard wasReading, error.resultCode == .SQLITE_BUSY else { throw error }
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

  /// A kept statement: SQLite takes longer to read one than to run it.
  private func statement(_ sql: String) throws -> RowStatement {
    RowStatement(try cachedStatement(sql: sql))
  }
}
