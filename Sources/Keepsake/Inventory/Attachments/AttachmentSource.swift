import Foundation

/// A source from which an attached file is copied.
protocol ContentSource {
  /// The name of the file without its directory.
  var fileName: String { get }

  /// Passes the content to a closure piece by piece.
  ///
  /// - Throws: Any error of `body`, and `badData` if the file changes during the reading.
  func read(_ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void) throws(InventoryError)
}

/// A file to attach, opened and checked.
///
/// Opening never blocks, and refuses anything but a regular file, such as a pipe, a tape or a socket.
final class AttachmentSource: ContentSource {
  /// The largest file that can be attached, in bytes: 1 GiB.
  static let limit: Int64 = 1 << 30

  let path: String
  let descriptor: Int32
  let size: Int64
  private let modified: timespec

  init(path: String) throws(InventoryError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw InventoryError(.noInput, "a file to attach needs a name")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system("attach", path, code: errno) }
    try Self.check(status, path)
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("attach", path, code: errno) }
    self.path = path
    // Check the open descriptor: the name may lead to another file by now.
    let answer = fstat(descriptor, &status)
    let code = errno
    size = Int64(status.st_size)
    modified = status.st_mtim
    guard answer == 0 else { throw .system("attach", path, code: code) }
    try Self.check(status, path)
  }

  deinit { close(descriptor) }

  var fileName: String { Self.fileName(of: path) }

  /// The last part of a path.
  static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func check(_ status: stat, _ path: String) throws(InventoryError) {
    let what: String? =
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: "a directory"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    if let what {
      throw InventoryError(.badData, "cannot attach \(path): it is \(what), not a file")
    }
    guard status.st_size > 0 else {
      throw InventoryError(.badData, "cannot attach \(path): it is empty")
    }
    guard status.st_size <= limit else {
      throw InventoryError(
        .badData, "cannot attach \(path): it is larger than 1 GiB; keep it elsewhere and note where"
      )
    }
  }

  /// Passes the content to a closure piece by piece.
  ///
  /// - Throws: Any error of `body`, and `badData` if the file changes meanwhile.
  func read(_ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void) throws(InventoryError)
  {
    var done: Int64 = 0
    try FileBytes.forEachPiece(descriptor, path: path) { piece throws(InventoryError) in
      done += Int64(piece.count)
      guard done <= size else { throw changing }
      try body(piece)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, done == size, Int64(status.st_size) == size,
      status.st_mtim.tv_sec == modified.tv_sec, status.st_mtim.tv_nsec == modified.tv_nsec
    else { throw changing }
  }

  private var changing: InventoryError {
    InventoryError(
      .badData, "cannot attach \(path): it is still being written; try again when it is complete")
  }
}
