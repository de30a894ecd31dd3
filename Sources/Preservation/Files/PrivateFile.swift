import Foundation

/// Files that only their owner may read, made and opened without following links (reliability S4, S5).
enum PrivateFile {
  /// Makes a directory and its missing parents, mode 0700; checks the owner of one that exists.
  static func makeDirectory(_ path: String) throws {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      try checkDirectory(path)
    case ENOENT where path.contains("/") && path != "/":
      try makeDirectory((path as NSString).deletingLastPathComponent)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unwritable(path) }
    default:
      throw unwritable(path)
    }
  }

  /// Opens a private file, making it if needed, and returns its descriptor.
  static func open(_ path: String, flags: Int32 = O_RDWR | O_CREAT) throws -> Int32 {
    let descriptor = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
    let count = read(descriptor, &bytes, limit)
    guard count >= 0 else { throw unwritable(path) }
    return Array(bytes[0..<count])
  }

  /// Makes a private file whole or not at all: written beside, synced, then renamed.
  static func create(_ path: String, contents: [UInt8]) throws {
    let temporary = "\(path).\(UInt64.random(in: .min ... .max))"
    let descriptor = try open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    let written = write(descriptor, contents, contents.count)
    let synced = fsync(descriptor)
    close(descriptor)
    guard written == contents.count, synced == 0, rename(temporary, path) == 0 else {
      let failure = unwritable(path)
      unlink(temporary)
      throw failure
    }
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
  }

  private static func unwritable(_ path: String) -> StateError {
    .unwritable("\(path): \(String(cString: strerror(errno)))")
  }
}
