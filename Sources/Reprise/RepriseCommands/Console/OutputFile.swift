import ArgumentParser
import Foundation
import Reprise
import Storage

/// A file that a person asked for, such as `export -o FILE`: written completely or not at all.
///
/// A regular file is written without a name in the target's directory, is synced, and then replaces the target.
/// Links are followed first. Where nameless files are not supported, it has a temporary name and a kernel
/// lock; the next writer of the same target removes temporary files that nobody locks. Devices and pipes are
/// written to, as by a shell, and never replaced.
public final class OutputFile {
  private let path: String
  /// The directory and name of the regular file to replace; `nil` for devices and pipes.
  private let target: (directory: String, name: String)?
  private let descriptor: Int32
  /// The temporary name, if the file has one.
  private var temporary: String?
  private let isTerminal: Bool
  private let replaces: Bool
  private var isCommitted = false

  /// Opens a file for writing.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replaces: Whether it may replace an existing file; devices and pipes are always written to.
  /// - Throws: `cannotCreate`, also if the file exists and must stay, and `permission`.
  public init(path: String, replaces: Bool) throws(CommandFailure) {
    self.path = path
    self.replaces = replaces
    let resolved = try Self.resolve(path)
    if !replaces, Self.wouldReplace(path) { throw Self.isThere(path) }
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

  /// Appends whole lines of text; made harmless for a terminal.
  public func append(_ bytes: [UInt8]) throws(CommandFailure) {
    guard isTerminal else { return try add(bytes) }
    try add(Array(Console.harmlessLines(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Appends binary data; a terminal does not get it.
  public func append(binary bytes: [UInt8]) throws(CommandFailure) {
    try requireBinary()
    try add(bytes)
  }

  /// Lets a closure write binary data; a terminal does not get it.
  ///
  /// - Parameter body: Receives the open file.
  public func write<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    try requireBinary()
    return try body(descriptor)
  }

  private func requireBinary() throws(CommandFailure) {
    guard isTerminal else { return }
    throw CommandFailure(
      status: .cannotCreate, message: "cannot write to the terminal \(path): this is not text")
  }

  /// Puts the file in the target's place; without this call the target stays as it was.
  public func commit() throws(CommandFailure) {
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
      guard replaces else { throw Self.isThere(path) }
      let name = Self.temporaryName(for: target)
      guard linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw discard("create")
      }
      temporary = name
    }
    guard let temporary else { throw discard("create") }
    if replaces {
      guard rename(temporary, final) == 0 else { throw discard("create") }
    } else {
      let code = renameToNew(temporary, final)
      guard code == 0 else {
        unlink(temporary)
        if code == EEXIST { throw Self.isThere(path) }
        throw CommandFailure(
          status: .cannotCreate,
          message: "cannot create \(path): \(String(cString: strerror(code)))")
      }
    }
    Self.sync(target.directory)
  }

  private func discard(_ action: String) -> CommandFailure {
    let error = Self.failure(action, path)
    if let temporary { unlink(temporary) }
    return error
  }

  private func add(_ bytes: [UInt8]) throws(CommandFailure) {
    guard writeAll(bytes, to: descriptor) else {
      throw CommandFailure(status: .inputOutput, message: Self.failure("write", path).message)
    }
  }
}

// MARK: - The target

extension OutputFile {
  /// Whether a path leads to a device or a pipe, which is written to and never replaced.
  public static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT)
  }

  /// Whether writing to a path would replace a file.
  public static func wouldReplace(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isThere(_ path: String) -> CommandFailure {
    CommandFailure(status: .cannotCreate, message: "\(path) already exists; --force replaces it")
  }

  /// The target of a path, and whether it is a device or pipe.
  private static func resolve(
    _ path: String
  ) throws(CommandFailure) -> (path: String, isSpecial: Bool) {
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFCHR, S_IFIFO: return (path, true)
      case S_IFDIR:
        throw CommandFailure(
          status: .cannotCreate, message: "\(path) is a directory; name a file in it")
      default:
        throw CommandFailure(
          status: .cannotCreate,
          message: "\(path) is not a regular file, pipe or terminal; nothing was written")
      }
      guard let real = realpath(path, nil) else { throw failure("create", path) }
      defer { free(real) }
      return (String(cString: real), false)
    }
    guard errno == ENOENT else { throw failure("create", path) }
    return (try followed(path), false)
  }

  /// The path that a dangling link names.
  private static func followed(_ path: String) throws(CommandFailure) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let bytes = buffer[..<count].map(UInt8.init(bitPattern:))
      let target = String(decoding: bytes, as: UTF8.self)
      path = target.hasPrefix("/") ? target : split(path).directory + "/" + target
    }
    throw CommandFailure(status: .cannotCreate, message: "cannot create \(path): too many links")
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.index(after: slash)...]))
  }

  /// Makes a file in the target's directory: nameless, or with a temporary name and a lock.
  private static func make(
    in place: (directory: String, name: String), _ path: String
  ) throws(CommandFailure) -> (descriptor: Int32, temporary: String?) {
    if access("/proc/self/fd", X_OK) == 0 {
      let nameless = open(place.directory, temporaryFile | O_WRONLY | O_CLOEXEC, 0o600)
      if nameless >= 0 {
        _ = FileLock.take(nameless)
        return (nameless, nil)
      }
    }
    let name = temporaryName(for: place)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(name, flags, 0o600)
    guard descriptor >= 0 else { throw failure("create", path) }
    _ = FileLock.take(descriptor)
    return (descriptor, name)
  }

  /// `O_TMPFILE`, a macro that Swift does not import.
  private static let temporaryFile = Int32(0o20_000_000) | O_DIRECTORY

  private static func temporaryName(for place: (directory: String, name: String)) -> String {
    "\(prefix(of: place))\(UInt64.random(in: 0 ... .max))\(suffix)"
  }

  private static func prefix(of place: (directory: String, name: String)) -> String {
    // A name has at most 255 bytes: leave room for the rest.
    "\(place.directory)/.\(String(decoding: place.name.utf8.prefix(200), as: UTF8.self))."
  }

  private static let suffix = ".reprise-part"

  /// Removes the temporary files of killed writers of the same target.
  private static func reap(beside place: (directory: String, name: String)) {
    let prefix = split(prefix(of: place)).name
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.directory)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = place.directory + "/" + name
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), FileLock.take(descriptor) == .taken
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

  private static func failure(_ action: String, _ path: String) -> CommandFailure {
    let code = errno
    let isForbidden = [EACCES, EPERM].contains(code)
    let status: CommandFailure.Status =
      isForbidden ? .permission : action == "write" ? .inputOutput : .cannotCreate
    return CommandFailure(
      status: status, message: "cannot \(action) \(path): \(String(cString: strerror(code)))")
  }
}

/// The option of every command that writes a file: whether it may replace one.
public struct OutputReplacing: ParsableArguments {
  /// Whether the option was given.
  @Flag(name: [.short, .long], help: "Replace an existing file.")
  public var force = false

  /// Made by the argument parser.
  public init() {}

  /// Whether the file at a path may be replaced: asked for with `--force`, or confirmed on a terminal.
  ///
  /// - Throws: `cannotCreate` if the answer is no.
  public func mayReplace(_ path: String) throws -> Bool {
    guard !force, Console.hasPerson, OutputFile.wouldReplace(path) else { return force }
    guard Console.confirms("Replace \(path)?") else {
      throw CommandFailure(status: .cannotCreate, message: "\(path) was not changed")
    }
    return true
  }
}
