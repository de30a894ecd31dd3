import Foundation
import Storage

/// The saved state of a running app: it always opens, and is updated turn by turn.
///
/// Unreadable state is quarantined, never overwritten. If nothing can be written, the app runs without saving
/// and reports that.
public final class StateStore {
  /// One line for the person about what happened to the saved state, if anything did.
  public internal(set) var notice: String?

  /// The exact place of the old state and the full reason, for the launch report.
  package internal(set) var noticeDetails: [String] = []

  /// Why nothing is being saved, or why saves are not power-safe; `nil` while there is no problem.
  public var warning: String? {
    unavailable.map { "nothing is being saved: \($0)" }
      ?? sync?.failure.map { "saved, but a power failure would undo it: \($0)" }
  }

  /// Whether there is an archive to save to.
  public var isOpen: Bool { archive != nil }

  /// The records that were saved when the app started.
  package internal(set) var records: [ObjectRecord] = []

  /// The object to leave out with its descendants: the last launch died while restoring it.
  package internal(set) var leftOut: NodeID?

  var archive: StateArchive?
  var sync: PowerSync?
  var session: Session?
  private var keys: (any KeyProvider)?

  /// An earlier provider that may have sealed the state before `keys`.
  var former: (any KeyProvider)?
  var launchGuard: CrashLoopGuard? { session?.launchGuard }

  /// Why there is no archive.
  private var unavailable: String?

  /// Whether this launch has set aside a file that could be read but not written.
  private var hasReplacedFile = false

  /// The contents of the replaced file, until a new file stores them: changes alone are no whole
  /// state.
  private var unstored: (records: [ObjectRecord], info: ArchiveInfo)?

  /// Opens the session, if that failed at the start.
  private var opening: Opening?
  var didChangeWarning: @Sendable () -> Void = {}

  /// This launch's step on the ladder.
  var step = CrashLoopStep()
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
  ///   - keys: The provider of the key that seals the state.
  ///   - former: An earlier provider that may still seal the state, as from before a passphrase was
  ///     set; the state is resealed then.
  ///   - fresh: Whether to quarantine the existing state and start clean.
  ///   - waits: Called a few times a second while another program has locked the file; returns
  ///     whether to keep waiting. If not, the app runs without saving until the lock is released,
  ///     and the saved state is quarantined then.
  package init(
    session: Session, keys: any KeyProvider, former: (any KeyProvider)? = nil, fresh: Bool = false,
    whileOccupied waits: () -> Bool = { false }
  ) {
    self.session = session
    self.keys = keys
    self.former = former
    do {
      let last = session.launchGuard.lastLaunch()
      if !fresh { step = CrashLoopStep.after(last) }
      // State that is quarantined unread is resealed like the rest, if possible.
      if let former, fresh || step != CrashLoopStep() {
        try? session.resealAtLaunch(from: former, to: keys)
      }
      if fresh { try putAside(because: "started clean") } else { try stepDown() }
      try openArchive(session: session, keys: keys, whileOccupied: waits)
      if step.rung == .nothingAgain { records = [] }
      if step == CrashLoopStep(), last != nil { launchGuard?.end() }
    } catch {
      unavailable = "\(error)"
    }
  }

  /// Finds a session, its key provider, and the provider that may have sealed its state before.
  package typealias Opening = () throws -> (
    session: Session, keys: any KeyProvider, former: (any KeyProvider)?
  )

  /// Opens a session and its state.
  ///
  /// If nothing can be written, the app runs without saving until writing works.
  ///
  /// - Throws: ``StateError`` when the session must not be opened at all: its name is invalid, it
  ///   is busy, or it belongs to another user.
  package convenience init(
    opening: @escaping Opening, fresh: Bool = false, whileOccupied waits: () -> Bool = { false }
  ) throws {
    do {
      let (session, keys, former) = try StateError.retryingUnwritable(opening)
      self.init(session: session, keys: keys, former: former, fresh: fresh, whileOccupied: waits)
    } catch StateError.unwritable(let reason) {
      self.init(unavailable: reason)
      self.opening = opening
    }
  }

  /// A state in a standalone archive, without a session; for tests.
  package init(archive: StateArchive) throws {
    session = nil
    self.archive = archive
    records = try archive.load()
  }

  /// A state that is never saved, for the given reason.
  public init(unavailable reason: String) {
    session = nil
    unavailable = reason
  }

  // MARK: - While the app runs

  /// The file, and the offset in it, where the guardian records the signal that ends the app.
  package var endNote: (path: String, offset: Int)? {
    launchGuard.map { ($0.path, CrashLoopGuard.signalOffset) }
  }

  /// Records whether a guardian watches this launch.
  package func noteGuarded(_ isGuarded: Bool) {
    launchGuard?.isGuarded = isGuarded
  }

  /// Quarantines the saved state because the app refuses it, and continues with an empty one.
  ///
  /// A state without a session is left unchanged. Nothing was restored that could cause a death.
  package func refuse() {
    launchGuard?.end()
    didRestore = false
    guard let session, let keys, archive != nil else { return }
    (archive, sync) = (nil, nil)
    do {
      try putAside(because: "the app refused it")
      try openArchive(session: session, keys: keys)
    } catch {
      unavailable = "\(error)"
    }
  }

