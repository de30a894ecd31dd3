import Foundation

/// The saved state of a running app: opened without ever failing, and kept up turn by turn.
///
/// What cannot be read is put aside, never overwritten; where nothing can be written the app runs
/// without saving and says so (design 3 "Coming back").
public final class StateStore {
  /// One line for the person about what happened to the saved state, if anything did.
  public private(set) var notice: String?

  /// Why nothing is being saved, if that is so.
  public private(set) var warning: String?

  /// What was saved when the app started.
  public private(set) var records: [ObjectRecord] = []

  private var archive: StateArchive?
  private var sync: PowerSync?
  private let session: Session?
  private let launchGuard: LaunchGuard?

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
  public init(session: Session, keys: any KeyProvider, fresh: Bool = false) {
    self.session = session
    launchGuard = session.launchGuard
    do {
      if fresh {
        try putAside(because: "started clean")
      } else if session.launchGuard.lastLaunchDied {
        try putAside(because: "the last start did not get through")
      }
      try openArchive(session: session, keys: keys)
    } catch {
      warning = "nothing is being saved: \(error)"
    }
  }

  /// A state that lives in an archive of its own, without a session; for tests.
  public init(archive: StateArchive) throws {
    session = nil
    launchGuard = nil
    self.archive = archive
    records = try archive.load()
  }

  /// A state that is not kept at all, for the reason given.
  public init(unavailable reason: String) {
    session = nil
    launchGuard = nil
    warning = "nothing is being saved: \(reason)"
  }

  private func openArchive(session: Session, keys: any KeyProvider) throws {
    do {
      try load(path: session.archivePath, keys: keys)
    } catch let error as StateError where error.leavesStateUnreadable {
      archive = nil
      try putAside(because: "\(error)")
      try load(path: session.archivePath, keys: keys)
    }
    sync = archive.flatMap {
      PowerSync(database: session.archivePath, checkpoint: $0.checkpointing)
    }
  }

  private func load(path: String, keys: any KeyProvider) throws {
    let archive = try StateArchive(path: path, keys: keys)
    self.archive = archive
    records = try archive.load()
  }

  private func putAside(because reason: String) throws {
    guard let place = try session?.quarantine() else { return }
    launchGuard?.end()
    notice = "Old state kept in \(Self.short(place)): \(reason)"
  }

  /// A path as a person would write it.
  private static func short(_ path: String) -> String {
    let home = NSHomeDirectory()
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  // MARK: - While the app runs

  /// Says that restoring begins; until ``didFinishLaunching()`` a death counts against the state.
  public func willRestore() {
    try? launchGuard?.begin()
  }

  /// Says that the first frame is on the screen.
  public func didFinishLaunching() {
    launchGuard?.end()
    records = []
  }

  /// Stores what one turn changed.
  ///
  /// - Throws: ``StateError`` when it could not be stored.
  public func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws {
    guard let archive, !changes.isEmpty else { return }
    try archive.commit(changes, info: info)
    sync?.noteCommit()
  }

  /// Waits until everything is on the disk itself (*power-safe*).
  public func flush() {
    sync?.flush()
  }

  /// Deletes the state: the person forced the app to quit (contract 7.5).
  public func discard() {
    archive = nil
    session?.discard()
  }

  /// What the archive holds now, read back from it; for tests.
  package func storedRecords() throws -> [ObjectRecord] {
    try archive?.load() ?? []
  }
}

extension StateError {
  /// Whether the state is there but this program cannot use it.
  fileprivate var leavesStateUnreadable: Bool {
    switch self {
    case .damaged, .locked, .newer: true
    case .foreign, .unwritable, .busy, .badName: false
    }
  }
}
