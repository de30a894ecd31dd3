import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import Terminal

/// Output to a terminal that reads slowly.
@MainActor @Suite struct TerminalSinkTests {
  @Test func remainingOutputFollows() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let sink = TerminalSink(descriptor: writer)
    defer {
      sink.finish(with: [], timeout: 0)
      close(reader)
      close(writer)
    }
    var isDrained = false
    sink.onDrain = { isDrained = true }
    // More than a pipe holds.
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 256) }
    sink.write(bytes)
    #expect(sink.isBlocked)
    sink.write([1, 2, 3])
    var found: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let isOver = try await Wait.until {
      let count = read(reader, &buffer, buffer.count)
      if count > 0 { found += buffer[..<count] }
      return found.count >= bytes.count + 3
    }
    #expect(isOver && found == bytes + [1, 2, 3])
    #expect(isDrained && !sink.isBlocked)
  }

  /// A terminal that takes a little now and then would keep the shell waiting for seconds.
  @Test func onLeavingTheRestOfALongQueueIsDropped() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let isRead = DispatchSemaphore(value: 0)
    let found = Mutex<[UInt8]>([])
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(reader, &buffer, buffer.count), count > 0 {
        found.withLock { $0 += buffer[..<count] }
        usleep(20_000)
      }
      isRead.signal()
    }
    let sink = TerminalSink(descriptor: writer)
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    sink.write(bytes)
    sink.finish(with: [1, 2, 3], timeout: 100)
    close(writer)
    isRead.wait()
    close(reader)
    let taken = found.withLock(\.self)
    #expect(taken.suffix(4) == [0x18, 1, 2, 3])
    #expect(taken.count < bytes.count / 2)
  }

  /// A hung-up terminal fails each write, as this file does.
  @Test func closedTerminalIsReportedWithoutWaiting() throws {
    let terminal = open("/dev/full", O_WRONLY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let sink = TerminalSink(descriptor: terminal)
    var isGone = false
    sink.onFailure = { isGone = true }
    sink.write([65])
    #expect(isGone && !sink.isBlocked)
  }
}