  /// Retries opening the state that could not be opened at the start.
  ///
  /// Older saved state is quarantined then, since this launch did not restore it.
  ///
  /// - Returns: Whether the app now saves and did not before.
  package func recover() -> Bool {
    guard unavailable != nil, archive == nil else { return false }
    do {
      if session == nil, let opening { (session, keys, former) = try opening() }
      guard let session, let keys else { return false }
      try openArchive(session: session, keys: keys, isPatient: false)
      if !records.isEmpty {
        (archive, sync, records) = (nil, nil, [])
        try putAside(because: "it opened too late")
        try openArchive(session: session, keys: keys, isPatient: false)
      }
      try storeAgain()
      unavailable = nil
      return true
    } catch {
      unavailable = "\(error)"
      return false
    }
  }

  /// Stores the contents of a file that was set aside, before any change.
  private func storeAgain() throws {
    guard let (records, info) = unstored else { return }
    do {
      try archive?.commit(ArchiveChanges(upserts: records), info: info)
      unstored = nil
    } catch {
      (archive, sync) = (nil, nil)
      throw error
    }
  }

  /// Sets aside a file that could be read but is too damaged to be written, and stores all of it in a new one.
  ///
  /// All records in it are verified; only structures needed for writing are damaged, such as the
  /// free list in a page. Without a new file, neither this launch nor a later one could save. Each
  /// launch does it only once: a program that keeps damaging the new file would otherwise push all
  /// quarantined states out.
  ///
  /// - Parameter records: The contents of the file.
  /// - Returns: Whether a new file was made; ``notice`` has the old one's path. If not, ``recover()`` tries again.
  package func replaceFile(
    storing records: [ObjectRecord], info: ArchiveInfo, because error: StateError
  ) -> Bool {
    guard case .damaged = error, !hasReplacedFile, let session, let keys, let archive else {
      return false
    }
    hasReplacedFile = true
    unstored = (records, info)
    do {
      // Its syncs and checkpoints must not reach the new file by the old path.
      sync = nil
      try archive.close()
      self.archive = nil
      try putAside(because: "it was damaged", inFull: "\(error); nothing was lost")
      try openArchive(session: session, keys: keys)
      try storeAgain()
      return true
    } catch {
      (self.archive, sync) = (nil, nil)
      unavailable = "\(error)"
      return false
    }
  }

  /// Calls a function, on any thread, whenever ``warning`` may have changed in the background.
  package func observeWarning(_ action: @escaping @Sendable () -> Void) {
    didChangeWarning = action
    sync?.observeFailure(action)
  }

