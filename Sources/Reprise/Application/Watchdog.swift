/// What ends an app that takes too long, where nobody else would (contract 8.1.6, 8.5.1).
///
/// A life cycle callback that does not return would leave the person with a terminal that answers
/// nothing. Nothing is lost by that: what was on the screen was stored before it was drawn.
public final class Watchdog {
  private let arm: (_ startsAgain: Bool) -> Void
  private let disarm: () -> Void

  /// Whether it watches and, if so, whether the app is started again.
  private var startsAgain: Bool?

  /// Makes one that does nothing.
  public convenience init() {
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
  func begin(startingAgain: Bool = false) {
    startsAgain = startingAgain
    arm(startingAgain)
  }

  /// Ends to watch: it was done in time.
  func end() {
    startsAgain = nil
    disarm()
  }

  /// Watches while something is done.
  func watch(_ body: () -> Void) {
    begin()
    defer { end() }
    body()
  }

  /// Looks away while something is done that may take as long as it takes; what comes after it has
  /// all the time anew.
  func lookAway(during body: () -> Void) {
    guard let startsAgain else { return body() }
    end()
    defer { begin(startingAgain: startsAgain) }
    body()
  }
}
