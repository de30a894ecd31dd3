import Foundation
import RepriseTesting
import TestSupport
import Testing

/// A real program under a shell that keeps a connection while its job is stopped (contract 8.8).
@Suite(.waitsForProcesses) struct ConnectionTests {
  private let app: ConnectedApp
  private var shell: PTYProcess { app.shell }

  init() throws {
    app = try ConnectedApp()
  }

  @Test func rule_8_8_3_dataAreShownWhileTheAppIsOnTheScreen() throws {
    try app.start()
    try app.peer.send("abc")
    try shell.wait(for: "page base, letters 3")
  }

  @Test func rule_8_8_3_dataWakeTheAppBehindTheShellAndItStoresThem() throws {
    try app.start()
    try app.suspend()
    let before = shell.picture
    try app.peer.send("abc")
    try shell.wait(for: { app.peer.isRead })
    try app.waitUntilStopped()
    try shell.waitUntilIdle()
    #expect(shell.picture == before, "the terminal is the shell's")
    try shell.killEverything()
    let again = try app.app.start()
    try again.wait(for: "page base, letters 3")
  }

  @Test func rule_8_8_1_theShellHasItsTerminalAndFgComesBack() throws {
    try app.start()
    try app.suspend()
    shell.type("clear; jobs\n")
    try shell.wait { $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") }
    try app.peer.send("abcd")
    try shell.wait(for: { app.peer.isRead })
    shell.type("clear; fg\n")
    try shell.wait(for: "page base, letters 4")
    shell.type("x")
    try shell.wait(for: "page base, letters 5")
  }

  /// Also if a program that it started is still running.
  @Test func theEndOfTheAppClosesItsSocket() throws {
    let opened = app.app.home + "/opened"
    try Script.write(
      "echo $$ > '\(opened).new'; mv '\(opened).new' '\(opened)'; exec sleep 600",
      to: app.app.home + "/xdg-open")
    try app.start()
    shell.type("o")
    try shell.wait(for: { access(opened, F_OK) == 0 })
    let text = try String(contentsOfFile: opened, encoding: .utf8)
    let program = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    defer { kill(program, SIGKILL) }
    try shell.killEverything()
    try shell.wait(for: { app.peer.isClosed })
    #expect(kill(program, 0) == 0, "it goes on")
  }
}
