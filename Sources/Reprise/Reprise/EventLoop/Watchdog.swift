/// Kills an app that takes too long to respond (contract 8.1.6, 8.5.1).
///
/// A life cycle callback that does not return would leave the person with a dead terminal. A kill loses
/// nothing: what was on screen was stored before it was drawn.
package final class Watchdog {
  private let arm: (_ startsAgain: Bool) -> Void
  private let disarm: () -> Void

  /// Whether the app is started again after a kill; `nil` while nothing is watched.
  private var startsAgain: Bool?

  /// Makes a watchdog that does nothing.
  package convenience init() {
    self.init(arm: { _ in }, disarm: {})
  }

  /// Makes a watchdog of two functions.
  ///
  /// - Parameters:
  ///   - arm: Has the app killed after some time, and started again if its argument is `true`.
  ///   - disarm: Disarms it.
  package init(arm: @escaping (_ startsAgain: Bool) -> Void, disarm: @escaping () -> Void) {
    self.arm = arm
    self.disarm = disarm
  }

  /// Begins to watch.
  func begin(startingAgain: Bool = false) {
    startsAgain = startingAgain
    arm(startingAgain)
  }

  /// Stops watching.
  func end() {
    startsAgain = nil
    disarm()
  }

  /// Watches while a closure runs.
  func watch(_ body: () -> Void) {
    begin()
    defer { end() }
    body()
  }

  /// Stops watching while a closure runs, which may take any time, then resumes.
  func lookAway(during body: () -> Void) {
    guard let startsAgain else { return body() }
    end()
    defer { begin(startingAgain: startsAgain) }
    body()
  }
}
