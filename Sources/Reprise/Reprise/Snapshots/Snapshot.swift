/// A picture of the screen as it was when the app was left.
///
/// Secure views and warnings are left out; warnings belong to the moment.
public nonisolated struct Snapshot: Hashable, Sendable {
  /// The cells and the cursor.
  public let frame: Frame

  /// The time of the picture, in seconds since 1970 UTC.
  public let time: Double

  /// The version of the app that took it.
  public let version: String

  /// Whether the next launch may show it until the interface is back (contract 6.12).
  public let isForLaunch: Bool

  /// How long the last launch had nothing to show, in milliseconds.
  public let launchTime: Int

  /// Makes a picture.
  public init(frame: Frame, time: Double, version: String, isForLaunch: Bool, launchTime: Int) {
    self.frame = frame
    self.time = time
    self.version = version
    self.isForLaunch = isForLaunch
    self.launchTime = launchTime
  }

  /// The same picture with another time.
  func taken(at time: Double) -> Snapshot {
    Snapshot(
      frame: frame, time: time, version: version, isForLaunch: isForLaunch, launchTime: launchTime)
  }
}
