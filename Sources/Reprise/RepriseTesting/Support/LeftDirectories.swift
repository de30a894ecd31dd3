import Foundation
import Synchronization

/// The temporary directories of this process, removed at its end at the latest.
///
/// An object in a static property, or one that a test leaks on purpose, is never deinitialized. And a program that is
/// being killed may still create a file while its directory is removed.
nonisolated public enum LeftDirectories {
  // Global, since an `atexit` handler takes no argument.
  private static let paths = Mutex<Set<String>>([])
  private static let removal: Void = { atexit { LeftDirectories.removeAll() } }()

  /// Removes a directory at the end of the process.
  public static func note(_ path: String) {
    _ = removal
    paths.withLock { _ = $0.insert(path) }
  }

  /// Removes a directory now, and again at the end of the process in case a dying program adds files.
  public static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  private static func removeAll() {
    for path in paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }
}
