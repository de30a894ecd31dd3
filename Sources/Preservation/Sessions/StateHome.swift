import Foundation

/// The directory in which an app keeps the state of its sessions.
///
/// ```
/// sessions/NAME/state.sqlite    the archive
/// sessions/NAME/lock            held by the program that owns the session
/// sessions/NAME/launching       there while a launch has not proven healthy
/// sessions/NAME/previous.sqlite the previous generation: a copy from one healthy launch
/// quarantine/TIME-NAME/         state that was put aside, the newest five
/// ```
public struct StateHome: Sendable {
  /// How many states are kept aside before the oldest is deleted.
  static let quarantineLimit = 5

  /// The absolute path of the directory.
  public let path: String

  /// Names the directory; nothing is made yet.
  public init(path: String) {
    self.path = path
  }

  var sessions: String { "\(path)/sessions" }
  var quarantine: String { "\(path)/quarantine" }

  /// The names of the sessions that exist, the most recently used first.
  public func sessionNames() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sessions)) ?? []
    return
      names
      .filter(SessionName.isValid)
      .map { (name: $0, used: lastUse(of: $0)) }
      .sorted { ($0.used, $1.name) > ($1.used, $0.name) }
      .map(\.name)
  }

  /// Seconds since 1970 at which a session last saved anything; 0 when it never did.
  private func lastUse(of name: String) -> Double {
    ["state.sqlite-wal", "state.sqlite", "lock"]
      .compactMap { file in
        var status = stat()
        guard stat("\(sessions)/\(name)/\(file)", &status) == 0 else { return nil }
        return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
      }
      .max() ?? 0
  }

  /// Whether a program has a session now.
  public func isSessionInUse(_ name: String) -> Bool {
    SessionName.isValid(name)
      && KernelLocks.owner(of: "\(sessions)/\(name)/lock") != nil
  }

  /// Opens a session by name and locks it.
  ///
  /// Another program is never waited for, but for one that was killed and has not ended yet: who
  /// starts the program again at once is to come back where he was.
  ///
  /// - Throws: ``StateError/busy(_:)`` when another program has it, or another ``StateError``.
  public func openSession(named name: String) throws -> Session {
    guard SessionName.isValid(name) else { throw StateError.badName(name) }
    let directory = "\(sessions)/\(name)"
    for directory in [path, sessions, directory] { try PrivateFile.makeDirectory(directory) }
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do {
        return try Session(name: name, directory: directory, home: self)
      } catch StateError.busy(name)
        where ContinuousClock.now < deadline
        && KernelLocks.isOwnerEnding(of: "\(directory)/lock")
      {
        usleep(2000)
      }
    }
  }

  /// How long the end of a program that was killed is waited for.
  private static let patience = Duration.seconds(1)

  /// Opens the most recently used session that no program has, or a new one.
  public func openFreeSession() throws -> Session {
    for name in sessionNames() + SessionName.fresh {
      do {
        return try openSession(named: name)
      } catch StateError.busy {
        continue
      }
    }
    throw StateError.busy(SessionName.first)
  }
}
