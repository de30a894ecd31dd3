/// The reason why a picture cannot be shown, in one line.
nonisolated public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The companion program is not installed.
    case companionMissing
    /// The file cannot be opened or read.
    case unreadable
    /// The file is in none of the formats of ``PictureFormat``.
    case unknownFormat
    /// The library for its format is not installed; the description names the Debian package.
    case libraryMissing
    /// It can't be opened without a password.
    case encrypted
    /// It has a feature that can't be decoded, such as an animation.
    case unsupported
    /// The file is damaged or truncated.
    case damaged
    /// It has more pixels or bytes than the decoder accepts.
    case tooLarge
    /// It needs more memory than the companion may use.
    case noMemory
    /// The companion crashed or sent an invalid answer.
    case crashed
    /// The companion took too long.
    case timedOut
    /// The request was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public let kind: Kind

  /// One line for the person.
  public let description: String

  /// Makes an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
