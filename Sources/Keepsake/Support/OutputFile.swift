import Foundation
import Inventory
import SystemSupport

/// A file that a person asked for, such as `export -o FILE`: whole or not at all.
///
/// A plain file grows without a name in the directory of its target, is synced, and then takes the
/// target's place; a link is followed first. Where a nameless file is not to be had it has a name and
/// a kernel lock, and whoever writes the same target next removes what nobody holds any more. Devices
/// and pipes are written into, as a shell would, and never replaced.
nonisolated final class OutputFile {
  private let path: String
  /// The plain file to be made or replaced, as directory and name; nil for what is written into.
  private let target: (directory: String, name: String)?
  private let descriptor: Int32
  /// The name that the growing file has, if it has one.
  private var temporary: String?
  private let isTerminal: Bool
  private var isCommitted = false

  /// Opens a file for writing.
  ///
  /// - Throws: `cannotCreate`, `permission`.
  init(path: String) throws(InventoryError) {
    self.path = path
    let resolved = try Self.resolve(path)
    if resolved.isSpecial {
      target = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw Self.failure("open", path) }
      isTerminal = isatty(descriptor) == 1
      return
    }
    let place = Self.split(resolved.path)
    target = place
    isTerminal = false
    Self.reap(beside: place)
    (descriptor, temporary) = try Self.make(in: place, path)
  }

  deinit {
    if let temporary, !isCommitted { unlink(temporary) }
    close(descriptor)
  }

  /// Adds text, whole lines of it; what goes to a terminal is made harmless.
  func append(_ bytes: [UInt8]) throws(InventoryError) {
    guard isTerminal else { return try add(bytes) }
    try add(Array(Console.harmlessLines(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Adds bytes that are no text; a terminal does not get them.
  func append(binary bytes: [UInt8]) throws(InventoryError) {
    try write { _ throws(InventoryError) in try add(bytes) }
  }

  /// Has something written that is no text; a terminal does not get it.
  ///
  /// - Parameter body: Gets the open file.
  func write<Result>(
    _ body: (Int32) throws(InventoryError) -> Result
  ) throws(InventoryError) -> Result {
    guard !isTerminal else {
      throw InventoryError(.cannotCreate, "\(path) is a terminal, and this is no text")
    }
    return try body(descriptor)
  }

  /// Gives the file its name; without it nothing is there, and what was there stays.
  func commit() throws(InventoryError) {
    defer { isCommitted = true }
    guard let target else { return }
    guard fsync(descriptor) == 0 else { throw discard("write") }
    let final = target.directory + "/" + target.name
    if temporary == nil {
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, final, AT_SYMLINK_FOLLOW) == 0 {
        return Self.sync(target.directory)
      }
      guard errno == EEXIST else { throw discard("create") }
      let name = Self.temporaryName(for: target)
      guard linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw discard("create")
      }
      temporary = name
    }
    guard let temporary, rename(temporary, final) == 0 else { throw discard("create") }
    Self.sync(target.directory)
  }

  private func discard(_ action: String) -> InventoryError {
    let error = Self.failure(action, path)
    if let temporary { unlink(temporary) }
    return error
  }

  private func add(_ bytes: [UInt8]) throws(InventoryError) {
    guard writeAll(bytes, to: descriptor) else {
      throw InventoryError(.io, Self.failure("write", path).message)
    }
  }
}

// MARK: - Where it goes

nonisolated extension OutputFile {
  /// Where a path leads, and whether that is a device or a pipe.
  private static func resolve(
    _ path: String
  ) throws(InventoryError) -> (path: String, isSpecial: Bool) {
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFCHR, S_IFIFO: return (path, true)
      case S_IFDIR: throw InventoryError(.cannotCreate, "\(path) is a directory; name a file in it")
      default:
        throw InventoryError(
          .cannotCreate, "\(path) is no plain file, pipe or terminal; nothing was written")
      }
      guard let real = realpath(path, nil) else { throw failure("create", path) }
      defer { free(real) }
      return (String(cString: real), false)
    }
    guard errno == ENOENT else { throw failure("create", path) }
    return (try followed(path), false)
  }

  /// Where a link leads that leads to nothing yet.
  private static func followed(_ path: String) throws(InventoryError) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let bytes = buffer[..<count].map(UInt8.init(bitPattern:))
      let target = String(decoding: bytes, as: UTF8.self)
      path = target.hasPrefix("/") ? target : split(path).directory + "/" + target
    }
    throw InventoryError(.cannotCreate, "cannot create \(path): too many links")
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.index(after: slash)...]))
  }

  /// A new file in the directory of the target: nameless, or under a name of its own and locked.
  private static func make(
    in place: (directory: String, name: String), _ path: String
  ) throws(InventoryError) -> (descriptor: Int32, temporary: String?) {
    if access("/proc/self/fd", X_OK) == 0 {
      let nameless = open(place.directory, temporaryFile | O_WRONLY | O_CLOEXEC, 0o600)
      if nameless >= 0 {
        flock(nameless, LOCK_EX | LOCK_NB)
        return (nameless, nil)
      }
    }
    let name = temporaryName(for: place)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(name, flags, 0o600)
    guard descriptor >= 0 else { throw failure("create", path) }
    flock(descriptor, LOCK_EX | LOCK_NB)
    return (descriptor, name)
  }

  /// `O_TMPFILE`, a macro that Swift cannot see.
  private static let temporaryFile = Int32(0o20_000_000) | O_DIRECTORY

  private static func temporaryName(for place: (directory: String, name: String)) -> String {
    "\(prefix(of: place))\(UInt64.random(in: 0 ... .max))\(suffix)"
  }

  private static func prefix(of place: (directory: String, name: String)) -> String {
    // Room for the rest within the 255 bytes that a name may have.
    "\(place.directory)/.\(String(decoding: place.name.utf8.prefix(200), as: UTF8.self))."
  }

  private static let suffix = ".keepsake-part"

  /// Removes what killed programs left that wrote the same target.
  private static func reap(beside place: (directory: String, name: String)) {
    let prefix = split(prefix(of: place)).name
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.directory)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = place.directory + "/" + name
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
      {
        unlink(path)
      }
      close(descriptor)
    }
  }

  private static func sync(_ directory: String) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func failure(_ action: String, _ path: String) -> InventoryError {
    let code = errno
    let isForbidden = [EACCES, EPERM].contains(code)
    let kind: InventoryError.Kind =
      isForbidden ? .permission : action == "write" ? .io : .cannotCreate
    return InventoryError(kind, "cannot \(action) \(path): \(String(cString: strerror(code)))")
  }
}
