import Foundation

/// The identity of a file, which tells it from another file at the same path.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64

  /// The identity of the file at a path, links not followed; `nil` if there is none.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity as text for the lock file.
  var text: String { "\(device) \(inode)\n" }
}
