import Foundation
import Storage

/// A kernel lock (`flock`) on a file next to the database, which the kernel releases if the holder
/// dies.
///
/// SQLite before 3.51.3 can corrupt the log when two connections write. So every write transaction and
/// every checkpoint holds this lock.
final class DatabaseLock: Sendable {
  private let lock: FileLock
  private let path: String

  /// Opens or creates the lock file in a checked directory.
  init(directory: DataDirectory, name: String) throws(InventoryError) {
    try directory.checkFile(name)
    path = directory.path + "/" + name
    do throws(SystemFailure) {
      lock = try FileLock(path: path)
    } catch {
      throw .system("create", path, code: error.code, fallback: .cannotCreate)
    }
  }

  /// A line kept in the file: which database was opened last (``FormerLog``).
  var note: String { Self.note(lock.descriptor) }

  /// The line in a lock file that is not open for locking.
  static func note(inFile path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    return note(descriptor)
  }

  private static func note(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Writes another line; if that fails, the next launch writes it.
  func note(_ line: String) {
    guard line != note else { return }
    let bytes = Array(line.utf8)
    if pwrite(lock.descriptor, bytes, bytes.count, 0) == bytes.count {
      ftruncate(lock.descriptor, bytes.count)
    }
  }

  /// Entered by every thread of this process before it waits for the lock.
  static let gate = SuspendBarrier()

  /// Runs the body while holding the lock.
  ///
  /// - Parameter timeout: How long to wait for another holder, in milliseconds.
  /// - Throws: `locked` if the lock is not free by then.
  func withLock<Value>(timeout: Int, _ body: () throws -> Value) throws -> Value {
    Self.gate.enter()
    defer { Self.gate.leave() }
    switch lock.take(timeout: timeout) {
    case .taken: break
    case .busy:
      throw InventoryError(
        .locked, "another program is writing to the inventory (\(path)); try again")
    case .failed(let code): throw InventoryError.system("lock", path, code: code)
    }
    defer { lock.release() }
    return try body()
  }
}

/// The writes of this process to inventories.
public enum InventoryWriting {
  /// Runs something that stops this process, once no thread of it writes.
  ///
  /// A process that is stopped in the middle of a transaction keeps every other program from writing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for a transaction, in milliseconds; a longer one is suspended
  ///     with the process.
  ///   - stop: Stops the process, and returns when the process continues.
  public static func paused(timeout: Int, _ stop: () -> Void) {
    DatabaseLock.gate.closed(timeout: timeout, stop)
  }
}
