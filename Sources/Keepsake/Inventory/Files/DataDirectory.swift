import Foundation
import Storage

/// The data directory, made and checked before anything in it is opened (reliability S4, S5).
///
/// Only its owner may write to it, so no other user can replace its files.
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
    do throws(PrivateFileError) {
      close(try PrivateFiles.openDirectory(path, creates: create, sharedWriting: .refused))
    } catch {
      throw InventoryError(error, remedy: "choose a directory that you own")
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
    do throws(PrivateFileError) {
      close(try PrivateFiles.open(full, flags: O_RDWR | O_CREAT | O_EXCL))
      return true
    } catch {
      guard case .system(.create, let failure) = error, failure.code == EEXIST else {
        throw InventoryError(error, remedy: "move it away")
      }
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
    do throws(PrivateFileError) {
      try PrivateFiles.check(status, full)
    } catch {
      throw InventoryError(error, remedy: "move it away")
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

extension InventoryError {
  /// The words for a directory or file that cannot be used.
  ///
  /// - Parameter remedy: The advice if it belongs to another user.
  fileprivate init(_ error: PrivateFileError, remedy: String) {
    switch error {
    case .system(let step, let failure):
      self = .system(
        step.rawValue, failure.path, code: failure.code,
        fallback: step == .create ? .cannotCreate : .io)
    case .otherOwner(let path):
      self.init(.permission, "\(path) belongs to another user; \(remedy)")
    case .writableByOthers(let path):
      self.init(
        .permission, "others may write to \(path); remove that permission with: chmod go-w")
    case .notPlain(let path), .link(let path):
      self.init(.permission, "\(path) is not a regular file; move it away")
    }
  }
}

/// The space on the disk of a directory.
struct DiskSpace {
  /// The bytes that this user may still write.
  let free: Int64
  /// Whether the file system is read-only.
  let isReadOnly: Bool

  /// The file system's answer; `nil` if it gives none.
  init?(of directory: String) {
    var disk = statvfs()
    guard statvfs(directory, &disk) == 0 else { return nil }
    let (free, overflows) = Int64(clamping: UInt64(disk.f_bavail))
      .multipliedReportingOverflow(by: Int64(clamping: UInt64(disk.f_frsize)))
    self.free = overflows ? .max : free
    isReadOnly = disk.f_flag & UInt(ST_RDONLY) != 0
  }
}
