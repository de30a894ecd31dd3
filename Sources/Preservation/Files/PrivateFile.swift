import Foundation

/// Files that only their owner may read, made and opened without following links (reliability S4, S5).
enum PrivateFile {
  /// Makes a directory and its missing parents, mode 0700; checks one that exists.
  ///
  /// It has to be one's own: a program that runs as somebody else would leave files there that its
  /// owner cannot open. That others may write to it is mended.
  static func makeDirectory(_ path: String) throws {
    if retryingInterrupted({ mkdir(path, 0o700) }) == 0 { return }
    switch errno {
    case EEXIST:
      try checkDirectory(path)
    case ENOENT where path.contains("/") && path != "/":
      try makeDirectory((path as NSString).deletingLastPathComponent)
      guard retryingInterrupted({ mkdir(path, 0o700) }) == 0 || errno == EEXIST else {
        throw unwritable(path)
      }
    default:
      throw unwritable(path)
    }
  }

  /// Opens a private file, making it if needed, and returns its descriptor.
  static func open(_ path: String, flags: Int32 = O_RDWR | O_CREAT) throws -> Int32 {
    let descriptor = retryingInterrupted {
      Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      if errno == ELOOP { throw StateError.foreign("\(path) is a link; it is not followed") }
      throw unwritable(path)
    }
    do {
      try check(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Makes sure that a private file exists, so that SQLite finds it with the right mode.
  static func ensure(_ path: String) throws {
    close(try open(path))
  }

  /// The bytes of a small private file, or `nil` when there is none.
  static func contents(of path: String, limit: Int) throws -> [UInt8]? {
    if access(path, F_OK) != 0, errno == ENOENT { return nil }
    let descriptor = try open(path, flags: O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = retryingInterrupted { read(descriptor, &bytes, limit) }
    guard count >= 0 else { throw unwritable(path) }
    return Array(bytes[0..<count])
  }

  /// Makes a private file whole or not at all: written beside, synced, then given its name.
  ///
  /// Of several programs that do so at once one succeeds; the others are told `false`.
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

  /// Puts a file's bytes on the disk itself.
  static func sync(_ path: String) throws {
    let descriptor = try open(path, flags: O_RDONLY)
    defer { close(descriptor) }
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw unwritable(path) }
  }

  /// Gives a private file a second name, or makes a copy of it where files have one name only.
  static func linkOrCopy(_ path: String, to target: String) throws {
    if retryingInterrupted({ link(path, target) }) != 0 { try copy(path, to: target) }
  }

  /// Copies a private file to where none is yet.
  static func copy(_ path: String, to target: String) throws {
    let source = try open(path, flags: O_RDONLY)
    defer { close(source) }
    try copy(source, path, to: target)
  }

  private static func copy(_ source: Int32, _ path: String, to target: String) throws {
    let descriptor = try open(target, flags: O_WRONLY | O_CREAT | O_EXCL)
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

  /// Makes sure that a file is there, and a plain one of one's own.
  static func check(_ path: String) throws {
    close(try open(path, flags: O_RDONLY))
  }

  /// Copies a file of anybody's as a new private one; the limit is in bytes.
  static func takeIn(_ path: String, as target: String, limit: Int) throws {
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

  private static func check(_ descriptor: Int32, _ path: String) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unwritable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StateError.foreign("\(path) is not a plain file")
    }
    guard status.st_uid == geteuid() else {
      throw StateError.foreign("\(path) belongs to another user")
    }
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
  }

  private static func checkDirectory(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StateError.unwritable("\(path) is not a directory")
    }
    guard status.st_uid == geteuid() else {
      throw StateError.unwritable("\(path) belongs to another user")
    }
    if status.st_mode & 0o022 != 0 { chmod(path, status.st_mode & 0o7755) }
  }

  /// A path as a person would write it.
  static func short(_ path: String) -> String {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    guard !home.isEmpty else { return path }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  private static func unwritable(_ path: String) -> StateError {
    .unwritable("\(path): \(String(cString: strerror(errno)))")
  }
}
