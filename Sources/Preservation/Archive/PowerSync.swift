import Dispatch
import Foundation
import Synchronization

/// Makes commits power-safe: syncs the log of a database soon after a commit, off the turn's path.
///
/// SQLite in WAL mode with `synchronous=NORMAL` leaves a commit to the kernel, where the death of
/// the process cannot touch it. A crash of the machine can, until the log file is synced. A sync
/// follows the first commit after a quiet moment by ``interval``; an idle app syncs nothing. When
/// the commits have paused and the log has grown long, it is moved into the database.
public final class PowerSync: Sendable {
  /// How long a commit may stay unsynced, in milliseconds.
  public static let interval = 200

  /// The length from which a log is moved into the database, in bytes.
  static let longLog: Int64 = 1 << 20

  private struct State {
    var isScheduled = false
    var commits = 0
    var syncedAt: Double?
    var syncedLog: LogState?
  }

  private let descriptor: Int32
  private let checkpoint: @Sendable () -> Void
  private let queue = DispatchQueue(label: "power-sync", qos: .utility)
  private let state = Mutex(State())

  /// Watches the log of the database at a path; `nil` when it has no log file yet.
  ///
  /// - Parameter checkpoint: Moves the log into the database; called on a thread of its own.
  public init?(database path: String, checkpoint: @escaping @Sendable () -> Void) {
    descriptor = open("\(path)-wal", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    self.checkpoint = checkpoint
    if descriptor < 0 { return nil }
  }

  deinit {
    close(descriptor)
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

  /// When the last sync began that succeeded, in seconds since 1970; what was committed before it is
  /// power-safe.
  public var syncedAt: Double? { state.withLock(\.syncedAt) }

  /// Syncs now and waits for it: before the app stops or leaves.
  public func flush() {
    queue.sync { syncLog() }
  }

  /// Syncs unless nothing was written since the last time: a sync takes milliseconds even then.
  private func syncLog() {
    let start = Date().timeIntervalSince1970
    let log = LogState(of: descriptor)
    let isSynced = log != nil && log == state.withLock(\.syncedLog)
    guard isSynced || fdatasync(descriptor) == 0 else { return }
    state.withLock { state in
      state.syncedAt = start
      state.syncedLog = log?.isSettled(at: start) == true ? log : nil
    }
  }

  private func schedule() {
    let seen = state.withLock(\.commits)
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [weak self] in
      self?.sync(seen: seen)
    }
  }

  /// Syncs, and comes again as long as there are commits.
  private func sync(seen: Int) {
    syncLog()
    let isQuiet = state.withLock { state in
      state.isScheduled = state.commits != seen
      return !state.isScheduled
    }
    if isQuiet { moveLongLog() } else { schedule() }
  }

  private func moveLongLog() {
    if let log = LogState(of: descriptor), log.size > Self.longLog { checkpoint() }
  }
}
