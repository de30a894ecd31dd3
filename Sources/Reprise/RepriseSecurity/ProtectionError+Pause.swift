import Preservation

extension ProtectionError: UnlockPause {
  /// See `UnlockPause.secondsLeft`.
  public var secondsLeft: Int? {
    switch self {
    case .wait(let seconds), .wrongOnceMore(let seconds): seconds
    default: nil
    }
  }

  /// See `UnlockPause.leaving(seconds:)`.
  public func leaving(seconds: Int) -> Self {
    switch self {
    case .wait: .wait(seconds: seconds)
    case .wrongOnceMore: .wrongOnceMore(seconds: seconds)
    default: self
    }
  }
}
