import Reprise

/// Why a picture cannot be shown, in one line.
nonisolated public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// The companion program is not installed.
    case companionMissing
    /// The file cannot be opened or read.
    case unreadable
    /// The file is no JPEG and no PNG.
    case unknownFormat
    /// The file is damaged or cut short.
    case damaged
    /// It has more pixels or bytes than are decoded.
    case tooLarge
    /// It takes more memory than the companion may have.
    case noMemory
    /// The companion crashed, or answered what cannot be.
    case crashed
    /// The companion took too long.
    case timedOut
    /// Nobody waits for the picture any more.
    case cancelled
  }

  /// What went wrong.
  public let kind: Kind

  /// One line for the person.
  public let description: String

  /// Makes an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
