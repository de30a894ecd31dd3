import Foundation

/// A private directory for work that is thrown away.
///
/// Whoever works in it holds a kernel lock on it, so what a program that was killed left behind is
/// known as such, whatever the clock says: the next one to begin such work beside it clears it away.
public final class ScratchDirectory {
  /// Where it lies.
  public let path: String
  private let descriptor: Int32

  /// Makes one in a directory, and removes those of that kind that nobody works in any more.
  ///
  /// - Parameters:
  ///   - base: A directory of one's own.
  ///   - prefix: How the names of that kind begin.
  /// - Throws: `cannotCreate` and the like.
  public init(in base: String, prefix: String = "scratch-") throws(InventoryError) {
    Self.reap(in: base, prefix: prefix)
    var path = ""
    var descriptor: Int32 = -1
    // Another program may take a new directory for an abandoned one before it is locked.
    for _ in 0..<16 {
      path = base + "/" + prefix + UUID().uuidString
      guard mkdir(path, 0o700) == 0 else {
        throw .system("create", path, code: errno, fallback: .cannotCreate)
      }
      descriptor = Self.lock(path)
      if descriptor >= 0, access(path, F_OK) == 0 { break }
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
    guard descriptor >= 0 else {
      throw InventoryError(.cannotCreate, "cannot keep a scratch directory in \(base)")
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    Self.remove(path)
    close(descriptor)
  }

  /// Removes a directory, also while a database in it is being closed: SQLite removes its own files
  /// then, and removing the directory fails over each that is gone already.
  private static func remove(_ path: String) {
    for _ in 0..<8 {
      guard access(path, F_OK) == 0 else { return }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Locks a directory of one's own; gives a descriptor, or -1 when somebody works in it.
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
