import Preservation

/// The reason why protected data cannot be read or written.
public enum ProtectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The passphrase does not open the key bag.
  case wrongPassphrase
  /// The passphrase is wrong, and one too many: the next attempt is allowed after so many seconds.
  case wrongOnceMore(seconds: Int)
  /// Too many wrong passphrases: the next attempt is allowed after so many seconds.
  case wait(seconds: Int)
  /// The class is closed until the passphrase is given.
  case locked(ProtectionClass)
  /// The key of one class is damaged; the other classes are not affected.
  case damagedKey(ProtectionClass)
  /// A key bag, a machine's key or a protected file is damaged.
  case damaged(String)
  /// The machine's key cannot be used, for this reason.
  ///
  /// If you move it away, a new one is created, and the upper classes open as before.
  case machineKey(String)
  /// A newer program wrote it.
  case newer(String, version: Int)
  /// It belongs to another user or another key bag, or is not a plain file.
  case foreign(String)
  /// It already exists and is not replaced.
  case exists(String)
  /// It cannot be read or written.
  case unusable(String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .wrongPassphrase: "the passphrase is wrong"
    case .wrongOnceMore(let seconds): "the passphrase is wrong: try again in \(seconds) s"
    case .wait(let seconds): "too many wrong passphrases: try again in \(seconds) s"
    case .locked(let kind): "data with the protection \"\(kind)\" is locked"
    case .damagedKey(let kind): "the key for the protection \"\(kind)\" is damaged"
    case .damaged(let path): "\(path) is damaged"
    case .newer(let path, let version): "a newer version wrote \(path) (format \(version))"
    case .exists(let path): "\(path) already exists"
    case .foreign(let reason), .unusable(let reason), .machineKey(let reason): reason
    }
  }
}

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

/// Determines when the contents of a protected file can be read.
///
/// The names are those of `FileProtectionType`.
public enum ProtectionClass: UInt8, CaseIterable, Hashable, Sendable {
  /// Sealed on the disk, and always open to this login.
  case none = 0
  /// Closed until the passphrase has been given once since the machine started.
  case completeUntilFirstUserAuthentication = 1
  /// Closed while locked; new files can be written, and what was open stays open.
  case completeUnlessOpen = 2
  /// Closed while locked.
  case complete = 3
}
