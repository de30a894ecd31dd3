import Foundation
import Storage

/// The open directory of attached files: `attachments/ab/cdef…` next to the database, each file
/// named by its SHA-256 (reliability S4, S5).
///
/// Paths are opened relative to it, and no link is followed. Directories have mode 0700, files 0600.
/// Writers share a kernel lock on the directory from the first byte until the row is committed; a sweep
/// takes the lock exclusively.
final class AttachmentDirectory {
  /// The path of the directory.
  let path: String
  let descriptor: Int32

  static let name = "attachments"
  /// The prefix of the names of incomplete files.
  static let temporaryPrefix = ".incoming-"

  /// Opens the directory.
  ///
  /// - Parameter create: Whether to create a missing directory.
  /// - Returns: `nil` if it is missing and `create` is false.
  init?(in data: String, create: Bool) throws(InventoryError) {
    path = data + "/" + Self.name
    if create, mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
    let opened = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if opened < 0, errno == ENOENT, !create { return nil }
    guard opened >= 0 else { throw Self.failure(path, errno) }
    descriptor = opened
    try Self.check(descriptor, path)
  }

  deinit { close(descriptor) }

  /// Checks that it is a directory of this user that no other user can write to.
  private static func check(_ descriptor: Int32, _ path: String) throws(InventoryError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("inspect", path, code: errno) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw InventoryError(
        .permission, "\(path) belongs to another user, or others may write into it; move it away")
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> InventoryError {
    guard code == ELOOP || code == ENOTDIR else { return .system("open", path, code: code) }
    return InventoryError(.permission, "\(path) is not a directory; move it away")
  }

  /// The subdirectory and the name for a digest.
  static func place(of sha256: String) -> (directory: String, name: String) {
    (String(sha256.prefix(2)), String(sha256.dropFirst(2)))
  }

  /// The path of a file below the data directory: `attachments/ab/cdef…`.
  static func relativePath(of sha256: String) -> String {
    let place = Self.place(of: sha256)
    return "\(name)/\(place.directory)/\(place.name)"
  }

  /// The path of a file.
  func path(of sha256: String) -> String {
    let place = Self.place(of: sha256)
    return "\(path)/\(place.directory)/\(place.name)"
  }

  /// Opens a subdirectory.
  ///
  /// - Returns: Its descriptor; `nil` if it is missing and not to be made.
  func openBelow(_ name: String, create: Bool) throws(InventoryError) -> Int32? {
    let full = path + "/" + name
    var isNew = false
    if create {
      isNew = mkdirat(descriptor, name, 0o700) == 0
      guard isNew || errno == EEXIST else {
        throw .system("create", full, code: errno, fallback: .cannotCreate)
      }
    }
    let below = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if below < 0, errno == ENOENT, !create { return nil }
    guard below >= 0 else { throw Self.failure(full, errno) }
    do {
      try Self.check(below, full)
      if isNew { try sync(descriptor, path) }
    } catch {
      close(below)
      throw error
    }
    return below
  }

  /// Opens a file for reading if it is a regular file of this user.
  ///
  /// - Returns: Its descriptor, or `nil` if the file does not exist. Never blocks.
  func openContent(_ sha256: String) throws(InventoryError) -> Int32? {
    let place = Self.place(of: sha256)
    guard let below = try openBelow(place.directory, create: false) else { return nil }
    defer { close(below) }
    let file = openat(below, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw .system("open", path(of: sha256), code: errno) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw InventoryError(.permission, "\(path(of: sha256)) is not a regular file; move it away")
    }
    return file
  }

  /// Syncs a file or directory to the disk.
  func sync(_ descriptor: Int32, _ path: String) throws(InventoryError) {
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else {
      throw .system("store", path, code: errno)
    }
  }

  /// Runs the body with the exclusive lock if it is free.
  ///
  /// - Returns: `nil` while another program holds the lock.
  func unlessLocked<Value>(
    _ body: () throws(InventoryError) -> Value
  ) throws(InventoryError) -> Value? {
    guard FileLock.take(descriptor) == .taken else { return nil }
    defer { FileLock.release(descriptor) }
    return try body()
  }

  /// Runs the body with the shared lock of writers, or with the exclusive lock of a sweep.
  ///
  /// - Throws: `locked` if the lock is not free within five seconds.
  func withLock<Value>(
    alone: Bool, _ body: () throws(InventoryError) -> Value
  ) throws(InventoryError) -> Value {
    let outcome =
      alone
      ? FileLock.take(descriptor, timeout: 5000, interval: 10)
      : FileLock.take(descriptor, .shared, timeout: 5000)
    switch outcome {
    case .taken: break
    case .busy: throw InventoryError(.locked, "another program is using \(path); try again")
    case .failed(let code): throw .system("lock", path, code: code)
    }
    defer { FileLock.release(descriptor) }
    return try body()
  }
}
