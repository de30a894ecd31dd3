import Foundation

/// A kernel lock (`flock`) on a file beside the database; the kernel drops it when the holder dies.
///
/// SQLite before 3.51.3 can reset the log wrongly when two connections write, so every write
/// transaction and every checkpoint holds this lock (design 7).
final class FileLock: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens or creates the lock file in a checked directory.
  init(directory: DataDirectory, name: String) throws(InventoryError) {
    try directory.checkFile(name)
    path = directory.path + "/" + name
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
  }

  deinit { close(descriptor) }

  /// Runs the body while holding the lock.
  ///
  /// - Parameter patience: how long to wait for another holder, in milliseconds.
  /// - Throws: `locked` when the other holder kept it longer.
  func withLock<Value>(patience: Int, _ body: () throws -> Value) throws -> Value {
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw InventoryError.system("lock", path, code: errno)
      }
      guard waited < patience else {
        throw InventoryError(
          .locked, "another program is writing to the inventory (\(path)); try again")
      }
      usleep(1000)
      waited += 1
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}
