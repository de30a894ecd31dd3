import GRDB
import Synchronization

/// Notices changes that other connections made to a file.
final class OutsideChanges: Sendable {
  private let seen = Mutex<Int64?>(nil)

  /// Whether the number that SQLite changes with every commit of another connection is a new one.
  ///
  /// The first look, when the file is opened, finds no change.
  func note(_ version: Int64) -> Bool {
    seen.withLock { seen in
      defer { seen = version }
      return seen.map { $0 != version } ?? false
    }
  }
}

extension DatabaseFile {
  /// Whether another connection changed the file since the last look.
  ///
  /// - Throws: `replaced` when it is not the file any more that was opened.
  func hasChangedOutside() throws(InventoryError) -> Bool {
    try opened?.check()
    return outside.note(try Self.dataVersion(queue, path))
  }

  /// The number that SQLite changes with every commit of another connection.
  static func dataVersion(_ queue: DatabaseQueue, _ path: String) throws(InventoryError) -> Int64 {
    do {
      return try queue.unsafeRead { database in
        // Asked in every turn: GRDB's boxes for a row take longer than SQLite takes to answer.
        try BulkStatement(database, sql: "PRAGMA data_version").run() ?? 0
      }
    } catch {
      throw .database(error, path: path)
    }
  }
}
