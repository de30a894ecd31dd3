import InventorySupport
import Foundation
import Storage
import Testing

@testable import Inventory

/// A process is not stopped in the middle of a write.
@Suite struct WritingTests {
  @Test func pausingWaitsForARunningWriter() throws {
    let home = try InventoryHome()
    _ = try home.store()
    let directory = try DataDirectory(path: home.path + "/data", create: false)
    let lock = try DatabaseLock(directory: directory, name: "inventory.lock")
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      try? lock.withLock(timeout: 10_000) {
        begun.signal()
        mayEnd.wait()
      }
    }
    begun.wait()
    // The lock as another program takes it.
    let other = open(directory.path + "/inventory.lock", O_RDWR | O_CLOEXEC)
    defer { close(other) }
    #expect(FileLock.take(other) == .busy)
    // The writer ends before or after this thread begins to wait; either must work.
    Thread.detachNewThread {
      usleep(100_000)
      mayEnd.signal()
    }
    var outcome = FileLock.Outcome.busy
    InventoryWriting.paused(timeout: 30_000) { outcome = FileLock.take(other) }
    #expect(outcome == .taken)
  }
}
