import Foundation
import PostgresSupport
import Reprise
import RepriseTesting
import Testing

/// Windows of two homes that share an inventory.
@Suite(.waitsForProcesses) struct HouseholdWindowTests {
  @Test func whatOneSavesTheOtherShowsWithoutAKey() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let (hers, his) = (try anna.open(), try ben.open())
    try hers.press(script: "nAAA samovar<^S>")
    try his.wait(for: "31 items")
    try his.press(script: "<Home><Enter>e II<^S>")
    try hers.wait(for: "AAA samovar II")
  }

  @Test func withoutTheServerWhatWaitsIsCountedAndGoesOutWhenItIsBack() throws {
    let server = try PostgresServer()
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(on: server), as: "Anna"), as: "Ben")
    let window = try anna.open()
    server.stop()
    try window.wait(for: "offline")
    try window.press(script: "nAAA samovar<^S>")
    try window.wait(for: "1 change waits")
    // A kill changes nothing of that.
    try window.killEverything()
    let again = try anna.open()
    try again.wait(for: "1 change waits")
    try server.start()
    try again.wait { !$0.text.contains("waits") && !$0.text.contains("offline") }
    #expect(try ben.run(["household", "status"]).status == 0)
    #expect(try ben.run(["list"]).text.contains("AAA samovar"))
  }

  @Test func nothingWakesAWindowWhileNothingHappens() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let window = try ben.open()
    try anna.addAndSend("AAA samovar")
    try window.wait(for: "31 items")
    #expect(Rest.comes(to: [window.processID] + window.descendants))
  }

  @Test func aWindowBeginsToShareWhenItsInventoryJoins() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    let window = try ben.open()
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    try window.wait(for: "30 items")
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    try window.wait(for: "31 items")
  }

  /// The shell has the terminal, and data come all the same (contract 8.8.3).
  @Test func aStoppedWindowHearsWhatOthersWrite() throws {
    let (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let shell = try PTYProcess.shell(
      environment: ["HOME": ben.path], size: Size(width: 80, height: 24))
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    shell.type("\(Home.program)\n")
    try shell.wait(for: "30 items")
    // Its line is open when what is written here has gone out.
    try shell.press(script: "nAAA kettle<^S>")
    try shell.wait(for: "31 items")
    for _ in 0..<200
    where
      !(try anna.run(["household", "status"]).status == 0
      && anna.run(["list"]).text.contains("AAA kettle"))
    {
      usleep(50_000)
    }
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    #expect(try anna.run(["household", "status"]).status == 0)
    // The stopped window stores it, without the terminal.
    var list = ""
    for _ in 0..<200 {
      list = try ben.run(["list"]).text
      if list.contains("AAA samovar") { break }
      usleep(50_000)
    }
    #expect(list.contains("AAA samovar"))
    shell.type("clear; fg\n")
    try shell.wait(for: "AAA samovar")
  }
}
