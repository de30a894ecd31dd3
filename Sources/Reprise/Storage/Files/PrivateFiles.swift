import Foundation

/// Files and directories that only their owner can reach: mode 0600 and 0700.
///
/// A file must be a plain file of this user. No call follows a link to a file, and none blocks on a
/// pipe. Each caller translates ``PrivateFileError`` into its own error:
///
/// ```swift
/// do throws(PrivateFileError) {
///   let descriptor = try PrivateFiles.open(path, flags: O_RDWR | O_CREAT)
///   close(descriptor)
/// } catch .link(let path) {
///   print("\(path) is a link")
/// }
/// ```
public enum PrivateFiles {
  /// Opens a plain file of this user and removes all access for others.
  ///
  /// - Parameters:
  ///   - path: The path, which errors name.
  ///   - name: The name in `directory`; the path by default.
  ///   - directory: The descriptor of an open directory; the current one by default.
  ///   - flags: How to open it (open(2)). A new file gets mode 0600.
  /// - Returns: The descriptor, which the caller closes; it closes itself on exec.
  public static func open(
    _ path: String, name: String? = nil, in directory: Int32 = AT_FDCWD, flags: Int32 = O_RDONLY
  ) throws(PrivateFileError) -> Int32 {
    let descriptor = retryingInterrupted {
      openat(directory, name ?? path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else {
      throw errno == ELOOP ? .link(path) : .last(flags & O_EXCL == 0 ? .open : .create, path)
    }
    do throws(PrivateFileError) {
      let status = try status(of: descriptor, path)
      try check(status, path)
      if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks that a status belongs to a plain file of this user.
  public static func check(_ status: stat, _ path: String) throws(PrivateFileError) {
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain(path) }
    guard status.st_uid == geteuid() else { throw .otherOwner(path) }
  }

  /// Reads until the file ends, or up to a number of bytes.
  public static func read(
    _ descriptor: Int32, count: Int, _ path: String
  ) throws(PrivateFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return retryingInterrupted { Glibc.read(descriptor, rest.baseAddress, rest.count) }
      }
      guard got >= 0 else { throw .last(.read, path) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes[..<filled])
  }

  /// Creates a directory and its missing parents with mode 0700.
  ///
  /// An existing path is left unchanged, whatever it is.
  ///
  /// - Throws: The `errno` for the first directory that cannot be created.
  public static func makeDirectories(_ path: String) throws(SystemFailure) {
    if retryingInterrupted({ mkdir(path, 0o700) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemFailure(path: path, code: errno)
    }
    try makeDirectories(String(path[..<slash]))
    guard retryingInterrupted({ mkdir(path, 0o700) }) == 0 || errno == EEXIST else {
      throw SystemFailure(path: path, code: errno)
    }
  }

  /// How to treat a directory that other users may write to.
  public enum SharedWriting: Sendable {
    /// The call fails.
    case refused
    /// The call removes it.
    case removed
  }

  /// Opens a directory of this user.
  ///
  /// - Parameters:
  ///   - path: The path, which may contain links.
  ///   - creates: Whether to create it and its missing parents with mode 0700.
  ///   - writing: How to treat other users' write access.
  /// - Returns: The descriptor, which the caller closes; it closes itself on exec.
  public static func openDirectory(
    _ path: String, creates: Bool, sharedWriting writing: SharedWriting
  ) throws(PrivateFileError) -> Int32 {
    if creates {
      do throws(SystemFailure) {
        try makeDirectories(path)
      } catch {
        throw .system(.create, error)
      }
    }
    let descriptor = retryingInterrupted { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last(.open, path) }
    try checkDirectory(descriptor, path, sharedWriting: writing)
    return descriptor
  }

  /// Checks the owner of an open directory and other users' write access; closes a refused one.
  public static func checkDirectory(
    _ descriptor: Int32, _ path: String, sharedWriting writing: SharedWriting
  ) throws(PrivateFileError) {
    do throws(PrivateFileError) {
      let status = try status(of: descriptor, path)
      guard status.st_uid == geteuid() else { throw .otherOwner(path) }
      guard status.st_mode & 0o022 != 0 else { return }
      guard writing == .removed else { throw .writableByOthers(path) }
      fchmod(descriptor, status.st_mode & 0o7755)
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func status(of descriptor: Int32, _ path: String) throws(PrivateFileError) -> stat
  {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last(.inspect, path) }
    return status
  }
}

/// Why a private file or directory cannot be used; each case names its path.
public enum PrivateFileError: Error, Hashable, Sendable {
  /// The purpose of a failed system call.
  public enum Step: String, Sendable {
    case create
    case open
    case inspect
    case read
  }

  /// A system call failed.
  case system(Step, SystemFailure)
  /// The file is a link.
  case link(String)
  /// It is a directory, a pipe or a device.
  case notPlain(String)
  /// It belongs to another user.
  case otherOwner(String)
  /// Others may write to the directory.
  case writableByOthers(String)

  /// The failure that `errno` describes.
  static func last(_ step: Step, _ path: String) -> PrivateFileError {
    .system(step, SystemFailure(path: path, code: errno))
  }
}

/// A system call that failed on a path.
public struct SystemFailure: Error, Hashable, Sendable {
  /// The path.
  public var path: String
  /// The `errno`.
  public var code: Int32

  /// Makes a failure from an `errno`.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }
}
