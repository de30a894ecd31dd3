import Glibc

/// Tells one version of a file from another without reading it.
public struct FileStamp: Hashable, Sendable {
  /// The file itself: a replaced file has another one.
  public var inode: UInt64
  /// The length in bytes.
  public var size: Int64
  /// The time of the last write, in nanoseconds since 1970.
  public var modified: Int64

  /// Makes a stamp.
  public init(inode: UInt64, size: Int64, modified: Int64) {
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Makes the stamp of the file at a path; `nil` if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}
