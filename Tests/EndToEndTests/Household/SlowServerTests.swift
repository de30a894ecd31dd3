import PostgresSupport
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// A slow server never blocks a window, and everything arrives in the end.
@Suite(.waitsForProcesses) struct SlowServerTests {
  private let household: SlowHousehold
  private var socket: SlowSocket { household.socket }
  private var anna: Home { household.anna }
  private var ben: Home { household.ben }

  init() throws { household = try SlowHousehold() }

  /// The number of answered queries: new changes, sending, new changes again, members.
  @Test(arguments: 0...3)
  func windowContinuesWhileItsConnectionWaits(answered: Int) throws {
    let window = try anna.open()
    try window.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    try window.waitUntilIdle()
    socket.holdBack(after: answered)
    try window.press(script: "nAAA samovar<^S>")
    try window.wait(for: { socket.holdsSomething })
    try window.press(script: "nAAA teap")
    #expect(window.picture.text.contains("AAA teap"), "a key is drawn while the connection waits")
    try window.press(script: "ot<^S>")
    #expect(window.picture.text.contains("33 items"), "a saved item is shown as well")
    #expect(socket.holdsSomething)
    socket.letGo()
    #expect(try Wait.until { try ben.receives("AAA teapot") })
    #expect(try anna.export() == ben.export())
  }

  /// Data that the connection has read but not stored would wake no stopped window.
  @Test func stoppingWindowWaitsForItsConnection() throws {
    let shell = try anna.shell()
    shell.type("\(Home.program)\n")
    try shell.wait(for: "30 items")
    try shell.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    let window = try #require(shell.descendants.dropFirst().first)
    // The response that is held back must not belong to the previous exchange.
    #expect(Rest.comes(to: [window]))
    socket.holdBack(after: 0)
    try shell.press(script: "nAAA samovar<^S>")
    try shell.wait(for: { socket.holdsSomething })
    let start = ContinuousClock.now
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    let end = try #require(Rest.stop(of: window))
    // Nine seconds for the response, half a second to give up, and one more for the connection.
    #expect(end - start >= .milliseconds(10_400))
    socket.letGo()
    #expect(try Wait.until { try ben.receives("AAA samovar") })
  }
}
