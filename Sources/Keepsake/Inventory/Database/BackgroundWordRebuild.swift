import Dispatch
import Synchronization

/// Rebuilds the word index of an inventory from a former format while the app runs.
///
/// The rebuild uses its own connection and writes for a few milliseconds at a time, with pauses for the other
/// windows. It survives a kill: the next launch continues.
public final class BackgroundWordRebuild: Sendable {
  /// The pauses between two steps, in milliseconds: normally; while another program is writing; and before
  /// the former index is dropped, which a search may still be reading.
  private static let (pause, timeout, respite) = (15, 100, 1000)

  /// The number of steps after which the log is copied into the database.
  private static let stepsPerCheckpoint = 32

  private struct Progress {
    /// Whether steps follow one another; `run` distinguishes the steps of the last ``start()`` from earlier
    /// ones.
    var (isRunning, run) = (false, 0)
    var connection: InventoryDatabase?
    var steps = 0
    var hasRested = false
  }

  private let database: InventoryDatabase
  private let queue = DispatchQueue(label: "word-rebuild", qos: .utility)
  private let progress = Mutex(Progress())

  /// Prepares a rebuild; ``start()`` starts it.
  public init(_ database: InventoryDatabase) { self.database = database }

  /// Starts the rebuild, or continues it after ``pause()``.
  public func start() {
    guard database.hasWordsToRebuild, database.unwritable == nil else { return }
    let run: Int? = progress.withLock { progress in
      guard !progress.isRunning else { return nil }
      progress.isRunning = true
      progress.run += 1
      return progress.run
    }
    if let run { schedule(run, after: Self.pause) }
  }

  /// Waits for the current step and prevents another, before the process is suspended.
  public func pause() {
    let wasRunning = progress.withLock { progress in
      defer { progress.isRunning = false }
      return progress.isRunning
    }
    if wasRunning { queue.sync {} }
  }

  private func schedule(_ run: Int, after milliseconds: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      self?.step(run)
    }
  }

  private func step(_ run: Int) {
    guard progress.withLock({ $0.isRunning && $0.run == run }) else { return }
    do {
      guard let connection = try progress.withLock(\.connection) ?? database.openAgain() else {
        return end()
      }
      let state = try connection.rebuildSomeWords()
      let (isCheckpointDue, hasRested) = progress.withLock { progress in
        progress.connection = connection
        progress.steps += 1
        defer { progress.hasRested = state == .dropping }
        return (progress.steps.isMultiple(of: Self.stepsPerCheckpoint), progress.hasRested)
      }
      if isCheckpointDue || state == .done { try connection.checkpoint() }
      switch state {
      case nil: schedule(run, after: Self.timeout)
      case .filling: schedule(run, after: Self.pause)
      case .dropping: schedule(run, after: hasRested ? Self.pause : Self.respite)
      case .done: end()
      }
    } catch {
      // The next launch tries again.
      end()
    }
  }

  private func end() {
    progress.withLock { progress in
      progress.connection = nil
      progress.isRunning = false
    }
  }
}

extension InventoryDatabase {
  /// Rebuilds the word index for a limited time, yielding to other programs that write.
  public func rebuildWords(within time: Duration) throws(InventoryError) {
    guard hasWordsToRebuild, unwritable == nil else { return }
    let end = ContinuousClock.now + time
    repeat {
      guard let state = try rebuildSomeWords(), state == .filling else { return }
    } while ContinuousClock.now < end
  }
}
