import PostgresSupport
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// A server that takes its time: nobody at a window waits for it, and everything arrives in the end.
@Suite(.waitsForProcesses) struct SlowServerTests {
  private let household: SlowHousehold
  private var socket: SlowSocket { household.socket }
  private var anna: Home { household.anna }
  private var ben: Home { household.ben }

  init() throws { household = try SlowHousehold() }

  /// Whatever it has asked the server for: what is new, to take something, what is new then, who the members are.
  @Test(arguments: 0...3)
  func aWindowGoesOnWhileItsLineWaits(answered: Int) throws {
    let window = try anna.open()
    try window.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    try window.waitUntilIdle()
    socket.holdBack(after: answered)
    try window.press(script: "nAAA samovar<^S>")
    try window.wait(for: { socket.holdsSomething })
    try window.press(script: "nAAA teap")
    #expect(window.picture.text.contains("AAA teap"), "a key shows while the line waits")
    try window.press(script: "ot<^S>")
    #expect(window.picture.text.contains("33 items"), "so does what it saves")
    #expect(socket.holdsSomething)
    socket.letGo()
    #expect(try Wait.until { try ben.receives("AAA teapot") })
    #expect(try anna.export() == ben.export())
  }

  /// What the line has read and not yet stored would wake no stopped window.
  @Test func aWindowThatIsStoppedWaitsForItsLine() throws {
    let shell = try anna.shell()
    shell.type("\(Home.program)\n")
    try shell.wait(for: "30 items")
    try shell.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try ben.receives("AAA kettle") })
    let window = try #require(shell.descendants.dropFirst().first)
    // The end of the exchange before must not be what is held back.
    #expect(Rest.comes(to: [window]))
    socket.holdBack(after: 0)
    try shell.press(script: "nAAA samovar<^S>")
    try shell.wait(for: { socket.holdsSomething })
    let start = ContinuousClock.now
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    let end = try #require(Rest.stop(of: window))
    // Nine seconds for what hears of the answer, half a one to give up, and then another one for the line.
    #expect(end - start >= .milliseconds(10_400))
    socket.letGo()
    #expect(try Wait.until { try ben.receives("AAA samovar") })
  }
}
