import Foundation

/// The directory in which an app keeps the state of its sessions.
///
/// ```
/// sessions/NAME/state.sqlite    the archive
/// sessions/NAME/lock            held by the program that owns the session
/// sessions/NAME/launching       there while a launch has not proven healthy
/// sessions/NAME/previous.sqlite the previous generation: a copy from one healthy launch
/// sessions/NAME/newest          how many commits there were, to notice the loss of some
/// sessions/NAME/used            how high it ranks among those used last
/// quarantine/NUMBER-NAME/       state that was put aside, the newest five
/// ```
///
/// The directory itself may be reached through links; below it none is followed.
public struct StateHome: Sendable {
  /// The absolute path of the directory.
  public let path: String

  /// Names the directory; nothing is made yet.
  public init(path: String) {
    self.path = path
  }

  var sessions: String { "\(path)/sessions" }
  var quarantine: String { "\(path)/quarantine" }

  /// The names of the sessions that exist, the one used last first; of those that nobody noted the use
  /// of by name.
  public func sessionNames() -> [String] {
    guard access(sessions, F_OK) == 0, let directory = try? open().sessions else { return [] }
    return directory.subdirectories
      .filter(SessionName.isValid)
      .map { (name: $0, used: SessionUse.number(of: $0, in: directory)) }
      .sorted { ($0.used, $1.name) > ($1.used, $0.name) }
      .map(\.name)
  }

  /// Opens the directory, which is made if it is missing, and the one of the sessions in it.
  func open() throws -> (home: PrivateDirectory, sessions: PrivateDirectory) {
    let home = try PrivateDirectory(path: path)
    return (home, try home.subdirectory("sessions"))
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
    let (home, directory) = try open()
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do {
        let session = try Session(name: name, in: directory, of: home)
        session.use.note()
        return session
      } catch StateError.busy(name)
        where ContinuousClock.now < deadline
        && KernelLocks.isOwnerEnding(of: "\(sessions)/\(name)/lock")
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
