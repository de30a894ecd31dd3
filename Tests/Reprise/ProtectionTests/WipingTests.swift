import Foundation
import RepriseTesting
import Testing

/// What a lock leaves in memory, looked at in a program of its own.
@Suite(.timeLimit(.minutes(60))) struct WipingTests {
  @Test func noByteOfAKeyIsLeftAfterTheLock() throws {
    let home = TemporaryHome()
    let (probe, pipe) = (Process(), Pipe())
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    probe.executableURL = URL(filePath: tests).deletingLastPathComponent()
      .appending(path: "ProtectionProbe")
    probe.arguments = [home.path]
    probe.standardOutput = pipe
    try probe.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    probe.waitUntilExit()
    #expect(said == "true 0 true\n")
  }
}
