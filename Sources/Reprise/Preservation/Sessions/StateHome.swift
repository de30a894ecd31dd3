import Storage
import Foundation

/// The directory in which an app keeps the state of its sessions.
///
/// ```
/// sessions/NAME/state.sqlite    the archive
/// sessions/NAME/lock            held by the program that owns the session
/// sessions/NAME/launching       exists until a launch has proven healthy
/// sessions/NAME/previous.sqlite the previous generation: a copy from one healthy launch
/// sessions/NAME/newest          the number of the newest commit, to detect lost ones
/// sessions/NAME/used            the session's rank among those used last
/// panes/SOCKET-SERVER-PANE      the session that a pane of a multiplexer last showed
/// discarded/NAME                a session that was discarded, until a launch reports it
/// quarantine/NUMBER-NAME/       state that was set aside, the newest five
/// ```
///
/// The path of the home may contain links; below it none is followed.
public struct StateHome: Sendable {
  /// The absolute path of the directory.
  public let path: String

  /// Names the directory, without creating it.
  public init(path: String) {
    self.path = path
  }

  var sessions: String { "\(path)/sessions" }
  var quarantine: String { "\(path)/quarantine" }

  /// The existing sessions, last used first; those of unknown use follow by name.
  public func sessionNames() -> [String] {
    guard access(sessions, F_OK) == 0, let directory = try? open().sessions else { return [] }
    return directory.subdirectories
      .filter(SessionName.isValid)
      .map { (name: $0, used: SessionUse.number(of: $0, in: directory)) }
      .sorted { ($0.used, $1.name) > ($1.used, $0.name) }
      .map(\.name)
  }

  /// Opens the home, which is created if missing, and its directory of sessions.
  func open() throws -> (home: PrivateDirectory, sessions: PrivateDirectory) {
    let home = try PrivateDirectory(path: path)
    return (home, try home.subdirectory("sessions"))
  }

  /// Whether a program holds a session's lock.
  public func isSessionInUse(_ name: String) -> Bool {
    SessionName.isValid(name) && FileLock.isHeld("\(sessions)/\(name)/lock")
  }

  /// Opens a session by name and locks it.
  ///
  /// It waits for another program only if that one was killed and is still exiting: an immediate
  /// relaunch must get its session back.
  /// - Throws: ``StateError/busy(_:)`` when another program has it, or another ``StateError``.
  package func openSession(named name: String) throws -> Session {
    guard SessionName.isValid(name) else { throw StateError.badName(name) }
    let (home, directory) = try open()
    let deadline = ContinuousClock.now + Self.exitTimeout
    while true {
      do {
        let session = try Session(name: name, in: directory, of: home)
        session.use.note()
        return session
      } catch StateError.busy(name)
        where ContinuousClock.now < deadline
        && LockTable.isOwnerExiting(of: "\(sessions)/\(name)/lock")
      {
        usleep(2000)
      }
    }
  }

  /// How long to wait for a killed program to exit.
  private static let exitTimeout = Duration.seconds(1)

  /// Opens the most recently used session that no program has, or a new one.
  ///
  /// - Parameter name: The session to open instead if no program has it.
  package func openFreeSession(preferring name: String? = nil) throws -> Session {
    if let name {
      do {
        return try openSession(named: name)
      } catch StateError.busy {}
    }
    for name in sessionNames() + SessionName.fresh {
      do {
        return try openSession(named: name)
      } catch StateError.busy {
        continue
      }
    }
    throw StateError.busy(SessionName.first)
  }

  // MARK: - Resealing

  /// Reseals every state from one provider to another, while no program has any of them open.
  ///
  /// This includes quarantined states that can be opened. After a kill at any moment, each state
  /// opens with one of the two providers.
  ///
  /// - Parameters:
  ///   - former: The provider that protects the states so far.
  ///   - keys: The provider that will protect them.
  ///   - finish: Removes the former provider; its argument reports whether another program has
  ///     opened a session meanwhile.
  /// - Throws: ``StateError/busy(_:)`` if a program has a session open; another ``StateError`` if a
  ///   state can be read but not resealed, in which case the former provider is still needed.
  public func resealAll(
    from former: any KeyProvider, to keys: any KeyProvider,
    finishing finish: (_ isAlone: () -> Bool) throws -> Void
  ) throws {
    try whileNoneIsOpen { sessions, isAlone in
      for session in sessions {
        try session.reseal(from: former, to: keys)
        session.forgetOutline()
      }
      for state in statesAside() { try state.file.resealIfReadable(from: former, to: keys) }
      try finish(isAlone)
    }
  }

  /// Runs a function while no other program can open a session.
  ///
  /// - Parameter body: Receives all sessions, which no other program can open meanwhile, and a
  ///   function that reports whether another program has opened a new one.
  /// - Throws: ``StateError/busy(_:)`` if a program has a session open.
  public func whileNoneIsOpen(
    _ body: (_ sessions: [Session], _ isAlone: @escaping () -> Bool) throws -> Void
  ) throws {
    // Opens the last used session last, which preserves their order.
    let names = sessionNames()
    let held = try names.reversed().map { try openSession(named: $0) }
    defer { withExtendedLifetime(held) {} }
    try body(held) { sessionNames().allSatisfy { names.contains($0) || !isSessionInUse($0) } }
  }
}

/// Names of sessions, as typed after `--session`.
package enum SessionName {
  /// The name of the first session.
  static let first = "main"

  /// Names for additional sessions, in the order in which they are tried.
  static let fresh = [first] + (2...99).map { "\(first)-\($0)" }

  /// Whether a name is safe as a directory's name.
  package static func isValid(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name != "." && name != ".."
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default:
          false
        }
      }
  }
}
