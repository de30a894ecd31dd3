import GRDBSQLite

/// The cost of storing one object with SQLite alone: replaces a row of two contents in one
/// transaction, with a log configured like the archive's.
///
/// It is the lower bound for the kit on the same machine at the same moment.
final class BareTransaction {
  private let database: OpaquePointer
  private let statements: [OpaquePointer]
  private let nodes: [Int64]
  private let body = [UInt8](repeating: 0x5A, count: 120)
  private var round = 0

  /// Creates a database with some rows at a path.
  init(path: String, rows: Int) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw Unusable(path: path) }
    database = opened
    nodes = (0..<rows).map { _ in Int64.random(in: 1_000...Int64.max) }
    let setUp = """
      PRAGMA page_size = 2048;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE object (
        node INTEGER PRIMARY KEY, body BLOB NOT NULL, manifest BLOB) STRICT;
      """
    guard sqlite3_exec(opened, setUp, nil, nil, nil) == SQLITE_OK else {
      throw Unusable(path: path)
    }
    statements = try [
      "BEGIN IMMEDIATE", "INSERT OR REPLACE INTO object VALUES (?, ?, ?)", "COMMIT",
    ].map { sql in
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(opened, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
        throw Unusable(path: path)
      }
      return statement
    }
    run(0)
    for node in nodes { replace(node) }
    run(2)
  }

  isolated deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// Replaces the next row; returns the duration in microseconds.
  func time() -> Double {
    let start = RawTerminal.now
    run(0)
    replace(nodes[round % nodes.count])
    run(2)
    round += 1
    return RawTerminal.now - start
  }

  private func replace(_ row: Int64) {
    body.withUnsafeBytes { bytes in
      sqlite3_bind_int64(statements[1], 1, row)
      for content: Int32 in 2...3 {
        sqlite3_bind_blob(statements[1], content, bytes.baseAddress, Int32(bytes.count), nil)
      }
      run(1)
      sqlite3_clear_bindings(statements[1])
    }
  }

  private func run(_ statement: Int) {
    sqlite3_step(statements[statement])
    sqlite3_reset(statements[statement])
  }

  private struct Unusable: Error, CustomStringConvertible {
    let path: String
    var description: String { "SQLite cannot make \(path)" }
  }
}
