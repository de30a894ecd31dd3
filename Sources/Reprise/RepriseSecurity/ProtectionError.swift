import Preservation

/// The reason why protected data cannot be read or written.
public enum ProtectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The passphrase does not open the key bag.
  case wrongPassphrase
  /// The passphrase is wrong, and that was the last attempt allowed for now; the next one is allowed after `seconds`.
  case wrongOnceMore(seconds: Int)
  /// The passphrase was not tried, after too many wrong ones; the next attempt is allowed after `seconds`.
  case wait(seconds: Int)
  /// Data of this class can't be read until the user enters the passphrase.
  case locked(ProtectionClass)
  /// The key of one class is damaged; the other classes are not affected.
  case damagedKey(ProtectionClass)
  /// A key bag, a machine's key or a protected file is damaged.
  case damaged(String)
  /// The machine's key cannot be used; the text is the reason.
  ///
  /// If you move the key away, a new one is created. The classes that need the passphrase then open as before.
  case machineKey(String)
  /// A newer program wrote the file.
  case newer(String, version: Int)
  /// The file belongs to another user or another key bag, or is not a regular file.
  case foreign(String)
  /// The file already exists and is not replaced.
  case exists(String)
  /// The file cannot be read or written.
  case unusable(String)

  /// One line to display.
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
  /// Encrypted on disk, but always readable for this login.
  case none = 0
  /// Unreadable until the passphrase has been entered once since the machine started.
  case completeUntilFirstUserAuthentication = 1
  /// Unreadable while locked; new files can be written, and files already open stay readable.
  case completeUnlessOpen = 2
  /// Unreadable while locked.
  case complete = 3
}
