import CSystem
import Foundation
import Glibc

/// Exchanges two paths of one file system in one step, so that a kill leaves either state.
///
/// - Returns: 0, or an `errno`: `EINVAL` where the file system cannot.
public func exchangePaths(_ first: String, _ second: String) -> Int32 {
  file_system_exchange(first, second)
}

/// Renames a file to a new name; never replaces an existing file.
///
/// - Returns: 0, or an `errno`: `EEXIST` where something has that name.
public func renameToNew(_ from: String, _ to: String) -> Int32 {
  let code = file_system_rename_new(from, to)
  guard code == EINVAL else { return code }
  // A file system that cannot promise it: a look first has to do.
  var status = stat()
  guard lstat(to, &status) != 0 else { return EEXIST }
  return rename(from, to) == 0 ? 0 : errno
}

/// The magic number of the file system of a path (`statfs`); 0 if unknown.
public func fileSystemType(of path: String) -> UInt32 { file_system_type(path) }

/// Has everything that was written to the file system of a directory on the disk itself (`syncfs`).
///
/// - Returns: 0, or an `errno`.
public func syncFileSystem(of directory: String) -> Int32 { file_system_sync(directory) }

/// Creates an anonymous file in memory that is closed on exec (`memfd_create`).
///
/// - Returns: Its descriptor, or -1 with `errno`.
public func memoryFile(named name: String) -> Int32 { file_system_memory_file(name) }

/// Tells one version of a file from another without reading it.
///
/// ```swift
/// let before = FileStamp(path: path)
/// try "theme = 'light'".write(toFile: path, atomically: true, encoding: .utf8)
/// let isChanged = FileStamp(path: path) != before
/// ```
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

  /// Makes the stamp of the file at a path; `nil` if no file exists.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }
}

/// The user's home directory: `HOME`, or that of the login; `nil` without either.
public func personalHome(
  _ variables: [String: String] = ProcessInfo.processInfo.environment
) -> String? {
  if let home = variables["HOME"], home.hasPrefix("/") { return home }
  guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
  let path = String(cString: home)
  return path.hasPrefix("/") ? path : nil
}

/// Repeats a system call that a signal interrupted.
public func retryingInterrupted<Result: BinaryInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Writes all bytes to an open file, in as many calls as it takes.
///
/// A reader that has left is an error number (`EPIPE`), not the end of the program: `SIGPIPE` is ignored
/// from then on.
///
/// - Returns: Whether everything was written; if not, `errno` says why.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  signal(SIGPIPE, SIG_IGN)
  return bytes.withUnsafeBytes { writeAll($0, toFile: descriptor) }
}

/// Writes all bytes to an open file that is not a pipe, in as many calls as needed.
///
/// - Returns: Whether everything was written; if not, `errno` says why.
public func writeAll(_ bytes: UnsafeRawBufferPointer, toFile descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = retryingInterrupted { write(descriptor, rest.baseAddress, rest.count) }
    if count == 0 { errno = ENOSPC }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}
