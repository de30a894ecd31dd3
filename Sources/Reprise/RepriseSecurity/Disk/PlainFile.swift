import Foundation
import Storage

/// Reads and replaces files of this user, without following links.
enum PlainFile {
  /// Opens a plain file of this user, and removes all access for others.
  static func open(_ path: String, flags: Int32 = O_RDONLY) throws(ProtectionError) -> Int32 {
    do throws(PrivateFileError) {
      return try PrivateFiles.open(path, flags: flags)
    } catch {
      throw ProtectionError(error)
    }
  }

  /// The first bytes of a file, one more than its limit at most.
  static func contents(of path: String, limit: Int) throws(ProtectionError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try read(descriptor, count: limit + 1, path)
  }

  /// Reads up to a number of bytes; fewer only at the end of the file.
  static func read(
    _ descriptor: Int32, count: Int, _ path: String
  ) throws(ProtectionError) -> [UInt8] {
    do throws(PrivateFileError) {
      return try PrivateFiles.read(descriptor, count: count, path)
    } catch {
      throw ProtectionError(error)
    }
  }

  /// Replaces a file in one step: a kill or a full disk leaves the old one.
  ///
  /// - Parameter write: Writes the new contents to a descriptor.
  static func replace(
    _ path: String, _ write: (Int32) throws(ProtectionError) -> Void
  ) throws(ProtectionError) {
    let temporary = "\(path).\(UInt64.random(in: .min ... .max))"
    let descriptor = try open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    var isOpen = true
    defer {
      if isOpen { close(descriptor) }
      unlink(temporary)
    }
    try write(descriptor)
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw unusable(path) }
    isOpen = false
    guard close(descriptor) == 0, rename(temporary, path) == 0 else { throw unusable(path) }
    try syncDirectory(of: path)
  }

  /// Makes a file in one step; an existing file is never replaced.
  ///
  /// - Throws: ``ProtectionError/exists(_:)``, also if another program was faster.
  static func make(_ path: String, _ bytes: [UInt8]) throws(ProtectionError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .exists(path) }
    let temporary = "\(path).new-\(UInt64.random(in: .min ... .max))"
    defer { unlink(temporary) }
    try replace(temporary) { (descriptor) throws(ProtectionError) in
      try append(bytes, to: descriptor, path)
    }
    switch renameToNew(temporary, path) {
    case 0: try syncDirectory(of: path)
    case EEXIST: throw .exists(path)
    case let code: throw .unusable("\(path): \(String(cString: strerror(code)))")
    }
  }

  /// Writes all bytes.
  static func append(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(ProtectionError) {
    guard bytes.withUnsafeBytes({ writeAll($0, toFile: descriptor) }) else { throw unusable(path) }
  }

  /// The last system error, for a path.
  static func unusable(_ path: String) -> ProtectionError {
    .unusable("\(path): \(String(cString: strerror(errno)))")
  }

  private static func syncDirectory(of path: String) throws(ProtectionError) {
    let directory = (path as NSString).deletingLastPathComponent
    let descriptor = Glibc.open(
      directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unusable(path) }
    defer { close(descriptor) }
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw unusable(path) }
  }
}

extension ProtectionError {
  /// Describes a file that cannot be opened or read.
  fileprivate init(_ error: PrivateFileError) {
    switch error {
    case .system(_, let failure):
      self = .unusable("\(failure.path): \(String(cString: strerror(failure.code)))")
    case .link(let path):
      self = .foreign("\(path) is a link; it is not followed")
    case .notPlain(let path), .otherOwner(let path), .writableByOthers(let path):
      self = .foreign("\(path) is not a regular file of this user")
    }
  }
}
