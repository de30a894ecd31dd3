import Foundation
import RepriseTesting
import Testing
import TestSupport

@testable import Storage

/// The kernel's table of locks.
@Suite(.leavesMainActorAlone) struct LockTableTests {
  private let directory: TemporaryHome
  private let path: String
  private let lock: Int32

  init() throws {
    directory = TemporaryHome()
    path = directory.path + "/lock"
    lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(lock >= 0)
  }

  private static let comment: Comment = "one reading may miss it while other locks come and go"

  @Test func ownerIsNamed() {
    defer { close(lock) }
    #expect(LockTable.owner(of: path) == nil)
    flock(lock, LOCK_EX)
    #expect(Wait.until { LockTable.owner(of: path) == getpid() }, Self.comment)
    flock(lock, LOCK_UN)
    #expect(LockTable.owner(of: path) == nil)
  }

  /// The list is read in pages; while other locks come and go, each reading of it may miss some.
  @Test func aLockIsSeenHoweverManyComeAndGo() {
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let others = (0..<400).map {
      open("\(directory.path)/\($0)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    defer { for other in others { close(other) } }
    for other in others { flock(other, LOCK_EX) }
    let churn = Thread {
      while !Thread.current.isCancelled {
        for other in others { flock(other, LOCK_UN) }
        for other in others { flock(other, LOCK_EX) }
      }
    }
    churn.start()
    var missed = 0
    for _ in 0..<800 where !FileLock.isHeld(path) { missed += 1 }
    churn.cancel()
    while !churn.isFinished { usleep(100) }
    #expect(missed == 0)
    flock(lock, LOCK_UN)
    #expect(!FileLock.isHeld(path))
  }

  /// A check takes a shared lock for a moment, without becoming the owner.
  @Test func sharedLockHasNoOwner() {
    defer { close(lock) }
    flock(lock, LOCK_SH)
    #expect(LockTable.owner(of: path) == nil)
    #expect(LockTable.isOwnerExiting(of: path))
    flock(lock, LOCK_UN)
  }

  @Test func anOwnerThatRunsIsNotWaitedFor() {
    defer { close(lock) }
    flock(lock, LOCK_EX)
    #expect(Wait.until { !LockTable.isOwnerExiting(of: path) }, Self.comment)
    flock(lock, LOCK_UN)
  }

  @Test func aFileOfTheSameNumberOnAnotherDeviceIsAnotherFile() {
    defer { close(lock) }
    var status = stat()
    #expect(fstat(lock, &status) == 0)
    (status.st_dev, status.st_ino) = (0xfe01, 815)
    let list = "1: FLOCK ADVISORY WRITE 4711 fe:02:815 0 EOF\n"
    #expect(LockTable.owner(of: status, in: list) { "fe:1" } == nil)
    #expect(LockTable.owner(of: status, in: list) { "fe:2" } == 4711, "as the mounts have it")
    #expect(LockTable.owner(of: status, in: list) { nil } == 4711, "where that is not known")
    let same = "1: FLOCK ADVISORY WRITE 4711 fe:01:815 0 EOF\n"
    #expect(LockTable.owner(of: status, in: same) { nil } == 4711)
    #expect(LockTable.owner(of: status, in: same) { "fe:9" } == 4711, "as `stat` has it")
    #expect(LockTable.owner(of: status, in: list) { "fe:9" } == nil)
    #expect(
      LockTable.owner(of: status, in: "1: POSIX ADVISORY WRITE 1 fe:01:815 0 EOF\n") { nil }
        == nil)
    #expect(LockTable.owner(of: status, in: "no list\n: :\n") { nil } == nil)
  }

  /// As `makedev` combines them: both numbers are split into two parts.
  @Test(
    arguments: [
      (0x811, "08:11"), (0x11_03FF, "103:1ff"), (0x1230_FE45, "fe:12345"),
      (0x1_2000_0003_4567, "12345:67"),
    ] as [(dev_t, String)])
  func aDeviceOfLargeNumbersIsKnown(_ device: dev_t, _ numbers: String) {
    defer { close(lock) }
    var status = stat()
    (status.st_dev, status.st_ino) = (device, 815)
    let list = "1: FLOCK ADVISORY WRITE 4711 \(numbers):815 0 EOF\n"
    #expect(LockTable.owner(of: status, in: list) { "0:0" } == 4711)
  }

  @Test func aFileThatIsNotThereHasNoOwner() {
    defer { close(lock) }
    #expect(LockTable.owner(of: directory.path + "/none") == nil)
  }
}
