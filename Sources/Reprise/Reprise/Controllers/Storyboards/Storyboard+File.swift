import Foundation

extension Storyboard {
  /// Reads a storyboard from a file.
  ///
  /// The file must be a plain one of limited size.
  ///
  /// - Parameters:
  ///   - path: The path; the name of the file without `.storyboard` is the storyboard's.
  ///   - registry: The classes that scenes may use.
  ///   - environment: What their factories need.
  /// - Throws: ``StoryboardError`` that says why the file cannot be read, or where it is wrong.
  public convenience init(
    contentsOfFile path: String, registry: RestorationRegistry,
    environment: Environment = Environment()
  ) throws(StoryboardError) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let suffix = ".storyboard"
    try self.init(
      name: file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file,
      text: try Self.bytes(ofFile: path), registry: registry, environment: environment)
  }

  private static func bytes(ofFile path: String) throws(StoryboardError) -> [UInt8] {
    // Without waiting for a writer, should it be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(path, "it is no plain file")
    }
    // One byte more than allowed, to notice a file that is too long.
    var bytes = [UInt8](repeating: 0, count: StoryboardLexer.maximumBytes + 1)
    var count = 0
    while count < bytes.count {
      let found = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if found < 0, errno == EINTR { continue }
      guard found >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      if found == 0 { break }
      count += found
    }
    return Array(bytes.prefix(count))
  }

  private static func unreadable(_ path: String, _ reason: String) -> StoryboardError {
    StoryboardError(file: path, reason: "the storyboard cannot be read: \(reason)")
  }
}
