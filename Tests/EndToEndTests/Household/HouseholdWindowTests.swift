import Foundation
import PostgresSupport
import Reprise
import RepriseTesting
import Testing

/// Windows of two homes that share an inventory.
@Suite(.waitsForProcesses) struct HouseholdWindowTests {
  @Test func changesAppearInTheOtherWindowWithoutAKey() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let (hers, his) = (try anna.open(), try ben.open())
    try hers.press(script: "nAAA samovar<^S>")
    try his.wait(for: "31 items")
    try his.press(script: "<Home><Enter>e II<^S>")
    try hers.wait(for: "AAA samovar II")
  }

  @Test func offlineChangesAreCountedAndSentOnReconnect() throws {
    let server = try PostgresServer()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(on: server), as: "Anna"), as: "Ben")
    let window = try anna.open()
    server.stop()
    try window.wait(for: "offline")
    try window.press(script: "nAAA samovar<^S>")
    try window.wait(for: "1 change waits")
    // A kill doesn't change that.
    try window.killEverything()
    let again = try anna.open()
    try again.wait(for: "1 change waits")
    try server.start()
    try again.wait { !$0.text.contains("waits") && !$0.text.contains("offline") }
    #expect(try ben.run(["household", "status"]).status == 0)
    #expect(try ben.run(["list"]).text.contains("AAA samovar"))
  }

  @Test func idleWindowIsNotWoken() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let window = try ben.open()
    try anna.addAndSend("AAA samovar")
    try window.wait(for: "31 items")
    #expect(Rest.comes(to: [window.processID] + window.descendants))
  }

  @Test func openWindowStartsSharingOnJoin() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    let window = try ben.open()
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    try window.wait(for: "30 items")
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    try window.wait(for: "31 items")
  }

  /// Ben's connected window under a shell, after one of his changes has been sent.
  private func shellWithWindow(_ anna: Home, _ ben: Home) throws -> PTYProcess {
    let shell = try ben.shell()
    shell.type("\(Home.program)\n")
    try shell.wait(for: "30 items")
    // The window is connected once its change has been sent.
    try shell.press(script: "nAAA kettle<^S>")
    try shell.wait(for: "31 items")
    for _ in 0..<200 {
      #expect(try anna.run(["household", "status"]).status == 0)
      if try anna.run(["list"]).text.contains("AAA kettle") { break }
      usleep(50_000)
    }
    return shell
  }

  /// Presses `Ctrl-Z`; returns the window once it is stopped.
  private func stop(_ shell: PTYProcess) throws -> pid_t {
    // The terminal answers the window's questions first: it answers only while the test reads.
    try shell.waitUntilIdle()
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    let window = try #require(shell.descendants.dropFirst().first)
    try shell.wait(for: { ProcessTree.state(of: window) == "T" })
    return window
  }

  /// Waits until a home has an item, without opening a window.
  private func expect(_ item: String, in home: Home) throws {
    var list = ""
    for _ in 0..<400 {
      list = try home.run(["list"]).text
      if list.contains(item) { break }
      usleep(50_000)
    }
    #expect(list.contains(item))
  }

  /// Other programs of a home rely on a window's connection, even when the window is stopped.
  @Test func stoppedWindowSendsOtherProgramsChanges() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let hers = try anna.open()
    let shell = try shellWithWindow(anna, ben)
    let window = try stop(shell)
    for item in ["AAA samovar", "AAA teapot"] {
      #expect(try ben.run(["add", item]).status == 0)
      try expect(item, in: anna)
      try shell.wait(for: { ProcessTree.state(of: window) == "T" })
    }
    // Its own changes don't keep waking it.
    #expect(Rest.comes(to: [window]))
    #expect(ProcessTree.state(of: window) == "T")
    #expect(hers.picture.text.contains("33 items"))
  }

  /// Data arrive even while the shell has the terminal (contract 8.8.3).
  @Test func stoppedWindowReceivesChanges() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let shell = try shellWithWindow(anna, ben)
    let window = try stop(shell)
    for item in ["AAA samovar", "AAA teapot"] {
      #expect(try anna.run(["add", item]).status == 0)
      #expect(try anna.run(["household", "status"]).status == 0)
      // The stopped window stores it without the terminal, and stops again.
      try expect(item, in: ben)
      try shell.wait(for: { ProcessTree.state(of: window) == "T" })
    }
    shell.type("clear; fg\n")
    try shell.wait { $0.text.contains("AAA samovar") && $0.text.contains("AAA teapot") }
  }

  /// A process stopped in the middle of a transaction would block all writers.
  @Test func stoppedWindowBlocksNoWriter() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let shell = try shellWithWindow(anna, ben)
    for round in 0..<5 {
      // The window receives this when it is stopped, or just before.
      #expect(try anna.run(["add", "AAA samovar \(round)"]).status == 0)
      #expect(try anna.run(["household", "status"]).status == 0)
      _ = try stop(shell)
      #expect(try ben.run(["add", "AAA teapot \(round)"]).status == 0)
      try expect("AAA samovar \(round)", in: ben)
      shell.type("clear; fg\n")
      try shell.wait(for: "samovar \(round)")
    }
  }

  @Test func windowStoppedWithoutAConnectionStillConnects() throws {
    let server = try PostgresServer()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(on: server), as: "Anna"), as: "Ben")
    let shell = try shellWithWindow(anna, ben)
    server.stop()
    try shell.wait(for: "offline")
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    let window = try #require(shell.descendants.dropFirst().first)
    try server.start()
    try shell.wait(for: { ProcessTree.state(of: window) == "T" })
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    try expect("AAA samovar", in: ben)
  }

  @Test func stoppedWindowReconnects() throws {
    let server = try PostgresServer()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(on: server), as: "Anna"), as: "Ben")
    let shell = try shellWithWindow(anna, ben)
    let window = try stop(shell)
    server.stop()
    try shell.wait(for: { ProcessTree.state(of: window) != "T" })
    try server.start()
    try shell.wait(for: { ProcessTree.state(of: window) == "T" })
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    try expect("AAA samovar", in: ben)
    shell.type("clear; fg\n")
    try shell.wait(for: "AAA samovar")
  }
}
