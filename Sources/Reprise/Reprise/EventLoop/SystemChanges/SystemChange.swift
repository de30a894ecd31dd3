/// A change around the app (contract 8.6).
///
/// A stopped app is told nothing. When it runs again it is told each change once, before any key, and
/// only the net result: what changed and changed back is no change.
///
/// A ``SystemEventSource`` adds further kinds.
nonisolated public struct SystemChange: Hashable, Sendable, CustomStringConvertible {
  /// The name of the kind.
  public let description: String

  /// Names a kind of change.
  public init(_ name: String) {
    description = name
  }

  /// The terminal has another size; everything is laid out for it.
  public static let windowSize = SystemChange("windowSize")
  /// Another time zone is set.
  public static let timeZone = SystemChange("timeZone")
  /// Another day, a clock that was set, or a jump of local time.
  public static let significantTime = SystemChange("significantTime")
  /// The language or the formats of the system changed.
  public static let locale = SystemChange("locale")
  /// A watched configuration file was written.
  public static let configuration = SystemChange("configuration")
  /// A watched data file was written, perhaps by this app, or watching has begun.
  public static let data = SystemChange("data")
  /// Protected data was opened or closed; see ``Application/isProtectedDataAvailable``.
  public static let protectedData = SystemChange("protectedData")
  /// Another program asks to lock protected data, which follows; see ``AppDirectories/requestLock()``.
  public static let lockRequest = SystemChange("lockRequest")
  /// The terminal's looks changed: its background, or the terminal behind a multiplexer.
  public static let terminal = SystemChange("terminal")
  /// An accessory was plugged in or removed, if `RepriseSystem` watches them.
  public static let accessories = SystemChange("accessories")
  /// Memory is short: drop everything that can be rebuilt.
  public static let memoryPressure = SystemChange("memoryPressure")
}

/// The net change around an app since the last news of that kind (contract 8.6.2).
nonisolated public struct SystemNews: Sendable {
  /// The kind of change.
  public let change: SystemChange

  /// The paths of ``SystemFiles`` that changed; empty for changes that are no files.
  public let files: [String]

  /// Further facts from the source of the change.
  public let details: (any Sendable)?

  /// Makes news of a kind of change.
  public init(_ change: SystemChange, files: [String] = [], details: (any Sendable)? = nil) {
    self.change = change
    self.files = files
    self.details = details
  }
}
