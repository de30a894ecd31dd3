/// Facts about the program that saved a state, readable through every coder (contract 4.5).
public struct ArchiveInfo: Hashable, Sendable {
  /// The version of the app that saved.
  public var bundleVersion: String

  /// The system that the app ran on.
  public var systemVersion: String

  /// When the state was last saved, in seconds since 1970 UTC.
  public var timestamp: Double

  /// Makes facts; omitted ones are empty.
  public init(bundleVersion: String = "", systemVersion: String = "", timestamp: Double = 0) {
    self.bundleVersion = bundleVersion
    self.systemVersion = systemVersion
    self.timestamp = timestamp
  }
}
