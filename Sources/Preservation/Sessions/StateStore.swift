import Foundation

/// The saved state of a running app: opened without ever failing, and kept up turn by turn.
///
/// What cannot be read is put aside, never overwritten; where nothing can be written the app runs
/// without saving and says so (design 3 "Coming back").
public final class StateStore {
  /// One line for the person about what happened to the saved state, if anything did.
  public internal(set) var notice: String?

  /// Where exactly the old state lies, and why in full; for the report of the launch.
  public internal(set) var noticeDetails: [String] = []

  /// Why nothing is being saved, or not as safely as it should be, if that is so.
  public var warning: String? {
    unavailable.map { "nothing is being saved: \($0)" }
      ?? sync?.failure.map { "saved, but a loss of power would undo it: \($0)" }
  }

  /// Whether there is anything to save into.
  public var isOpen: Bool { archive != nil }

  /// What was saved when the app started.
  public internal(set) var records: [ObjectRecord] = []

  /// The object to leave out with all below it: the last launch died while it came back.
  public internal(set) var leftOut: NodeID?

  var archive: StateArchive?
  var sync: PowerSync?
  var session: Session?
  private var keys: (any KeyProvider)?
  var launchGuard: LaunchGuard? { session?.launchGuard }

  /// Why there is no archive.
  private var unavailable: String?

  /// Opens the session that could not be opened at the start.
  private var opening: Opening?
  var didChangeWarning: @Sendable () -> Void = {}

  /// Where this launch stands on the ladder.
  var step = LaunchStep()
  private(set) var lastTransaction: SaveStatus.Transaction?
  var didRestore = false

  /// The name of the session, if there is one.
  public var sessionName: String? { session?.name }

  /// Facts about the program that saved the state.
  public var info: ArchiveInfo { archive?.info ?? ArchiveInfo() }

  /// Opens the state of a session.
  ///
  /// - Parameters:
  ///   - session: The session; this program has its lock.
  ///   - keys: What seals the state.
  ///   - fresh: Whether to put what is there aside and start clean.
  ///   - waits: Asked a few times a second while another program has the file locked: whether to go on
  ///     waiting. Without waiting the app runs without saving until the lock is gone, and what was
  ///     saved lies aside then.
  public init(
    session: Session, keys: any KeyProvider, fresh: Bool = false,
    whileOccupied waits: () -> Bool = { false }
  ) {
    self.session = session
    self.keys = keys
    do {
      let last = session.launchGuard.lastLaunch()
      if fresh {
        try putAside(because: "started clean")
      } else {
        step = LaunchStep.after(last)
        try stepDown()
      }
      try openArchive(session: session, keys: keys, whileOccupied: waits)
      if step.rung == .nothingAgain { records = [] }
      if step == LaunchStep(), last != nil { launchGuard?.end() }
    } catch {
      unavailable = "\(error)"
    }
  }

  /// Finds a session and the key to its state.
  public typealias Opening = () throws -> (session: Session, keys: any KeyProvider)

  /// Opens the state of a session that is yet to be opened.
  ///
  /// Where nothing can be written the app runs without saving until it can.
  ///
  /// - Throws: ``StateError`` when the session is not to be opened at all: what it names is
  ///   somebody else's, busy, or no session.
  public convenience init(
    opening: @escaping Opening, fresh: Bool = false, whileOccupied waits: () -> Bool = { false }
  ) throws {
    do {
      let (session, keys) = try StateError.retryingUnwritable(opening)
      self.init(session: session, keys: keys, fresh: fresh, whileOccupied: waits)
    } catch StateError.unwritable(let reason) {
      self.init(unavailable: reason)
      self.opening = opening
    }
  }

  /// A state that lives in an archive of its own, without a session; for tests.
  public init(archive: StateArchive) throws {
    session = nil
    self.archive = archive
    records = try archive.load()
  }

  /// A state that is not kept at all, for the reason given.
  public init(unavailable reason: String) {
    session = nil
    unavailable = reason
  }

  // MARK: - While the app runs

  /// The file in which the guardian is to write the signal that ends the app, and where in it.
  public var endNote: (path: String, offset: Int)? {
    launchGuard.map { ($0.path, LaunchGuard.signalOffset) }
  }

  /// Says whether a guardian is there that does so.
  public func noteGuarded(_ isGuarded: Bool) {
    launchGuard?.isGuarded = isGuarded
  }

  /// Puts what was saved aside, since the app does not want it, and goes on with nothing.
  ///
  /// A state without a session is left as it is. Nothing came back that a death could be blamed on.
  public func refuse() {
    launchGuard?.end()
    didRestore = false
    guard let session, let keys, archive != nil else { return }
    (archive, sync) = (nil, nil)
    do {
      try putAside(because: "it was not wanted")
      try openArchive(session: session, keys: keys)
    } catch {
      unavailable = "\(error)"
    }
  }

  /// Tries again, once, to open what could not be opened at the start.
  ///
  /// What was saved before lies aside then, since this launch did not restore it.
  ///
  /// - Returns: Whether state is being saved from now on that was not before.
  public func recover() -> Bool {
    guard unavailable != nil, archive == nil else { return false }
    do {
      if session == nil, let opening { (session, keys) = try opening() }
      guard let session, let keys else { return false }
      try openArchive(session: session, keys: keys, isPatient: false)
      if !records.isEmpty {
        (archive, sync, records) = (nil, nil, [])
        try putAside(because: "it opened too late")
        try openArchive(session: session, keys: keys, isPatient: false)
      }
      unavailable = nil
      return true
    } catch {
      unavailable = "\(error)"
      return false
    }
  }

  /// Has a function called, on any thread, whenever ``warning`` may have come or gone by itself.
  public func observeWarning(_ action: @escaping @Sendable () -> Void) {
    didChangeWarning = action
    sync?.observeFailure(action)
  }

  /// Stores what one turn changed.
  ///
  /// - Returns: The objects that are too large to be stored; all others are.
  /// - Throws: ``StateError`` when it could not be stored.
  @discardableResult
  public func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> [NodeID] {
    guard let archive, !changes.isEmpty else { return [] }
    let start = ContinuousClock.now
    let refused = try archive.commit(changes, info: info)
    noteCommit(to: archive)
    lastTransaction = SaveStatus.Transaction(
      stored: changes.upserts.map(\.node).filter { !refused.contains($0) },
      deleted: changes.deletions,
      microseconds: (ContinuousClock.now - start) / .microseconds(1),
      killSafeAt: Date().timeIntervalSince1970)
    return refused
  }

  /// Takes note of a commit: it is to be missed if it is lost, and synced soon.
  func noteCommit(to archive: StateArchive) {
    session?.commits.note(archive.identity, archive.manifest.sequence)
    sync?.noteCommit()
  }

  /// Waits until everything is on the disk itself (*power-safe*).
  public func flush() {
    sync?.flush()
  }

  /// Lets go of what can be read from the file again, as while the app is suspended.
  public func releaseMemory() {
    archive?.releaseMemory()
  }

  /// Empties the log, when everything is stored and the program is about to end: the next start need
  /// not read it, and a state that lies in one file is not lost in halves.
  public func settle() {
    archive?.emptyLog()
  }

  /// Deletes the state: the person forced the app to quit (contract 7.5).
  public func discard() {
    archive = nil
    session?.discard()
  }
}
