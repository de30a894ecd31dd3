/// When to retry what failed: soon at first, then ever less often.
///
/// A full disk may have room again in a moment. A read-only home stays read-only for long, and must not
/// wake the machine every second.
struct RetryPacing {
  /// The longest pause, in seconds.
  private static let longest = 60

  private var warning: String?
  private var pause = 0
  private var attempt = 0
  private var isWaiting = false

  /// Notes what is wrong now, and says when to retry.
  ///
  /// - Parameter current: The warning; `nil` if nothing is wrong.
  /// - Returns: The seconds from now and the attempt, for ``begin(_:)``; `nil` if there is nothing to
  ///   retry, or a retry is due anyway.
  mutating func next(for current: String?) -> (seconds: Int, attempt: Int)? {
    if current != warning { (warning, pause, isWaiting) = (current, 0, false) }
    guard current != nil, !isWaiting else { return nil }
    isWaiting = true
    attempt += 1
    pause = min(max(1, pause * 2), Self.longest)
    return (pause, attempt)
  }

  /// Whether an attempt is still due; one for an earlier warning is not.
  mutating func begin(_ attempt: Int) -> Bool {
    guard isWaiting, attempt == self.attempt else { return false }
    isWaiting = false
    return true
  }
}
