import Foundation
import Storage

/// A directory of this user, held open.
///
/// Its contents are opened relative to its descriptor, so no link on the way, now or later, leads
/// elsewhere (reliability S5).
final class PrivateDirectory: Sendable {
  /// The path by which it was opened; for messages.
  let path: String

  /// The open descriptor, for system calls.
  let descriptor: Int32

  /// Opens a directory by its path, which may contain links; creates it and its missing parents.
  init(path: String) throws {
    self.path = path
    do throws(PrivateFileError) {
      descriptor = try PrivateFiles.openDirectory(path, creates: true, sharedWriting: .removed)
    } catch {
      throw StateError(directory: path, error)
    }
  }

  /// Takes over an open descriptor; checks the owner and removes write access for others.
  private init(_ descriptor: Int32, path: String) throws {
    do throws(PrivateFileError) {
      try PrivateFiles.checkDirectory(descriptor, path, sharedWriting: .removed)
    } catch {
      throw StateError(directory: path, error)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens a subdirectory, never through a link; creates it if it is missing and `makes` is set.
  func subdirectory(_ name: String, makes: Bool = true) throws -> PrivateDirectory {
    let path = "\(path)/\(name)"
    if makes, retryingInterrupted({ mkdirat(descriptor, name, 0o700) }) != 0, errno != EEXIST {
      throw PrivateFile.unwritable(path)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = retryingInterrupted { openat(descriptor, name, flags) }
    guard opened >= 0 else {
      if kind(of: name) == S_IFLNK {
        throw StateError.unwritable("\(path) is a link; it is not followed")
      }
      throw PrivateFile.unwritable(path)
    }
    return try PrivateDirectory(opened, path: path)
  }

  /// Creates a new subdirectory; `nil` when the name is taken.
  func makeSubdirectory(_ name: String) throws -> PrivateDirectory? {
    guard retryingInterrupted({ mkdirat(descriptor, name, 0o700) }) == 0 else {
      if errno == EEXIST { return nil }
      throw PrivateFile.unwritable("\(path)/\(name)")
    }
    return try subdirectory(name, makes: false)
  }

  /// The absolute path without links, for SQLite, which takes only paths.
  var realPath: String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard count > 0, count < buffer.count, buffer[0] == UInt8(ascii: "/") else { return path }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  // MARK: - Contents

  /// The names of all entries, in no particular order.
  var names: [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The names of the subdirectories, without links.
  var subdirectories: [String] { names.filter { kind(of: $0) == S_IFDIR } }

  /// The `stat` of an entry, or of the link itself; `nil` if the entry does not exist.
  func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The type of an entry, as `S_IFREG` or `S_IFDIR`; `nil` if the entry does not exist.
  func kind(of name: String) -> mode_t? { status(of: name).map { $0.st_mode & S_IFMT } }

  /// Whether it has an entry of a name.
  func holds(_ name: String) -> Bool { status(of: name) != nil }

  /// Opens a private file in it, creating it by default.
  func open(_ name: String, flags: Int32 = O_RDWR | O_CREAT) throws -> Int32 {
    try PrivateFile.open(name, in: self, flags: flags)
  }

  /// Deletes a file; returns whether it is gone.
  @discardableResult
  func remove(_ name: String) -> Bool {
    retryingInterrupted { unlinkat(descriptor, name, 0) } == 0 || errno == ENOENT
  }

  /// Deletes a subdirectory with its files, unless it contains subdirectories.
  @discardableResult
  func removeSubdirectory(_ name: String) -> Bool {
    guard kind(of: name) == S_IFDIR else { return false }
    if let inner = try? subdirectory(name, makes: false) {
      inner.names.forEach { inner.remove($0) }
    }
    return retryingInterrupted { unlinkat(descriptor, name, AT_REMOVEDIR) } == 0
  }

  // MARK: - Linking, copying and renaming

  /// Hard-links a file into another directory, or copies it where the file system has no hard
  /// links.
  ///
  /// A directory allows neither and is moved.
  func linkOrCopy(_ name: String, to target: PrivateDirectory) throws {
    if retryingInterrupted({ linkat(descriptor, name, target.descriptor, name, 0) }) == 0 { return }
    guard kind(of: name) == S_IFDIR else { return try copy(name, to: target) }
    guard retryingInterrupted({ renameat(descriptor, name, target.descriptor, name) }) == 0 else {
      throw PrivateFile.unwritable("\(path)/\(name)")
    }
  }

  /// Copies a private file under a name that is not taken yet.
  func copy(_ name: String, to target: PrivateDirectory, as newName: String? = nil) throws {
    let source = try open(name, flags: O_RDONLY)
    defer { close(source) }
    try PrivateFile.copy(source, "\(path)/\(name)", to: newName ?? name, in: target)
  }

  /// Renames a file within the directory to set it aside; returns its new path.
  func putAside(_ name: String) throws -> String {
    for number in 1...10_000 {
      let aside = "\(name).damaged-\(number)"
      if holds(aside) { continue }
      guard retryingInterrupted({ renameat(descriptor, name, descriptor, aside) }) == 0 else {
        break
      }
      return "\(path)/\(aside)"
    }
    throw PrivateFile.unwritable("\(path)/\(name)")
  }

  /// Runs a function while this program holds the directory's lock.
  ///
  /// Waits at most a second for another program.
  func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    guard FileLock.take(descriptor, timeout: 1000, interval: 5) == .taken else {
      throw StateError.unwritable("\(path) is locked by another program")
    }
    defer { FileLock.release(descriptor) }
    return try body()
  }

  /// Replaces a file that has several hard links by a copy, so that a write changes no other file.
  ///
  /// A backup may have linked it. So does quarantining, which a kill may interrupt.
  func breakHardLinks(_ name: String) throws {
    guard let status = status(of: name), status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1
    else { return }
    let temporary = "\(name).\(UInt64.random(in: .min ... .max))"
    do {
      try copy(name, to: self, as: temporary)
      guard retryingInterrupted({ renameat(descriptor, temporary, descriptor, name) }) == 0 else {
        throw PrivateFile.unwritable("\(path)/\(name)")
      }
    } catch {
      remove(temporary)
      throw error
    }
  }
}

/// A private directory for other data that an app keeps besides its state.
package enum PrivateFolder {
  /// Makes a directory with its missing parents, and checks its owner.
  ///
  /// - Returns: Its path without links.
  /// - Throws: ``StateError`` when it cannot be made, or belongs to another user.
  package static func make(_ path: String) throws -> String {
    try PrivateDirectory(path: path).realPath
  }
}
