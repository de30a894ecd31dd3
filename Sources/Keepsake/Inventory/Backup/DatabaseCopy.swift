import Foundation
import GRDB
import GRDBSQLite
import Storage

/// A snapshot of a database that others continue to read and write.
struct DatabaseCopy {
  /// The number of rows in each table, counted in the original at the same moment.
  let rows: [String: Int]
  /// The schema version.
  let schema: Int

  /// Copies a database into a new file.
  init(of file: DatabaseFile, to target: String) throws(InventoryError) {
    do {
      let copy = try DatabaseQueue(path: target, configuration: Self.unsynced)
      (rows, schema) = try file.queue.unsafeRead { db in
        try db.atOneMoment { db in
          let rows = try Self.countRows(db)
          try copy.writeWithoutTransaction { try db.backup(to: $0) }
          return (rows, try db.number("PRAGMA user_version"))
        }
      }
      try copy.close()
    } catch {
      let failure = InventoryError.database(error, path: file.path)
      guard failure.kind != .badData else { throw failure }
      throw .database(error, path: target)
    }
  }

  /// Checks a snapshot completely: SQLite's integrity check, all references, all rows.
  static func check(
    _ path: String, rows: [String: Int]
  ) throws(InventoryError) {
    do {
      let queue = try opened(path)
      let (verdict, orphan, found) = try queue.unsafeRead { db in
        (
          try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "",
          try Row.fetchOne(db, sql: "PRAGMA foreign_key_check"), try countRows(db)
        )
      }
      try queue.close()
      guard verdict == "ok", orphan == nil, found == rows else {
        let reason =
          verdict != "ok"
          ? verdict : orphan != nil ? "a reference is broken" : "rows are missing"
        throw InventoryError(.badData, "\(path) is damaged (\(reason))")
      }
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Opens a snapshot for reading; no other connection has it open.
  static func opened(_ path: String) throws -> DatabaseQueue {
    try DatabaseQueue(
      path: immutable(path), configuration: DatabaseFile.configuration(readOnly: true))
  }

  /// Reads from a snapshot.
  static func read<Value>(
    _ path: String, _ body: (Database) throws -> Value
  ) throws(InventoryError) -> Value {
    do {
      let queue = try opened(path)
      let value = try queue.unsafeRead(body)
      try queue.close()
      return value
    } catch {
      throw .database(error, path: path)
    }
  }

  /// The number of rows in each ordinary table.
  private static func countRows(_ db: Database) throws -> [String: Int] {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
          AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'
          AND name NOT LIKE '%\\_words\\_%' ESCAPE '\\'
        ORDER BY name
        """)
    var rows: [String: Int] = [:]
    for name in names {
      let quoted = name.replacing("\"", with: "\"\"")
      rows[name] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(quoted)\"") ?? 0
    }
    return rows
  }

  /// The configuration for writing a snapshot: not synced, since a failed one is discarded.
  private static var unsynced: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.run(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;")
    }
    return configuration
  }

  /// Opens a file so that SQLite creates no auxiliary files and takes no locks, which a network
  /// disk may lack.
  private static func immutable(_ path: String) -> String {
    guard sqlite3_compileoption_used("USE_URI") != 0,
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    else { return path }
    return "file:\(escaped)?mode=ro&immutable=1"
  }
}
