import Foundation
import RepriseTesting
import Terminal
import Testing

/// Background tasks of a real program under a shell (contract 8.5.2).
@Suite(.waitsForProcesses) struct BackgroundTaskTests {
  private let app: RestoringApp
  private let shell: PTYProcess

  init() throws {
    app = try RestoringApp()
    shell = try PTYProcess.shell(
      environment: ["HOME": app.home], size: Size(width: 80, height: 24))
  }

  /// Suspends the program with a task that may take a second; returns its process.
  private func suspendWithTask(_ arguments: String) throws -> pid_t {
    shell.type("clear; \(RestoringApp.program) \(app.home) --background 1 \(arguments)\n")
    try shell.wait(for: "page base, letters 0")
    shell.type("tx")
    try shell.wait(for: "page base, letters 1")
    shell.type("\u{1A}")
    try shell.wait { $0.text.contains("Stopped") && $0.modes == .usual }
    // Between the guardian and its watch.
    return try #require(shell.descendants.dropFirst().first)
  }

  @Test func rule_8_5_2_aTaskGoesOnBehindTheShellAndTheProcessThenStops() throws {
    let start = ContinuousClock.now
    let process = try suspendWithTask("")
    try shell.wait(for: { ProcessTree.state(of: process) == "T" })
    #expect(ContinuousClock.now - start > .seconds(1), "the task had its time")
    shell.type("clear; fg\n")
    try shell.wait(for: "page base, letters 1")
  }

  @Test func rule_8_5_2_aHandlerThatNeverEndsIsEnded() throws {
    let process = try suspendWithTask("--hold expiry")
    try shell.wait(for: { access(app.holdFile, F_OK) == 0 })
    #expect(ProcessTree.state(of: process) != "T")
    try shell.wait(for: { !ProcessTree.isRunning(process) })
    #expect(access(app.holdFile, F_OK) == 0, "it was not continued")
    // The last screen is kept.
    try FileManager.default.removeItem(atPath: app.holdFile)
    let again = try app.start()
    try again.wait(for: "page base, letters 1")
  }
}
