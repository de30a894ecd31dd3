import CSQLite
import Foundation
import GRDB
import GRDBSQLite
import Storage

extension Database {
  /// Runs a change in one transaction.
  func inOneTransaction(_ change: () throws -> Void) throws {
    try begin()
    do {
      try change()
      try statement("COMMIT").run()
    } catch {
      try? endReadTransaction()
      if isInsideTransaction { try rollback() }
      throw error
    }
    try? holdReadTransaction()
  }

  /// The statement that stores an object: its node, its body and, in one row, the manifest.
  func insertObjectStatement() throws -> RawStatement {
    try statement("INSERT OR REPLACE INTO object (node, body, manifest) VALUES (?, ?, ?)")
  }

  /// Stores the manifest in its own table.
  func storeManifest(_ sealed: Data) throws {
    try statement("INSERT OR REPLACE INTO manifest (id, body) VALUES (?, ?)").run(0, sealed)
  }

  /// Moves the newest manifest into its own table and removes older ones from the objects' rows.
  ///
  /// A row larger than a page keeps its old manifest: removing it would rewrite the whole row.
  ///
  /// - Parameter node: The object whose row holds the newest; `nil` when the table holds it.
  func moveManifestToTable(newestIn node: NodeID?) throws {
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
        arguments: [ArchiveLayout.pageSize])
      return .commit
    }
  }

  /// Deletes objects.
  func delete(_ nodes: [NodeID]) throws {
    guard !nodes.isEmpty else { return }
    let delete = try statement("DELETE FROM object WHERE node = ?")
    for node in nodes {
      delete.bind(node.rawValue)
      try delete.run()
    }
  }

  private func begin() throws {
    do {
      try statement("BEGIN IMMEDIATE").run()
    } catch let error as DatabaseError {
      let wasReading = try statement(Self.anyRow).isBusy
      try endReadTransaction()
      // A reader must neither wait for a writer nor write on an outdated snapshot.
      guard wasReading, error.resultCode == .SQLITE_BUSY else { throw error }
      try statement("BEGIN IMMEDIATE").run()
    }
  }

  /// Keeps a read transaction open until the next commit, which then needs no new read lock.
  ///
  /// A read lock costs four system calls. While it is held no checkpoint can run. The statement
  /// reads a table that is seldom written, so that SQLite need not save its cursor.
  private func holdReadTransaction() throws { try statement(Self.anyRow).stepToFirstRow() }

  /// Ends the open read so that a checkpoint can run.
  func endReadTransaction() throws { try statement(Self.anyRow).reset() }

  private static let anyRow = "SELECT key FROM meta"

  /// A cached statement: SQLite takes longer to compile one than to run it.
  private func statement(_ sql: String) throws -> RawStatement {
    try RawStatement(self, sql: sql)
  }
}

extension RawStatement {
  /// Runs the statement for the row of a number with one content or two.
  func run(_ row: Int64, _ content: Data, _ second: Data? = nil) throws {
    // The bytes outlive the run, so SQLite need not copy them.
    try content.withUnsafeBytes { bytes in
      bind(row)
      bind(borrowing: bytes)
      guard let second else {
        try run()
        return
      }
      try second.withUnsafeBytes { bytes in
        bind(borrowing: bytes)
        try run()
      }
    }
  }
}

extension Database {
  /// Treats the file as hostile (reliability S7): ignores what its schema could run and caps
  /// SQLite's limits at what an archive needs.
  ///
  /// - Parameter attaches: Whether other files may be attached, as a copy requires.
  func distrustFile(attaches: Bool = false) {
    distrustFile(within: [
      (SQLITE_LIMIT_LENGTH, Int32(clamping: 2 * StateArchive.recordLimit)),
      (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 50),
      (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
      (SQLITE_LIMIT_ATTACHED, attaches ? 1 : 0),
    ])
  }

  /// Keeps or checkpoints the log when the file is closed.
  ///
  /// The log stays until the archive has proven that nothing in it was lost.
  func keepLogOnClose(_ keeps: Bool) {
    guard let connection = sqliteConnection else { return }
    database_keep_log_on_close(UnsafeMutableRawPointer(connection), keeps)
  }

  /// Sets how long SQLite waits for another program's lock, in milliseconds.
  func setBusyTimeout(milliseconds: Int32) {
    guard let connection = sqliteConnection else { return }
    sqlite3_busy_timeout(connection, milliseconds)
  }
}
