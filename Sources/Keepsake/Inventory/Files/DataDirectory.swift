import Foundation
import Storage

/// The data directory, made and checked before anything in it is opened (reliability S4, S5).
///
/// Only its owner may write to it, so nobody else can replace its files.
struct DataDirectory {
  let path: String

  /// Makes the directory (0700) and missing parents if needed, and checks it.
  ///
  /// - Throws: `permission` if it belongs to another user or others can write to it, `cannotCreate`
  ///   if it cannot be made.
  init(path: String, create: Bool) throws(InventoryError) {
    guard path.hasPrefix("/") else {
      throw InventoryError(.refused, "the data directory must be an absolute path: \(path)")
    }
    if create {
      do throws(SystemFailure) {
        _ = try makePrivateDirectories(path)
      } catch {
        throw .system("create", error.path, code: error.code, fallback: .cannotCreate)
      }
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("inspect", path, code: errno) }
    guard status.st_uid == geteuid() else {
      throw InventoryError(
        .permission, "\(path) belongs to another user; choose a directory of yours")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw InventoryError(
        .permission, "others may write to \(path); remove that permission with: chmod go-w")
    }
    self.path = path
  }

  /// Makes sure that a file exists as a regular file of this user with mode 0600.
  ///
  /// Never opens a file that SQLite may have open: closing it would release SQLite's locks.
  ///
  /// - Returns: Whether the file was created.
  @discardableResult
  func prepareFile(_ name: String) throws(InventoryError) -> Bool {
    let full = path + "/" + name
    let descriptor = open(full, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return true
    }
    guard errno == EEXIST else {
      throw .system("create", full, code: errno, fallback: .cannotCreate)
    }
    try checkFile(name)
    return false
  }

  /// Checks a file; a missing one is fine.
  func checkFile(_ name: String) throws(InventoryError) {
    let full = path + "/" + name
    var status = stat()
    guard lstat(full, &status) == 0 else {
      if errno == ENOENT { return }
      throw .system("inspect", full, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw InventoryError(.permission, "\(full) is not a regular file; move it away")
    }
    guard status.st_uid == geteuid() else {
      throw InventoryError(.permission, "\(full) belongs to another user; move it away")
    }
    guard status.st_nlink == 1 else {
      throw InventoryError(.permission, "\(full) has a second name (hard link); remove one of them")
    }
    if status.st_mode & 0o077 != 0, chmod(full, 0o600) != 0, errno != EROFS {
      throw .system("protect", full, code: errno)
    }
  }

  func contains(_ name: String) -> Bool {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0
  }
}

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
