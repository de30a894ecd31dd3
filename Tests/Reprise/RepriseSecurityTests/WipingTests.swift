import Foundation
import RepriseTesting
import TestSupport
import Testing

/// What a lock leaves in memory, examined in a separate program.
@Suite(.timeLimit(.minutes(60))) struct WipingTests {
  @Test func noByteOfAKeyIsLeftAfterTheLock() throws {
    let home = TemporaryHome()
    let probe = try CommandResult(
      of: PTYProcess.path(ofProduct: "ProtectionProbe"), [home.path], environment: [:])
    #expect(probe.text == "true 0 true\n")
  }
}
