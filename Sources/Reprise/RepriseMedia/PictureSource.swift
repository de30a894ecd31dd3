import Reprise
import Foundation
import Storage

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
  /// A saved zoom and page apply only to the same identity.
  public let identity: String?

  /// Whether decoded cells may be cached on the disk under the identity.
  public let isCacheable: Bool

  private let opening: @Sendable () throws -> Int32

  /// Makes a source that a closure opens, on its own thread.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - identity: Letters, digits, `-` and `_` that stand for the content.
  ///   - isCacheable: Whether decoded cells may be cached on the disk; `false` for content that nothing on the disk may
  ///     show.
  ///   - open: Returns a descriptor for reading, which the decoder closes.
  public init(
    name: String, identity: String?, isCacheable: Bool = true,
    open: @escaping @Sendable () throws -> Int32
  ) {
    self.name = name
    self.identity = identity
    self.isCacheable = isCacheable
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

  /// The format of an open file by its first bytes; its position doesn't change.
  static func format(of descriptor: Int32) -> PictureFormat? {
    var bytes = [UInt8](repeating: 0, count: PictureFormat.signatureLength)
    let count = retryingInterrupted { pread(descriptor, &bytes, bytes.count, 0) }
    return count > 0 ? PictureFormat(firstBytes: bytes.prefix(count)) : nil
  }

  /// The size limit for files, in bytes.
  private static let maximumLength = 256 << 20
}
