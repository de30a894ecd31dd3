import Foundation

/// The state of a file on the disk, by which a later look finds out that it was changed or replaced.
nonisolated struct FileIdentity: Codable, Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let bytes: Int64
  let seconds: Int
  let nanoseconds: Int

  /// Looks at the file at a path; `nil` without a file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    bytes = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
