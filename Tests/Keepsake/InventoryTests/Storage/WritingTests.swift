import InventorySupport
import Foundation
import Storage
import Testing

@testable import Inventory

/// What a process writes is not stopped in the middle.
@Suite struct WritingTests {
  @Test func whoStopsTheProcessWaitsForAWriter() throws {
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
    // The lock as another program has it.
    let other = open(directory.path + "/inventory.lock", O_RDWR | O_CLOEXEC)
    defer { close(other) }
    #expect(FileLock.take(other) == .busy)
    // Some time after this thread has begun to wait, or before: either way it waits for the end.
    Thread.detachNewThread {
      usleep(100_000)
      mayEnd.signal()
    }
    var outcome = FileLock.Outcome.busy
    InventoryWriting.paused(timeout: 30_000) { outcome = FileLock.take(other) }
    #expect(outcome == .taken)
  }
}
