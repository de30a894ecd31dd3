/// When the contents of a protected file can be reached.
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
