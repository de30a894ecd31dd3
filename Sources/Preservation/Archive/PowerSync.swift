import Dispatch
import Foundation
import Synchronization

/// Makes commits power-safe: syncs the log of a database soon after a commit, off the turn's path.
///
/// SQLite in WAL mode with `synchronous=NORMAL` leaves a commit to the kernel, where the death of
/// the process cannot touch it. A crash of the machine can, until the log file is synced. A sync
/// follows the first commit after a quiet moment by ``interval``; an idle app syncs nothing. When
/// the commits have paused and the log has grown long, it is moved into the database; when it has
/// grown very long, also while they go on.
///
/// A sync that fails is never just repeated: the kernel counts what it could not write as written,
/// and the next one would succeed without writing it. Instead the log is moved into the database,
/// which writes all of it again, to another file (reliability T21); until that succeeds,
/// ``failure`` says why not.
public final class PowerSync: Sendable {
  /// How long a commit may stay unsynced, in milliseconds.
  public static let interval = 200

  /// How long to wait after a sync that failed, in milliseconds.
  static let pause = 1000

  /// The length from which a log is moved into the database when commits pause, in bytes.
  static let longLog: Int64 = 1 << 20

  /// The length from which it is moved although they do not.
  static let longestLog: Int64 = 8 << 20

  private struct State {
    var isScheduled = false
    var isMoveDue = false
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

  /// Watches the log of the database at a path.
  ///
  /// - Parameters:
  ///   - checkpoint: Moves the log into the database and syncs that; says whether all of it was moved.
  ///     Called on a thread of its own.
  ///   - didSync: Hears, on the same thread, of each sync that succeeded.
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

  /// Says that something was committed.
  public func noteCommit() {
    let isFirst = state.withLock { state in
      state.commits += 1
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Has the log be moved into the database at the next pause, however short it is: a new database
  /// lies in its log alone.
  func moveLogSoon() {
    state.withLock { $0.isMoveDue = true }
  }

  /// Whether everything that was committed is power-safe.
  public var isSynced: Bool { state.withLock { $0.syncedCommits == $0.commits } }

  /// When the last sync began that succeeded, in seconds since 1970; what was committed before it is
  /// power-safe.
  public var syncedAt: Double? { state.withLock(\.syncedAt) }

  /// Why what was committed is not power-safe and will not be soon, if that is so.
  public var failure: String? { state.withLock(\.failure) }

  /// Has a function called, on any thread, whenever ``failure`` has come or gone.
  public func observeFailure(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.didChangeFailure = action }
  }

  /// Syncs now and waits for it: before the app stops or leaves.
  public func flush() {
    if !queue.sync(execute: syncLog) { noteCommit() }
  }

  // MARK: - On the queue

  private func schedule() {
    let (seen, isFailing) = state.withLock { ($0.commits, $0.failure != nil) }
    let delay = isFailing ? Self.pause : Self.interval
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.sync(seen: seen)
    }
  }

  /// Syncs, and comes again as long as there are commits or a sync fails.
  private func sync(seen: Int) {
    let isSynced = syncLog()
    let isQuiet = state.withLock { state in
      state.isScheduled = state.commits != seen || !isSynced
      return !state.isScheduled
    }
    moveLog(ifLongerThan: isQuiet ? Self.longLog : Self.longestLog, isQuiet: isQuiet)
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

  /// Syncs the log, unless nothing was written since the last time: a sync takes milliseconds even
  /// then.
  ///
  /// Says why not, if it cannot be done.
  private func syncFile() -> String? {
    guard let descriptor = state.withLock(\.descriptor) ?? openLog() else {
      // Without a log there is nothing that waits to be synced.
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

  /// Has all that the log holds written again; says why not, if it cannot be done.
  private func rewrite() -> String? {
    do {
      return try checkpoint() ? nil : failure
    } catch {
      return failure
    }
  }

  private func moveLog(ifLongerThan limit: Int64, isQuiet: Bool) {
    guard let descriptor = state.withLock(\.descriptor) else { return }
    let isDue = isQuiet && state.withLock(\.isMoveDue)
    guard isDue || LogState(of: descriptor).map({ $0.size > limit }) == true else { return }
    // A move that fails is made good by the next one: the log stays.
    if (try? checkpoint()) == true { state.withLock { $0.isMoveDue = false } }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
