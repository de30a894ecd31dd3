import Foundation

/// A directory for one test, removed with it, and at the end of the process at the latest.
nonisolated public final class TemporaryDirectory: Sendable {
  /// The path of the directory.
  public let path: String

  /// Makes an empty directory.
  ///
  /// - Parameter name: What its name begins with.
  public init(_ name: String = "test") throws {
    path = NSTemporaryDirectory() + "\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    LeftDirectories.note(path)
  }

  deinit { LeftDirectories.remove(path) }
}
