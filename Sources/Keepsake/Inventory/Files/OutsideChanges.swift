import Storage
import GRDB
import Synchronization

/// Detects changes that other connections make to a file.
final class OutsideChanges: Sendable {
  private let seen = Mutex<Int64?>(nil)

  /// Whether SQLite's number of outside changes differs from the last one.
  ///
  /// The first call, when the file is opened, reports no change.
  func note(_ version: Int64) -> Bool {
    seen.withLock { seen in
      defer { seen = version }
      return seen.map { $0 != version } ?? false
    }
  }
}

extension DatabaseFile {
  /// Whether another connection has changed the file since the last call.
  ///
  /// - Throws: `replaced` if another file has replaced the one that was opened.
  func hasChangedOutside() throws(InventoryError) -> Bool {
    try opened?.check()
    return outside.note(try Self.dataVersion(queue, path))
  }

  /// The number that changes with every commit of another connection.
  static func dataVersion(_ queue: DatabaseQueue, _ path: String) throws(InventoryError) -> Int64 {
    do {
      return try queue.unsafeRead { database in
        // Asked in every turn: boxing a row in GRDB takes longer than SQLite takes to answer.
        try RawStatement(database, sql: "PRAGMA data_version").run() ?? 0
      }
    } catch {
      throw .database(error, path: path)
    }
  }
}
