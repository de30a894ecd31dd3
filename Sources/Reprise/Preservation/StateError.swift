/// Why saved state cannot be read or written.
///
/// None of these errors ends the program.
public enum StateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or directory belongs to another user, or is not a plain private file.
  case foreign(String)
  /// The directory or file cannot be created or written.
  case unwritable(String)
  /// Another program has locked the state's file for the moment.
  case occupied(String)
  /// The state does not open with the given key.
  case locked(String)
  /// A newer program wrote the state.
  case newer(Int)
  /// The state is damaged.
  case damaged(String)
  /// Another running program owns the session.
  case busy(String)
  /// The name is not valid for a session.
  case badName(String)

  /// One line for a person.
  public var description: String {
    switch self {
    case .foreign(let reason), .unwritable(let reason), .damaged(let reason),
      .occupied(let reason):
      reason
    case .locked(let reason): "the saved state is locked: \(reason)"
    case .newer(let version): "a newer version wrote the saved state (format \(version))"
    case .busy(let name): "the session \"\(name)\" is open in another program"
    case .badName(let name):
      "\"\(name)\" is not a valid session name: use 1 to 64 letters, digits, \".\", \"-\" or \"_\""
    }
  }
}

extension StateError {
  /// Describes a state that is set aside, in a few words.
  var summary: String {
    switch self {
    case .damaged: "it was damaged"
    case .locked: "another key sealed it"
    case .newer: "a newer version wrote it"
    case .foreign, .unwritable, .occupied, .busy, .badName: description
    }
  }

  /// Whether the state exists but this program cannot use it.
  var leavesStateUnreadable: Bool {
    switch self {
    case .damaged, .locked, .newer: true
    case .foreign, .unwritable, .occupied, .busy, .badName: false
    }
  }

  /// The error for a state file that has lost everything but its log.
  static let emptyBesideLog = damaged("the state file is empty, but its log is not")

  /// Retries while nothing can be written: some failures pass at once.
  static func retryingUnwritable<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<2 {
      do {
        return try body()
      } catch StateError.unwritable {
        continue
      }
    }
    return try body()
  }
}
