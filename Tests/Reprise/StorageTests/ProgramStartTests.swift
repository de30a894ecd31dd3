import Foundation
import Storage
import TestSupport
import Testing

@Suite struct ProgramStartTests {
  /// Or a pipe of this process would stay open as long as a program runs that has nothing to do with it.
  @Test func aProgramHasNothingOpenButItsStreams() throws {
    // It isn't closed on exec, and is far from what a shell opens itself.
    let descriptor = fcntl(STDERR_FILENO, F_DUPFD, 500)
    try #require(descriptor >= 500)
    defer { close(descriptor) }
    let program = try ChildProcess(
      "/bin/sh", ["-c", "[ -e /proc/self/fd/2 ] && [ ! -e /proc/self/fd/\(descriptor) ]"],
      environment: [:])
    #expect(program.waitForEnd() == 0)
  }
}
