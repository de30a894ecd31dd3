import Foundation
import Synchronization

/// Notices when the database or its log is not the file any more that was opened.
///
/// SQLite goes on with files that were removed or replaced: what it writes then is seen by nobody and
/// gone with the process. So every write looks first, under the lock.
final class OpenedFiles: Sendable {
  private let path: String
  private let database: FileIdentity?
  private let log: Mutex<FileIdentity?>

  /// Takes note of the files that have just been opened.
  init(path: String) {
    self.path = path
    database = FileIdentity(path: path)
    log = Mutex(FileIdentity(path: path + "-wal"))
  }

  /// - Throws: `replaced` when a path leads to nothing or to another file; once it leads back to the
  ///   same file, all is well again.
  func check() throws(InventoryError) {
    let advice = "quit and start again"
    guard let present = FileIdentity(path: path) else {
      throw InventoryError(.replaced, "\(path) was moved or removed: put it back, or \(advice)")
    }
    guard present == database else {
      throw InventoryError(.replaced, "\(path) was replaced while it was open: \(advice)")
    }
    let presentLog = FileIdentity(path: path + "-wal")
    let isSame = log.withLock { log in
      // SQLite makes it when it first needs it.
      if log == nil { log = presentLog }
      return log == presentLog
    }
    guard isSame else {
      throw InventoryError(.replaced, "\(path)-wal was removed while it was open: \(advice)")
    }
  }
}
