import Foundation
import Testing

/// What a lock leaves in memory, looked at in a program of its own.
@Suite(.timeLimit(.minutes(60))) struct WipingTests {
  @Test func noByteOfAKeyIsLeftAfterTheLock() throws {
    let directory = NSTemporaryDirectory() + "wiping-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let (probe, pipe) = (Process(), Pipe())
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    probe.executableURL = URL(filePath: tests).deletingLastPathComponent()
      .appending(path: "ProtectionProbe")
    probe.arguments = [directory]
    probe.standardOutput = pipe
    try probe.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    probe.waitUntilExit()
    #expect(said == "true 0 true\n")
  }
}
