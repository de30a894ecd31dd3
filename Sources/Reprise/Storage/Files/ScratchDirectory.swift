import Foundation

/// A private temporary directory.
///
/// Its user holds a kernel lock on it. A directory without a lock was left by a killed program,
/// whatever its age, and is removed when the next one is created in the same base directory.
public final class ScratchDirectory {
  /// The path of the directory.
  public let path: String
  private let lock: FileLock

  /// Makes a directory, and removes abandoned ones with the same prefix.
  ///
  /// - Parameters:
  ///   - base: The directory to make it in, which must belong to this user.
  ///   - prefix: The beginning of the names.
  /// - Throws: The error of the system call.
  public init(in base: String, prefix: String = "scratch-") throws(SystemFailure) {
    Self.reap(in: base, prefix: prefix)
    var path = ""
    var lock: FileLock?
    // Before it is locked, another program may take a new directory for an abandoned one and remove it.
    for _ in 0..<16 {
      path = base + "/" + prefix + UUID().uuidString
      guard mkdir(path, 0o700) == 0 else {
        throw SystemFailure(path: base, code: errno)
      }
      lock = Self.lock(path)
      if lock != nil, access(path, F_OK) == 0 { break }
      lock = nil
    }
    guard let lock else { throw SystemFailure(path: base, code: EAGAIN) }
    self.path = path
    self.lock = lock
  }

  // The lock is released last, so no program considers the directory abandoned before it is gone.
  deinit { Self.remove(path) }

  /// Removes a directory, even while a database in it is being closed: SQLite then removes its own
  /// files, and removing the directory fails for each that is already gone.
  private static func remove(_ path: String) {
    for _ in 0..<8 {
      guard access(path, F_OK) == 0 else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Locks a directory of this user; `nil` if it is in use.
  private static func lock(_ path: String) -> FileLock? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let lock = FileLock(owning: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), lock.take() == .taken
    else { return nil }
    return lock
  }

  private static func reap(in base: String, prefix: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: base) else { return }
    for name in names where name.hasPrefix(prefix) {
      guard let lock = lock(base + "/" + name) else { continue }
      withExtendedLifetime(lock) { remove(base + "/" + name) }
    }
  }
}
