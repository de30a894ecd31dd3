import Foundation
import Synchronization

/// Detects that another file has replaced the opened database or its log.
///
/// SQLite keeps writing to files that were removed or replaced: such changes are invisible to
/// others and lost when the process ends. So every write checks first, under the lock.
final class OpenedFiles: Sendable {
  private let path: String
  private let database: FileIdentity?
  private let log: Mutex<FileIdentity?>

  /// Records the files that were just opened.
  init(path: String) {
    self.path = path
    database = FileIdentity(path: path)
    log = Mutex(FileIdentity(path: path + "-wal"))
  }

  /// - Throws: `replaced` if a path leads to nothing or to another file; no longer so if the same
  ///   file is back.
  func check() throws(InventoryError) {
    let advice = "quit and restart Keepsake"
    guard let present = FileIdentity(path: path) else {
      throw InventoryError(.replaced, "\(path) was moved or removed: put it back, or \(advice)")
    }
    guard present == database else {
      throw InventoryError(.replaced, "\(path) was replaced while it was open: \(advice)")
    }
    let presentLog = FileIdentity(path: path + "-wal")
    let isSame = log.withLock { log in
      // SQLite creates the log when it first needs it.
      if log == nil { log = presentLog }
      return log == presentLog
    }
    guard isSame else {
      throw InventoryError(.replaced, "\(path)-wal was removed while it was open: \(advice)")
    }
  }
}

/// The identity of a file, which distinguishes it from another file at the same path.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64

  /// The identity of the file at a path, links not followed; `nil` if the file does not exist.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity as text for the lock file.
  var text: String { "\(device) \(inode)\n" }
}
