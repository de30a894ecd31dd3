import Foundation
import RepriseTesting
import Terminal
import Testing

/// The picture that a slow launch shows in a real terminal.
@Suite(.waitsForProcesses) struct SnapshotLaunchTests {
  /// Starts the app so that it pauses in the middle of restoring, and waits for the pause.
  private func startHeld(_ app: RestoringApp) throws -> PTYProcess {
    let process = try app.start(["--hold", "deep init"])
    try process.wait(for: { access(app.holdFile, F_OK) == 0 })
    return process
  }

  /// A home whose last launch was slow.
  private func slowApp() throws -> RestoringApp {
    let app = try RestoringApp.withDeepPage()
    let process = try startHeld(app)
    usleep(150_000)
    try app.goOn()
    try process.wait(for: "page deep, letters 2")
    process.signal(SIGTERM)
    try process.waitForExit()
    return app
  }

  @Test func keysTypedAtThePictureAreAnsweredByTheInterface() throws {
    let app = try slowApp()
    let process = try startHeld(app)
    try process.wait(for: "page deep, letters 2")
    process.type("xyz")
    usleep(50_000)
    #expect(process.picture.text.contains("page deep, letters 2"), "no answer yet")
    try app.goOn()
    try process.wait(for: "page deep, letters 5")
  }

  @Test func aKillWhileItIsShownLeavesACleanTerminal() throws {
    let app = try slowApp()
    let process = try startHeld(app)
    try process.wait(for: "page deep, letters 2")
    process.signal(SIGKILL, to: try #require(process.descendants.first))
    #expect(try process.waitForExit() == .exited(137))
    #expect(process.picture.modes == .usual)
  }

  @Test func noPictureIfTheLaunchLeavesSomethingOut() throws {
    let app = try slowApp()
    let dying = try app.start(traps: ["deep decode"], ["--once"])
    #expect(try dying.waitForExit() == .exited(128 + SIGABRT))
    let process = try app.start(["--hold", "base viewDidLoad"])
    try process.wait(for: { access(app.holdFile, F_OK) == 0 })
    #expect(!process.picture.text.contains("page deep"))
    try app.goOn()
    try process.wait(for: "page base, letters 1")
  }
}

extension RestoringApp {
  /// Exists while the app pauses where it was told to.
  var holdFile: String { home + "/holding" }

  /// Lets the app continue.
  func goOn() throws { try FileManager.default.removeItem(atPath: holdFile) }
}
