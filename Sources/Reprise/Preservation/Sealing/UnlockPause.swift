/// Why keys do not open, if it may be that too many wrong passphrases were tried.
public protocol UnlockPause: Error, CustomStringConvertible {
  /// How many seconds it takes until the next may be tried; `nil` where that is not why.
  var secondsLeft: Int? { get }

  /// The same with other seconds left, as they go by.
  func leaving(seconds: Int) -> Self
}
