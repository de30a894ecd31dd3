import Reprise
import Foundation

/// A picture file: its name, the identity of its content, and how to open it.
///
/// ```swift
/// let file = PictureSource(path: "/home/ada/teapot.jpg")
/// let stored = PictureSource(name: "teapot.jpg", identity: digest) { try store.open(photo) }
/// ```
nonisolated public struct PictureSource: Sendable {
  /// The name in messages.
  public let name: String

  /// Identifies the content, like a digest; `nil` if unknown, and then nothing is cached between launches.
  ///
  /// A saved zoom applies only to the same identity.
  public let identity: String?

  private let opening: @Sendable () throws -> Int32

  /// Makes a source that a closure opens, on its own thread.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - identity: Letters, digits, `-` and `_` that stand for the content.
  ///   - open: Returns a descriptor for reading, which the decoder closes.
  public init(
    name: String, identity: String?, open: @escaping @Sendable () throws -> Int32
  ) {
    self.name = name
    self.identity = identity
    opening = open
  }

  /// Makes a source of a file.
  public init(path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(name: name, identity: nil) {
      let file = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard file >= 0 else {
        throw PictureError(
          .unreadable, "cannot open \(path): \(String(cString: strerror(errno)))")
      }
      return file
    }
  }

  /// Opens the file and returns its length.
  ///
  /// - Throws: `unreadable` if it is not a regular file, `tooLarge` if it exceeds the limit.
  func open() throws(PictureError) -> (descriptor: Int32, length: Int) {
    let descriptor: Int32
    do {
      descriptor = try opening()
    } catch {
      throw (error as? PictureError) ?? PictureError(.unreadable, "\(error)")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw PictureError(.unreadable, "“\(name)” is not a file")
    }
    let length = Int(status.st_size)
    guard length > 0, length <= Self.maximumLength else {
      close(descriptor)
      throw length == 0
        ? PictureError(.unknownFormat, "“\(name)” is empty")
        : PictureError(.tooLarge, "“\(name)” is too large to show: more than 256 MiB")
    }
    return (descriptor, length)
  }

  /// The size limit for files, in bytes.
  private static let maximumLength = 256 << 20
}
