import Foundation
import Synchronization
import Storage
import Testing

@Suite struct WritingAllTests {
  /// `F_GETPIPE_SZ`, which Glibc does not show to Swift.
  private static let getPipeSize: Int32 = 1032

  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  /// A signal ends a call that waits for room in a full pipe, with less written than was asked for.
  @Test func interruptedWriteArrivesCompletely() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR1, &action, nil)
    let (reading, writing) = try Self.makePipe()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let begun = DispatchSemaphore(value: 0)
    let writer = Mutex<pthread_t?>(nil)
    Thread.detachNewThread {
      writer.withLock { $0 = pthread_self() }
      begun.signal()
      #expect(writeAll(bytes, to: writing))
      close(writing)
    }
    begun.wait()
    var waiting: Int32 = 0
    let capacity = fcntl(writing, Self.getPipeSize)
    while waiting < capacity { try #require(ioctl(reading, UInt(FIONREAD), &waiting) == 0) }
    let thread = try #require(writer.withLock { $0 })
    pthread_kill(thread, SIGUSR1)
    let received = try FileHandle(fileDescriptor: reading, closeOnDealloc: true).readToEnd()
    #expect(received.map(Array.init) == bytes)
  }

  @Test func aReaderThatHasLeftIsAnErrorNumber() throws {
    let (reading, writing) = try Self.makePipe()
    close(reading)
    #expect(!writeAll([1, 2, 3], to: writing))
    #expect(errno == EPIPE)
    close(writing)
  }

  @Test func nothingCanBeWrittenEverywhere() {
    #expect(writeAll([], to: -1))
    #expect(!writeAll([1], to: -1))
    #expect(errno == EBADF)
  }
}