  /// Seals the changes of one turn, for ``commit(_:)``; `nil` while nothing is saved.
  ///
  /// The app stores their ``SealedChanges/redoRecord`` with its data before they are committed.
  package func seal(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> SealedChanges? {
    guard let archive, !changes.isEmpty else { return nil }
    return try archive.seal(changes, info: info)
  }

  /// Stores the changes of one turn.
  ///
  /// - Returns: The objects that are too large to be stored; all others are stored.
  /// - Throws: ``StateError`` when nothing could be stored.
  @discardableResult
  package func commit(_ sealed: SealedChanges) throws -> [NodeID] {
    guard let archive else { return [] }
    let start = ContinuousClock.now
    let refused = try archive.commit(sealed)
    noteCommit(to: archive)
    lastTransaction = SaveStatus.Transaction(
      stored: sealed.changes.upserts.map(\.node).filter { !refused.contains($0) },
      deleted: sealed.changes.deletions,
      microseconds: (ContinuousClock.now - start) / .microseconds(1),
      killSafeAt: Date().timeIntervalSince1970)
    return refused
  }

  /// Seals and stores changes that no app data has to match.
  @discardableResult
  package func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> [NodeID] {
    try seal(changes, info: info).map(commit) ?? []
  }

  /// Replays changes before anything is restored, when the app's data is one turn ahead of the state.
  ///
  /// If they can't be stored, the older state is restored.
  package func replay(_ redo: Data) {
    guard let archive, !records.isEmpty, (try? archive.replay(redo)) == true else { return }
    noteCommit(to: archive)
    if let loaded = try? archive.load() { records = loaded }
  }

  /// Records a commit so that its loss would be detected, and schedules a sync.
  private func noteCommit(to archive: StateArchive) {
    session?.commits.note(archive.identity, archive.manifest.sequence)
    sync?.noteCommit()
  }

  /// Waits until everything is on the disk (*power-safe*).
  package func flush() {
    sync?.flush()
  }

  /// Releases caches that can be read again, as when the app is suspended.
  package func releaseMemory() {
    archive?.releaseMemory()
  }

  /// Empties the log before the program ends: the next launch need not read it, and a copy of the
  /// one file is complete.
  package func settle() {
    archive?.emptyLog()
  }

  /// Deletes the state after a force quit (contract 7.5).
  package func discard() {
    archive = nil
    session?.discard()
  }

  // MARK: - Launching

  /// Marks the start of restoring; until ``didProveHealthy()`` a death may count against the state.
  package func willRestore() {
    didRestore = true
    try? launchGuard?.begin(step)
    launchGuard?.enter(.restoring)
  }

  /// Records which object is restored next; `nil` for none in particular.
  package func noteRestoring(_ node: NodeID?) {
    launchGuard?.note(node)
  }

  /// Marks the end of restoring: the app's own setup follows.
  package func didRestoreAll() {
    launchGuard?.enter(.settingUp)
  }

  /// Marks the layout and drawing of the first frame, and records the screen that it shows.
  package func willShow(_ node: NodeID?) {
    launchGuard?.note(node)
    launchGuard?.enter(.showing)
  }

  /// Marks the first frame as about to appear: the user can see the app at any later kill.
  package func willShowFirstFrame() {
    launchGuard?.enter(.onScreen)
  }

  /// Marks the first frame as shown; from now on only a crash counts.
  package func didFinishLaunching() {
    launchGuard?.enter(.onScreen)
    records = []
  }

  /// Whether this launch has yet to prove healthy.
  package var isOnProbation: Bool { launchGuard?.isActive ?? false }

  /// Marks the launch as healthy: the app has run for a while with the restored state.
  ///
  /// Copies the archive as the previous generation, on a background thread.
  package func didProveHealthy() {
    guard isOnProbation else { return }
    launchGuard?.end()
    guard deservesGeneration, let session else { return }
    let (archive, target) = (session.archivePath, session.generationPath)
    Thread.detachNewThread {
      try? Generation.keep(archive, as: target, through: "\(target).new")
    }
  }

  /// Whether this launch restored everything; otherwise the existing generation may hold what it
  /// left out.
  var deservesGeneration: Bool { didRestore && step.level == 0 && notice == nil }

  /// Ends the probation, since the app exits in order.
  package func willLeave() {
    if isOnProbation { launchGuard?.end() }
  }

  // MARK: - Setting aside

  func putAside(because reason: String, inFull details: String? = nil) throws {
    guard let place = try session?.quarantine() else { return }
    noteAside(place, because: reason, inFull: details ?? reason)
  }

  /// Quarantines unusable state, with the previous generation if that has the same key.
  func putAside(because error: StateError, _ keys: any KeyProvider) throws {
    guard case .locked = error else {
      return try putAside(because: error.summary, inFull: "\(error)")
    }
    guard let place = try session?.quarantine(withGeneration: true) else { return }
    let isDamaged = keys.damagedFile != nil
    noteAside(
      place, because: isDamaged ? "the key file was damaged" : error.summary, inFull: "\(error)")
  }

  /// Reports a damaged key file, and its new path.
  func noteDamagedKey(of keys: any KeyProvider) {
    guard let file = keys.damagedFile else { return }
    let place = PrivateFile.short(file)
    if notice == nil { notice = "The key file was damaged and is kept as \(place)" }
    noticeDetails.append("the key file was damaged and is kept as \(place)")
  }

  /// Reports the location of an old state: in one line that fits 80 columns, and in full.
  func noteAside(_ place: String, because reason: String, inFull details: String) {
    noteAside(URL(fileURLWithPath: place).deletingLastPathComponent().path, because: reason)
    noticeDetails = [PrivateFile.short(place), details]
  }

  /// Reports the directory of an old state.
  func noteAside(_ directory: String, because reason: String) {
    notice = "Old state kept in \(PrivateFile.short(directory)): \(reason)"
    noticeDetails = [reason]
  }

  // MARK: - Discarded sessions

  /// The names of the discarded sessions that no launch has reported.
  ///
  /// If another program has a session open again, that program reports it.
  package var discardedSessions: [String] {
    session?.discarded.names.filter { $0 == session?.name || !isInUse($0) } ?? []
  }

  /// Removes the sessions that the app has reported.
  package func forgetDiscardedSessions(_ sessions: [String]) {
    session?.discarded.forget(sessions)
  }

  private func isInUse(_ name: String) -> Bool {
    session.map { FileLock.isHeld("\($0.directory.path)/../\(name)/lock") } ?? false
  }

  // MARK: - The picture of the screen

  /// Stores a picture of the screen that shows the stored state; `nil` removes the last one.
  ///
  /// It does not wait for the disk. After a loss of power the picture may be missing or outdated;
  /// an outdated one is not shown.
  package func keepSnapshot(_ bytes: [UInt8]?) {
    // A lost picture is harmless: the state has the same contents.
    try? archive?.keepSnapshot(bytes)
  }

  /// The picture of the screen at the end of the session, if it opens and matches the state.
  package var snapshot: [UInt8]? {
    guard leftOut == nil, let stored = try? archive?.snapshot(), stored.isCurrent else {
      return nil
    }
    return stored.bytes
  }

  /// A state in memory, which ends with the process.
  package static func inMemory() throws -> StateStore {
    try StateStore(archive: StateArchive(path: nil, keys: LoginKeyProvider()))
  }
}
