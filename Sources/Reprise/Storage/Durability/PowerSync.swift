import Dispatch
import Foundation
import Synchronization

/// Makes commits power-safe: syncs the log of a database soon after a commit, off the turn's path.
///
/// SQLite in WAL mode with `synchronous=NORMAL` leaves a commit to the kernel. It survives the
/// death of the process at once, but a crash of the machine only after the log is synced.
/// ``interval`` after the first commit of a burst the log is synced; an idle app syncs nothing. A
/// long log is checkpointed when the commits pause, and a very long one also while they continue.
///
/// A failed sync is never just repeated: the kernel has marked the lost pages as clean, and the
/// next sync would succeed without writing them. A checkpoint rewrites everything to the database
/// file instead (reliability T21); until it succeeds, ``failure`` holds the reason.
public final class PowerSync: Sendable {
  /// How long a commit may stay unsynced, in milliseconds.
  public static let interval = 200

  /// How long to wait after a failed sync, in milliseconds.
  static let retryDelay = 1000

  /// The length from which a log is checkpointed when commits pause, in bytes.
  static let checkpointLength: Int64 = 1 << 20

  /// The length from which a log is checkpointed even while commits continue, in bytes.
  static let forcedCheckpointLength: Int64 = 8 << 20

  private struct State {
    var isScheduled = false
    var isCheckpointDue = false
    var commits = 0
    var syncedCommits = 0
    var syncedAt: Double?
    var syncedLog: LogState?
    var failure: String?
    var descriptor: Int32?
    var didChangeFailure: @Sendable () -> Void = {}
  }

  private let path: String
  private let checkpoint: @Sendable () throws -> Bool
  private let didSync: @Sendable () -> Void
  private let queue = DispatchQueue(label: "power-sync", qos: .utility)
  private let state = Mutex(State())

  /// Syncs the log of the database at a path.
  ///
  /// - Parameters:
  ///   - checkpoint: Copies the log into the database and syncs the database; returns whether it
  ///     copied all of it. Runs on a background queue.
  ///   - didSync: Called on the same queue after each successful sync.
  public init(
    database path: String, checkpoint: @escaping @Sendable () throws -> Bool,
    didSync: @escaping @Sendable () -> Void = {}
  ) {
    self.path = "\(path)-wal"
    self.checkpoint = checkpoint
    self.didSync = didSync
  }

  deinit {
    if let descriptor = state.withLock(\.descriptor) { close(descriptor) }
  }

  /// Schedules a sync of what was just committed.
  public func noteCommit() {
    let isFirst = state.withLock { state in
      state.commits += 1
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Requests a checkpoint at the next pause, however short the log is: a new database exists only
  /// in its log.
  public func checkpointSoon() {
    state.withLock { $0.isCheckpointDue = true }
  }

  /// Whether everything committed is power-safe.
  public var isSynced: Bool { state.withLock { $0.syncedCommits == $0.commits } }

  /// When the last successful sync began, in seconds since 1970; commits before it are power-safe.
  public var syncedAt: Double? { state.withLock(\.syncedAt) }

  /// Why commits are not power-safe and will not be soon; `nil` while syncs succeed.
  public var failure: String? { state.withLock(\.failure) }

  /// Calls a function, on any thread, whenever ``failure`` changes.
  public func observeFailure(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.didChangeFailure = action }
  }

  /// Syncs now and waits for it: before the app is suspended or ends.
  public func flush() {
    if !queue.sync(execute: syncLog) { noteCommit() }
  }

  // MARK: - On the queue

  private func schedule() {
    let (seen, isFailing) = state.withLock { ($0.commits, $0.failure != nil) }
    let delay = isFailing ? Self.retryDelay : Self.interval
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.sync(seen: seen)
    }
  }

  /// Syncs, and schedules the next sync as long as commits continue or a sync fails.
  private func sync(seen: Int) {
    let isSynced = syncLog()
    let isQuiet = state.withLock { state in
      state.isScheduled = state.commits != seen || !isSynced
      return !state.isScheduled
    }
    checkpointLog(
      ifLongerThan: isQuiet ? Self.checkpointLength : Self.forcedCheckpointLength, isQuiet: isQuiet)
    if !isQuiet { schedule() }
  }

  private func syncLog() -> Bool {
    let start = Date().timeIntervalSince1970
    let commits = state.withLock(\.commits)
    let failure = failure == nil ? syncFile() : rewrite()
    let (hasChanged, tell) = state.withLock { state in
      if failure == nil { (state.syncedAt, state.syncedCommits) = (start, commits) }
      defer { state.failure = failure }
      return (state.failure != failure, state.didChangeFailure)
    }
    if hasChanged { tell() }
    if failure == nil { didSync() }
    return failure == nil
  }

  /// Syncs the log, unless nothing was written since the last sync: even an empty one takes
  /// milliseconds.
  ///
  /// Returns the reason if it fails.
  private func syncFile() -> String? {
    guard let descriptor = state.withLock(\.descriptor) ?? openLog() else {
      // Without a log nothing waits for a sync.
      return errno == ENOENT ? nil : Self.reason(errno)
    }
    state.withLock { $0.descriptor = descriptor }
    let start = Date().timeIntervalSince1970
    let log = LogState(of: descriptor)
    if log != nil, log == state.withLock(\.syncedLog) { return nil }
    guard retryingInterrupted({ fdatasync(descriptor) }) == 0 else { return Self.reason(errno) }
    state.withLock { $0.syncedLog = log?.isSettled(at: start) == true ? log : nil }
    return nil
  }

  private func openLog() -> Int32? {
    let descriptor = retryingInterrupted {
      open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    }
    return descriptor >= 0 ? descriptor : nil
  }

  /// Rewrites the whole contents of the log; returns the reason if that fails.
  private func rewrite() -> String? {
    do {
      return try checkpoint() ? nil : failure
    } catch {
      return failure
    }
  }

  private func checkpointLog(ifLongerThan limit: Int64, isQuiet: Bool) {
    guard let descriptor = state.withLock(\.descriptor) else { return }
    let isDue = isQuiet && state.withLock(\.isCheckpointDue)
    guard isDue || LogState(of: descriptor).map({ $0.size > limit }) == true else { return }
    // A failed checkpoint keeps the log, and the next one copies it.
    if (try? checkpoint()) == true { state.withLock { $0.isCheckpointDue = false } }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The length and modification time of a log.
struct LogState: Equatable {
  /// The coarsest resolution of a file system's clock, in seconds.
  private static let grain = 0.02

  /// In bytes.
  let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the state of an open file; `nil` when that fails.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Whether every write after a time, in seconds since 1970, is sure to change the state.
  ///
  /// Two writes close to each other may get the same time.
  func isSettled(at time: Double) -> Bool {
    Double(seconds) + Double(nanoseconds) / 1e9 < time - Self.grain
  }
}
