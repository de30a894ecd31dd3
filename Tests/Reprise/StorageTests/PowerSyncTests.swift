import Foundation
import Synchronization
import RepriseTesting
import Testing
import TestSupport

@testable import Storage

/// A failed sync is reported, and repaired by rewriting everything (reliability T21).
@Suite(.leavesMainActorAlone) struct PowerSyncTests {
  private let directory: TemporaryHome
  private var database: String { directory.path + "/database" }

  init() throws {
    directory = TemporaryHome()
  }

  /// Replaces the log by a link, which is not followed, so that the sync fails.
  private func spoilTheLog() {
    symlink("/nonexistent", database + "-wal")
  }

  @Test func withoutALogThereIsNothingToSync() {
    let sync = PowerSync(database: database) { true }
    sync.flush()
    #expect(sync.failure == nil)
    #expect(sync.syncedAt != nil)
  }

  @Test func failureIsReportedUntilAllIsSynced() {
    spoilTheLog()
    let isMovable = Mutex(false)
    let moves = Mutex(0)
    let news = Mutex(0)
    let sync = PowerSync(database: database) {
      moves.withLock { $0 += 1 }
      return isMovable.withLock { $0 }
    }
    sync.observeFailure { news.withLock { $0 += 1 } }
    sync.flush()
    #expect(sync.failure != nil)
    #expect(sync.syncedAt == nil)
    #expect(moves.withLock { $0 } == 0)

    // Although the log could be synced again: the pages that the kernel dropped would be missing.
    unlink(database + "-wal")
    sync.flush()
    #expect(sync.failure != nil)
    #expect(moves.withLock { $0 } >= 1)

    isMovable.withLock { $0 = true }
    sync.flush()
    #expect(sync.failure == nil)
    #expect(sync.syncedAt != nil)
    #expect(news.withLock { $0 } == 2)
  }

  @Test func failedSyncIsRetriedAutomatically() async throws {
    spoilTheLog()
    let sync = PowerSync(database: database) { true }
    sync.noteCommit()
    #expect(try await Wait.until { sync.syncedAt != nil })
    #expect(sync.failure == nil)
  }

  @Test func aLongLogIsMovedInAPauseAndNotOnTheMainThread() async throws {
    let log = Data(count: Int(PowerSync.checkpointLength) + 1)
    try log.write(to: URL(fileURLWithPath: database + "-wal"))
    let moves = Mutex<[Bool]>([])
    let sync = PowerSync(database: database) {
      moves.withLock { $0.append(Thread.isMainThread) }
      return true
    }
    sync.noteCommit()
    #expect(try await Wait.until { !moves.withLock(\.isEmpty) })
    #expect(moves.withLock { $0 } == [false])
  }

  @Test func theLongestLogIsMovedWithoutAPause() async throws {
    let log = Data(count: Int(PowerSync.forcedCheckpointLength) + 1)
    try log.write(to: URL(fileURLWithPath: database + "-wal"))
    let moves = Mutex(0)
    let sync = PowerSync(database: database) {
      moves.withLock { $0 += 1 }
      return true
    }
    let isMoved = try await Wait.until {
      sync.noteCommit()
      return moves.withLock { $0 } > 0
    }
    #expect(isMoved)
  }

  /// Counted, not timed: a clock may be set back.
  @Test func syncsAreCounted() {
    let sync = PowerSync(database: database) { true }
    #expect(sync.isSynced)
    sync.noteCommit()
    #expect(!sync.isSynced)
    sync.flush()
    #expect(sync.isSynced)
  }

  @Test func flushReportsWhenEverythingWasSafe() throws {
    let sync = PowerSync(database: database) { true }
    #expect(sync.syncedAt == nil)
    for round in UInt8(0)..<3 {
      if round != 1 { try Data([round]).write(to: URL(fileURLWithPath: database + "-wal")) }
      usleep(30_000)
      let start = Date().timeIntervalSince1970
      sync.flush()
      #expect(sync.syncedAt.map { $0 >= start } == true)
    }
  }
}
