import Foundation

/// The identities of what comes into being.
public enum Identity {
  /// Makes them where a test repeats a history from its seed; otherwise chance does.
  @TaskLocal static var maker: (@Sendable () -> UUID)?

  /// A new identity.
  public static func new() -> UUID { maker?() ?? UUID() }
}
