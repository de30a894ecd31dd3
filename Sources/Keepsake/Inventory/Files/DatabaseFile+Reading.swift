import Foundation
import GRDB
import GRDBSQLite

/// How a store accesses its files.
public enum StoreAccess: Sendable {
  /// Create and change files if possible; otherwise only read them.
  case write
  /// Only read them.
  case read
  /// Create and change them if possible; otherwise only read them.
  case writeIfPossible
}

extension DatabaseFile {
  /// Opens a file for reading, even where nothing can be written.
  ///
  /// SQLite keeps the index of a write-ahead log in a file that it must create. If it can't, no
  /// other program has the database open, so it can be read without locks: as it is if the log is
  /// empty, otherwise with the index in memory.
  ///
  /// - Returns: The connection, and whether it reads without locks.
  static func readingQueue(
    _ path: String
  ) throws -> (queue: DatabaseQueue, isUnlocked: Bool) {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: true))
      try queue.unsafeRead { try $0.execute(sql: "SELECT count(*) FROM sqlite_schema") }
      return (queue, false)
    } catch let error as DatabaseError {
      guard [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR].contains(error.resultCode),
        hasNoIndex(path, after: error), sqlite3_compileoption_used("USE_URI") != 0,
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      else { throw error }
      let hasLog = size(of: path + "-wal") > 0
      let options = hasLog ? "vfs=unix-none" : "immutable=1"
      let queue = try DatabaseQueue(
        path: "file:\(escaped)?mode=ro&\(options)",
        configuration: configuration(readOnly: true, isAlone: hasLog))
      return (queue, true)
    }
  }

  /// Whether the log has no index that anybody can be using.
  ///
  /// SQLite creates the file before it allocates space, and leaves it truncated if that fails; an index
  /// in use has at least its first part. A request for more space means that the index does not cover
  /// the whole log.
  private static func hasNoIndex(_ path: String, after error: DatabaseError) -> Bool {
    error.extendedResultCode == .SQLITE_IOERR_SHMSIZE || size(of: path + "-shm") < indexPart
  }

  /// The size of the first part of an index, which SQLite writes as a whole, in bytes.
  private static let indexPart = 32 << 10

  /// The size of a file; 0 if it is missing.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension InventoryError {
  /// The free bytes below which a database cannot grow.
  private static let fullDisk: Int64 = 64 * 4096

  /// Explains why nothing can be saved, naming the disk if that is the reason.
  static func unwritable(_ error: InventoryError, directory: String) -> InventoryError {
    var reason = error.message
    if let disk = DiskSpace(of: directory) {
      if disk.isReadOnly {
        reason = "the file system is read-only"
      } else if disk.free < fullDisk {
        reason = "the disk is full"
      }
    }
    return InventoryError(error.kind, "nothing can be saved: \(reason)")
  }
}
