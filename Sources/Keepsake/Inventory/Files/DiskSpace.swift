import Foundation

/// The space on the disk of a directory.
struct DiskSpace {
  /// The bytes that this user may still write.
  let free: Int64
  /// Whether the file system is read-only.
  let isReadOnly: Bool

  /// Asks the file system; `nil` if it does not say.
  init?(of directory: String) {
    var disk = statvfs()
    guard statvfs(directory, &disk) == 0 else { return nil }
    let (free, overflows) = Int64(clamping: UInt64(disk.f_bavail))
      .multipliedReportingOverflow(by: Int64(clamping: UInt64(disk.f_frsize)))
    self.free = overflows ? .max : free
    isReadOnly = disk.f_flag & UInt(ST_RDONLY) != 0
  }
}
