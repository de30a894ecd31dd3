import Foundation

/// The bytes of a preferences file, opened once and without blocking.
nonisolated package enum PreferenceFile {
  /// The content of a path.
  package enum Content {
    case absent
    case bytes([UInt8])
    /// Why it is not read.
    case refused(String)
  }

  /// The largest file that is read.
  static let maximumBytes = 256 << 10

  /// Reads a file that a person wrote; anything else is refused.
  package static func content(of path: String) -> Content {
    // A FIFO would wait for a writer, and a terminal would become ours.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .absent : .refused(words(for: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .refused(words(for: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .refused("is a directory and was not read: replace it with a text file")
    default: return .refused("is not a regular file and was not read: replace it with a text file")
    }
    guard status.st_size <= maximumBytes else { return .refused(isTooLarge) }
    return bytes(of: descriptor)
  }

  /// The reason not to run programs that a file names: another user can write it.
  ///
  /// - Returns: `nil` for a safe file.
  static func reasonNotToRun(_ path: String) -> String? {
    var status = stat()
    // Without a file, the text is the app's own.
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      return "the file belongs to another user"
    }
    return status.st_mode & S_IWOTH == 0
      ? nil : "other users can write the file: remove that with chmod o-w"
  }

  private static func bytes(of descriptor: Int32) -> Content {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return .refused(words(for: errno)) }
      if count == 0 { return .bytes(bytes) }
      bytes += chunk.prefix(count)
      // It may grow while it is read.
      guard bytes.count <= maximumBytes else { return .refused(isTooLarge) }
    }
  }

  private static let isTooLarge = "is larger than 256 KiB and was not read: shorten it"

  private static func words(for code: Int32) -> String {
    "cannot be read (\(String(cString: strerror(code))))"
  }
}
