import Foundation
import Storage

/// Reads and replaces files of this user, without following links.
enum PlainFile {
  /// Opens a plain file of this user, and takes all access to it from others.
  static func open(_ path: String, flags: Int32 = O_RDONLY) throws(ProtectionError) -> Int32 {
    let descriptor = retryingInterrupted {
      Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else {
      throw errno == ELOOP ? .foreign("\(path) is a link; it is not followed") : unusable(path)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      throw .foreign("\(path) is no plain file of this user")
    }
    if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    return descriptor
  }

  /// The first bytes of a file, one more than its limit at most.
  static func contents(of path: String, limit: Int) throws(ProtectionError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try read(descriptor, count: limit + 1, path)
  }

  /// Reads until there are so many bytes, or no more.
  static func read(
    _ descriptor: Int32, count: Int, _ path: String
  ) throws(ProtectionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { room in
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        return retryingInterrupted { Glibc.read(descriptor, rest.baseAddress, rest.count) }
      }
      guard got >= 0 else { throw unusable(path) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes[..<filled])
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

  /// Makes a file in one step; one that exists is never replaced.
  ///
  /// - Throws: ``ProtectionError/exists(_:)``, also where another program was faster.
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

  /// What the kernel said last, about a path.
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
