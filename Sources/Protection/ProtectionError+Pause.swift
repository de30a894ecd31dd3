import Preservation

extension ProtectionError: UnlockPause {
  /// See `UnlockPause.secondsLeft`.
  public var secondsLeft: Int? { if case .wait(let seconds) = self { seconds } else { nil } }

  /// See `UnlockPause.leaving(seconds:)`.
  public func leaving(seconds: Int) -> Self {
    secondsLeft == nil ? self : .wait(seconds: seconds)
  }
}
