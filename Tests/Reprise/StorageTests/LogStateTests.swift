import Foundation
import RepriseTesting
import Testing

@testable import Storage

/// Detects whether a log was written since the last check.
@Suite(.leavesMainActorAlone) struct LogStateTests {
  private let directory: TemporaryHome
  private let descriptor: Int32

  init() throws {
    directory = TemporaryHome()
    descriptor = open("\(directory.path)/data-wal", O_RDWR | O_CREAT, 0o600)
    try #require(descriptor >= 0)
  }

  /// Writes the same number of bytes each time.
  private func write(_ byte: UInt8) {
    #expect(pwrite(descriptor, [byte], 1, 0) == 1)
  }

  private var log: LogState? { LogState(of: descriptor) }

  @Test func everyWriteAfterASettledOneIsSeen() {
    write(1)
    usleep(50_000)
    let before = log
    #expect(before?.isSettled(at: Date().timeIntervalSince1970) == true)
    #expect(log == before)
    write(2)
    #expect(log != before)
  }

  @Test func aWriteJustNowIsNotSettled() {
    let before = Date().timeIntervalSince1970
    write(1)
    #expect(log?.isSettled(at: before) == false)
  }

  @Test func unreadableLogHasNoState() {
    #expect(LogState(of: -1) == nil)
  }
}
