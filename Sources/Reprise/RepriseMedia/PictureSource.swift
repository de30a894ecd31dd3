import Reprise
import Foundation

/// A file that holds a picture: what it is called, which content it has, and how it is opened.
///
/// ```swift
/// let photo = PictureSource(path: "/home/ada/teapot.jpg")
/// let stored = PictureSource(name: "teapot.jpg", identity: digest) { try store.open(photo) }
/// ```
nonisolated public struct PictureSource: Sendable {
  /// What messages call it.
  public let name: String

  /// The same for the same content and no other, as a digest is; `nil` where nobody knows, and nothing
  /// is kept between launches then.
  ///
  /// A state that was saved with another identity does not apply.
  public let identity: String?

  private let opening: @Sendable () throws -> Int32

  /// Makes a source that is opened by a closure, on a thread of its own.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - identity: Letters, digits, `-` and `_` that stand for the content.
  ///   - open: Returns a descriptor for reading, which is closed for it.
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

  /// Opens the file and says how long it is.
  ///
  /// - Throws: `unreadable` for what is no regular file, `tooLarge` for one that is not decoded.
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

  /// The largest file that is decoded, in bytes.
  private static let maximumLength = 256 << 20
}
