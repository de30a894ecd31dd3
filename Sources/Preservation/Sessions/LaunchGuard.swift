import Foundation

/// Notices launches that died while they restored (contract 7.3, design 3 "Coming back").
///
/// A small file stands for the time between the first look at the saved state and the first frame.
/// A launch that finds one knows that the last launch never got that far.
public struct LaunchGuard: Sendable {
  let path: String

  /// Whether the last launch died before its first frame.
  public var lastLaunchDied: Bool { access(path, F_OK) == 0 }

  /// Says that restoring begins.
  public func begin() throws {
    try PrivateFile.ensure(path)
  }

  /// Says that the launch came to its first frame.
  public func end() {
    unlink(path)
  }
}
