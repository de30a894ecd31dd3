/// What ends an app that takes too long, where nobody else would (contract 8.1.6, 8.5.1).
///
/// A life cycle callback that does not return would leave the person with a terminal that answers
/// nothing. Nothing is lost by that: what was on the screen was stored before it was drawn.
public struct Watchdog {
  private let arm: (_ startsAgain: Bool) -> Void
  private let disarm: () -> Void

  /// Makes one that does nothing.
  public init() {
    self.init(arm: { _ in }, disarm: {})
  }

  /// Makes one that works by two functions.
  ///
  /// - Parameters:
  ///   - arm: Has the app ended some time later, and started again if asked to.
  ///   - disarm: Takes that back.
  public init(arm: @escaping (_ startsAgain: Bool) -> Void, disarm: @escaping () -> Void) {
    self.arm = arm
    self.disarm = disarm
  }

  /// Begins to watch.
  func begin(startingAgain: Bool = false) { arm(startingAgain) }

  /// Ends to watch: it was done in time.
  func end() { disarm() }

  /// Watches while something is done.
  func watch(_ body: () -> Void) {
    begin()
    defer { end() }
    body()
  }
}
