import Foundation
import Storage

/// Files that only their owner can read, opened without following links (reliability S4, S5).
enum PrivateFile {
  /// Opens a private file, creating it if needed, and returns its descriptor.
  ///
  /// Never blocks: the path may be a pipe without a writer.
  ///
  /// - Parameter directory: The directory that the path is relative to; the current one by default.
  static func open(
    _ name: String, in directory: PrivateDirectory? = nil, flags: Int32 = O_RDWR | O_CREAT
  ) throws -> Int32 {
    let path = directory.map { "\($0.path)/\(name)" } ?? name
    do throws(PrivateFileError) {
      return try PrivateFiles.open(
        path, name: name, in: directory?.descriptor ?? AT_FDCWD, flags: flags)
    } catch {
      throw StateError(file: error)
    }
  }

  /// Creates a private file if it is missing, so that SQLite finds it with the right mode.
  static func ensure(_ path: String) throws {
    close(try open(path))
  }

  /// Removes all access for others from a file, if it exists and they have any.
  ///
  /// Opens the file only if necessary: closing a file that SQLite has open would drop SQLite's
  /// locks.
  static func removeAccessForOthers(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    close(try open(path, flags: O_RDONLY))
  }

  /// The bytes of a small private file, or `nil` when it is missing.
  static func contents(
    of path: String, in directory: PrivateDirectory? = nil, limit: Int
  ) throws -> [UInt8]? {
    if faccessat(directory?.descriptor ?? AT_FDCWD, path, F_OK, 0) != 0, errno == ENOENT {
      return nil
    }
    let descriptor = try open(path, in: directory, flags: O_RDONLY)
    defer { close(descriptor) }
    do throws(PrivateFileError) {
      return try PrivateFiles.read(descriptor, count: limit, path)
    } catch {
      throw StateError(file: error)
    }
  }

  /// Creates a private file atomically: writes it under another name, syncs it and renames it.
  ///
  /// If several programs do so at once, one succeeds and the others get `false`.
  static func create(_ path: String, contents: [UInt8]) throws -> Bool {
    let temporary = "\(path).\(UInt64.random(in: .min ... .max))"
    let descriptor = try open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    let written = retryingInterrupted { write(descriptor, contents, contents.count) }
    let synced = retryingInterrupted { fsync(descriptor) }
    close(descriptor)
    defer { unlink(temporary) }
    guard written == contents.count, synced == 0 else { throw unwritable(path) }
    if retryingInterrupted({ link(temporary, path) }) == 0 { return true }
    guard errno == EEXIST else { throw unwritable(path) }
    return false
  }

  /// Syncs a file to the disk.
  static func sync(_ path: String) throws {
    let descriptor = try open(path, flags: O_RDONLY)
    defer { close(descriptor) }
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw unwritable(path) }
  }

  /// Copies an open file under a name that is not taken yet.
  static func copy(
    _ source: Int32, _ path: String, to target: String, in directory: PrivateDirectory? = nil
  ) throws {
    let descriptor = try open(target, in: directory, flags: O_WRONLY | O_CREAT | O_EXCL)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retryingInterrupted { read(source, &buffer, buffer.count) }
      guard count >= 0 else { throw unwritable(path) }
      if count == 0 { break }
      guard retryingInterrupted({ write(descriptor, buffer, count) }) == count else {
        throw unwritable(target)
      }
    }
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw unwritable(target) }
  }

  /// The suffixes of the files that SQLite keeps next to a database.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Checks that a database exists and that it and its companions are plain files of this user:
  /// SQLite would block on a pipe.
  ///
  /// Opens none of them: closing one would drop SQLite's locks on it in this process.
  static func checkDatabase(_ path: String) throws {
    for suffix in [""] + companions {
      var status = stat()
      if lstat(path + suffix, &status) == 0 {
        try check(status, path + suffix)
      } else if suffix.isEmpty || errno != ENOENT {
        throw unwritable(path + suffix)
      }
    }
  }

  /// Copies a file of any owner to a new private one; the limit is in bytes.
  static func importFile(_ path: String, as target: String, limit: Int) throws {
    let source = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { throw unwritable(path) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StateError.foreign("\(path) is not a plain file")
    }
    guard status.st_size <= limit else {
      throw StateError.damaged("\(path) is too large to be a saved state")
    }
    try copy(source, path, to: target)
  }

  /// Refuses anything but a plain file of this user.
  static func check(_ status: stat, _ path: String) throws {
    do throws(PrivateFileError) {
      try PrivateFiles.check(status, path)
    } catch {
      throw StateError(file: error)
    }
  }

  /// A path with `~` for the home directory.
  static func short(_ path: String) -> String {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    guard !home.isEmpty else { return path }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  static func unwritable(_ path: String) -> StateError {
    .unwritable("\(path): \(String(cString: strerror(errno)))")
  }
}

extension StateError {
  /// The words for a file that cannot be used.
  init(file error: PrivateFileError) {
    switch error {
    case .system(_, let failure) where failure.code == EISDIR || failure.code == ENXIO:
      self = .foreign("\(failure.path) is not a plain file")
    case .system(_, let failure): self.init(failure)
    case .link(let path): self = .foreign("\(path) is a link; it is not followed")
    case .otherOwner(let path): self = .foreign("\(path) belongs to another user")
    case .notPlain(let path), .writableByOthers(let path):
      self = .foreign("\(path) is not a plain file")
    }
  }

  /// The words for a directory that cannot be used.
  init(directory path: String, _ error: PrivateFileError) {
    switch error {
    case .system(.open, let failure):
      var status = stat()
      if stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
        self = .unwritable("\(path) is not a directory")
      } else if status.st_uid != geteuid() {
        self = .unwritable("\(path) belongs to another user")
      } else {
        self.init(failure)
      }
    case .system(_, let failure):
      self.init(SystemFailure(path: path, code: failure.code))
    case .otherOwner:
      self = .unwritable("\(path) belongs to another user")
    case .link, .notPlain, .writableByOthers:
      self = .unwritable("\(path) is not a directory")
    }
  }

  private init(_ failure: SystemFailure) {
    self = .unwritable("\(failure.path): \(String(cString: strerror(failure.code)))")
  }
}
