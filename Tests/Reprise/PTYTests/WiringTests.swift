import Glibc
import RepriseTesting
import Testing

/// An app that is not wired to the system.
@Suite(.waitsForProcesses) struct WiringTests {
  @Test func missingWiringIsReportedWhenTheTerminalIsReleased() throws {
    let app = try RestoringApp()
    let process = try app.start()
    let picture = try process.wait(for: "page base, letters 0")
    #expect(!picture.text.contains("reprise:"))
    process.signal(SIGTERM)
    #expect(try process.waitForExit() == .exited(143))
    #expect(
      process.picture.text == "reprise: warning: nothing ends the app if it hangs: set its watchdog"
    )
  }
}
