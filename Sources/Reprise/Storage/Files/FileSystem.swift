import CSystem
import Foundation

/// Exchanges two paths of one file system in one step, so that a kill leaves the one or the other.
///
/// - Returns: 0, or an `errno`: `EINVAL` where the file system cannot.
public func exchangePaths(_ first: String, _ second: String) -> Int32 {
  file_system_exchange(first, second)
}

/// Renames a path to one that does not exist; what exists is never replaced.
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

/// The magic number of the file system that a path lies on (`statfs`); 0 where it cannot be told.
public func fileSystemType(of path: String) -> UInt32 { file_system_type(path) }

/// Has everything that was written to the file system of a directory on the disk itself (`syncfs`).
///
/// - Returns: 0, or an `errno`.
public func syncFileSystem(of directory: String) -> Int32 { file_system_sync(directory) }

/// Makes a file that lies in memory alone, and is closed on exec (`memfd_create`).
///
/// - Returns: Its descriptor, or -1 with `errno`.
public func memoryFile(named name: String) -> Int32 { file_system_memory_file(name) }
