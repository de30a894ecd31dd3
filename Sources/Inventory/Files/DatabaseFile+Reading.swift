import Foundation
import GRDB
import GRDBSQLite

/// What a store may do with its files.
public enum StoreAccess: Sendable {
  /// Create and change them.
  case write
  /// Only look at them.
  case read
  /// Create and change them; where that cannot be, only look at them.
  case writeIfPossible
}

extension DatabaseFile {
  /// Opens a file for reading, also where nothing at all can be written.
  ///
  /// SQLite keeps the index of a log in a file that it has to make. Where it cannot, nobody else has
  /// the database open, and it is read without locks: as it stands when its log is empty, else with
  /// the index in memory.
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

  /// Whether the log has no index that somebody could be using.
  ///
  /// SQLite makes the file before it asks for room, and leaves it behind cut short: an index in use
  /// has at least its first part. That more room is asked for at all means that there was no index
  /// for all of the log.
  private static func hasNoIndex(_ path: String, after error: DatabaseError) -> Bool {
    error.extendedResultCode == .SQLITE_IOERR_SHMSIZE || size(of: path + "-shm") < indexPart
  }

  /// The first part of an index, which SQLite makes as a whole; in bytes.
  private static let indexPart = 32 << 10

  /// How long a file is; one that is not there is as good as empty, as one that found no room is.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

extension InventoryError {
  /// With less room than this a database cannot grow, in bytes.
  private static let fullDisk: Int64 = 64 * 4096

  /// Says why nothing can be saved, in the words of the disk where it is the disk's fault.
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
