/// When something that went wrong is tried again: soon at first, then ever more seldom.
///
/// A full disk has room again in a moment; a home that is read-only stays so for a long time, in
/// which nothing should wake the machine every second.
struct RetryPacing {
  /// The longest pause, in seconds.
  private static let longest = 60

  private var warning: String?
  private var pause = 0
  private var attempt = 0
  private var isWaiting = false

  /// Notes what is wrong now, and says when to try again.
  ///
  /// - Parameter current: The warning; `nil` when nothing is wrong.
  /// - Returns: How many seconds from now, and the attempt to be handed to ``begin(_:)``; `nil` when
  ///   there is nothing to try, or it is going to be tried anyway.
  mutating func next(for current: String?) -> (seconds: Int, attempt: Int)? {
    if current != warning { (warning, pause, isWaiting) = (current, 0, false) }
    guard current != nil, !isWaiting else { return nil }
    isWaiting = true
    attempt += 1
    pause = min(max(1, pause * 2), Self.longest)
    return (pause, attempt)
  }

  /// Says whether an attempt is still to be made; one for an earlier warning is not.
  mutating func begin(_ attempt: Int) -> Bool {
    guard isWaiting, attempt == self.attempt else { return false }
    isWaiting = false
    return true
  }
}
