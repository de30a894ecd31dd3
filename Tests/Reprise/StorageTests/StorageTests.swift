import Foundation
import Storage
import Testing

/// System services that both the archive and the inventory use.
@Suite struct StorageTests {
  private let home = NSTemporaryDirectory() + "system-support-\(UUID().uuidString)"

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test func missingParentsAreMadeForTheirOwnerAlone() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    for _ in 1...2 { try PrivateFiles.makeDirectories(home + "/a/b") }
    for path in [home, home + "/a", home + "/a/b"] { #expect(mode(path) == 0o700) }
  }

  @Test func theFirstThatCannotBeMadeIsNamed() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    try PrivateFiles.makeDirectories(home)
    try Data().write(to: URL(filePath: home + "/file"))
    #expect(throws: SystemFailure(path: home + "/file/a", code: ENOTDIR)) {
      try PrivateFiles.makeDirectories(home + "/file/a")
    }
  }

  @Test func aLockIsHadByOneAndThenByTheNext() throws {
    defer { try? FileManager.default.removeItem(atPath: home) }
    try PrivateFiles.makeDirectories(home)
    let first = open(home, O_RDONLY | O_DIRECTORY)
    let second = open(home, O_RDONLY | O_DIRECTORY)
    defer { _ = [first, second].map { close($0) } }
    #expect(FileLock.take(first) == .taken)
    #expect(FileLock.take(second) == .busy)
    #expect(FileLock.take(second, timeout: 3) == .busy)
    FileLock.release(first)
    #expect(FileLock.take(second) == .taken)
    #expect(FileLock.take(-1) == .failed(EBADF))
  }

  @Test func onlyInterruptedCallsAreRepeated() {
    var results: [Int] = [-1, -1, 7]
    let value = retryingInterrupted { () -> Int in
      errno = EINTR
      return results.removeFirst()
    }
    #expect(value == 7)
    var calls = 0
    let failed = retryingInterrupted { () -> Int in
      calls += 1
      errno = EIO
      return -1
    }
    #expect(failed == -1 && calls == 1)
  }
}
