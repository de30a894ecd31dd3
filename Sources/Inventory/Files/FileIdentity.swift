import Foundation

/// Which file a path leads to: two files at one path, one after the other, differ in it.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64

  /// Looks at a path, not through a link; nil when nothing is there.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The identity as it is noted in the lock file.
  var text: String { "\(device) \(inode)\n" }
}
