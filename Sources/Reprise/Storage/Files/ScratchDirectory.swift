import Foundation

/// A private temporary directory.
///
/// Its user holds a kernel lock on it. A directory without a lock was left by a killed program,
/// whatever its age, and is removed when the next one is made beside it.
public final class ScratchDirectory {
  /// The path of the directory.
  public let path: String
  private let descriptor: Int32

  /// Makes a directory, and removes abandoned ones with the same prefix.
  ///
  /// - Parameters:
  ///   - base: The directory to make it in, which must belong to this user.
  ///   - prefix: The beginning of the names.
  /// - Throws: What the kernel says to it.
  public init(in base: String, prefix: String = "scratch-") throws(SystemFailure) {
    Self.reap(in: base, prefix: prefix)
    var path = ""
    var descriptor: Int32 = -1
    // Before it is locked, another program may take a new directory for an abandoned one and remove it.
    for _ in 0..<16 {
      path = base + "/" + prefix + UUID().uuidString
      guard mkdir(path, 0o700) == 0 else {
        throw SystemFailure(path: base, code: errno)
      }
      descriptor = Self.lock(path)
      if descriptor >= 0, access(path, F_OK) == 0 { break }
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
    guard descriptor >= 0 else {
      throw SystemFailure(path: base, code: EAGAIN)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    Self.remove(path)
    close(descriptor)
  }

  /// Removes a directory, even while a database in it is being closed: SQLite then removes its own
  /// files, and removing the directory fails for each that is already gone.
  private static func remove(_ path: String) {
    for _ in 0..<8 {
      guard access(path, F_OK) == 0 else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Locks a directory; returns a descriptor, or -1 if it is in use.
  private static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  private static func reap(in base: String, prefix: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: base) else { return }
    for name in names where name.hasPrefix(prefix) {
      let descriptor = lock(base + "/" + name)
      guard descriptor >= 0 else { continue }
      remove(base + "/" + name)
      close(descriptor)
    }
  }
}
