import Crypto
import Foundation
import Storage

/// Reads files piece by piece in constant memory.
enum FileBytes {
  static let pieceSize = 1 << 20

  /// Opens a regular file for reading; refuses directories, pipes and devices.
  ///
  /// - Parameter followsLinks: Whether the path may be a link, as is allowed for a path from the
  ///   user.
  static func open(
    _ path: String, followsLinks: Bool = false
  ) throws(InventoryError) -> (descriptor: Int32, status: stat) {
    let link = followsLinks ? 0 : O_NOFOLLOW
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | link
    let descriptor = Glibc.open(path, flags)
    guard descriptor >= 0 else { throw .system("open", path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .system("inspect", path, code: code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw InventoryError(.badData, "\(path) is not a regular file")
    }
    return (descriptor, status)
  }

  /// Passes the bytes of a file to a closure from its beginning, piece by piece.
  static func forEachPiece(
    _ descriptor: Int32, path: String,
    _ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var offset: off_t = 0
    while true {
      let count = retryingInterrupted {
        pread(descriptor, buffer.baseAddress, buffer.count, offset)
      }
      guard count >= 0 else { throw .system("read", path, code: errno) }
      guard count > 0 else { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += off_t(count)
    }
  }

  /// The digest of a regular file.
  ///
  /// - Returns: `nil` if there is no such file.
  static func digest(of path: String) throws(InventoryError) -> ContentDigest? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system("inspect", path, code: errno)
    }
    let file = try open(path)
    defer { close(file.descriptor) }
    return try digest(of: file.descriptor, path: path)
  }

  /// The digest of an open file.
  static func digest(of descriptor: Int32, path: String) throws(InventoryError) -> ContentDigest {
    var digest = ContentDigest()
    try forEachPiece(descriptor, path: path) { digest.add($0) }
    return digest
  }

  /// Writes all of the bytes.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
  ) throws(InventoryError) {
    guard writeAll(bytes, toFile: descriptor) else { throw .system("write", path, code: errno) }
  }

  /// Syncs the entries of a directory.
  static func sync(directory: String) {
    let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// Computes the SHA-256 of bytes piece by piece, as 64 lower-case digits.
public struct ContentDigest {
  private var hash = SHA256()
  /// The number of bytes.
  private(set) var count: Int64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bufferPointer: bytes)
    count += Int64(bytes.count)
  }

  /// The digits.
  var text: String { hash.finalize().withUnsafeBytes(Hexadecimal.text) }

  /// The digest of bytes in memory.
  public static func text(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.text
  }
}

/// A SHA-256 as text: 64 hexadecimal digits in lower case.
public enum SHA256Text {
  /// Whether a text from a file is one: it becomes the name of a file.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
