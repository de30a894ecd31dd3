import Foundation
import Storage

/// The bytes of a file that is read several times, or those of a pipe, which are kept in memory.
final class ImportedBytes: Sendable {
  /// The most bytes of a pipe.
  static let maximumPipeBytes = 256 << 20

  /// The path, for messages.
  let path: String
  /// The number of bytes.
  let count: Int
  /// A descriptor of its own; -1 for bytes in memory.
  private let descriptor: Int32
  private let memory: [UInt8]

  /// Bytes in memory.
  init(_ bytes: [UInt8], path: String) {
    (self.path, memory, count, descriptor) = (path, bytes, bytes.count, -1)
  }

  /// The bytes of an open file, which the caller may close; or what is left of a pipe.
  ///
  /// - Parameter beginning: The bytes that were already read from a pipe; empty for a file.
  init(descriptor: Int32, path: String, beginning: [UInt8]) throws(InventoryError) {
    self.path = path
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard isFile else {
      memory = try Self.readPipe(descriptor, path, beginning)
      (count, self.descriptor) = (memory.count, -1)
      return
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .system("read", path, code: errno) }
    (memory, count, self.descriptor) = ([], Int(status.st_size), copy)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func readPipe(
    _ descriptor: Int32, _ path: String, _ beginning: [UInt8]
  ) throws(InventoryError) -> [UInt8] {
    var bytes = beginning
    while true {
      let piece = try ImportedPiece.read(1 << 20, of: descriptor, at: nil, path)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= maximumPipeBytes else {
        throw InventoryError(
          .badData, "\(path) is larger than \(maximumPipeBytes >> 20) MiB; save it as a file first")
      }
    }
  }

  /// Reads the bytes at an offset; fewer than asked for only at the end.
  func read(_ count: Int, at offset: Int) throws(InventoryError) -> [UInt8] {
    descriptor >= 0
      ? try ImportedPiece.read(count, of: descriptor, at: offset, path)
      : Array(memory.dropFirst(offset).prefix(count))
  }

  /// Calls a closure with a descriptor of the bytes.
  func withDescriptor<Result, Failure>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor)
  }
}
