import Foundation
import Reprise
import RepriseTesting
import Testing

/// Keys and characters that arrive in pieces, as over a slow connection.
@Suite(.waitsForProcesses) struct SplitInputTests {
  private func form(in home: Home, _ environment: [String: String] = [:]) throws -> PTYProcess {
    let app = try home.open(environment: environment)
    try app.press(script: "n")
    app.type("important words")
    try app.wait { $0.text.contains("New: important words") }
    try app.waitUntilIdle()
    return app
  }

  private func pause(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }

  @Test(arguments: ["\u{1B}[D", "\u{1B}OD"])
  func splitLeftKeyDiscardsNothing(_ left: String) throws {
    let home = try Home()
    let app = try form(in: home)
    // Waits until the program has taken it for the escape key, however busy the machine is.
    app.press(KeyPress(.escape))
    app.send(Array(left.utf8.dropFirst()))
    let picture = try app.wait { $0.text.contains("✎ important words") }
    #expect(!picture.text.contains("Discarded"))
    try app.waitUntilIdle()
    pause(600)
    try app.press(script: "j")
    try app.killEverything()
    #expect(try home.run(["doctor"]).text.contains("drafts"))
    let again = try home.open()
    #expect(again.picture.text.contains("✎ important words"), "\(again.picture.text)")
  }

  /// With a long timeout for a lone Esc, as over ssh, the split key is recognized.
  @Test func splitKeyWithinTheTimeoutIsTheKey() throws {
    let app = try form(in: try Home(), ["ESCDELAY": "1000"])
    app.send([0x1B])
    pause(150)
    app.send(Array("[D".utf8))
    app.type("s")
    try app.wait { $0.text.contains("New: important wordss") || $0.text.contains("wordss") }
    #expect(app.picture.text.contains("New:"))
  }

  @Test func splitCharacterIsTyped() throws {
    let app = try form(in: try Home())
    for byte in Array("茶".utf8) {
      app.send([byte])
      pause(400)
    }
    let picture = try app.wait { $0.text.contains("words茶") }
    #expect(!picture.text.contains("\u{FFFD}"))
  }

  /// A paste with a split start sequence is still a paste: none of it is a command.
  @Test func splitPasteIsAPaste() throws {
    let app = try form(in: try Home(), ["ESCDELAY": "1000"])
    app.send([0x1B])
    pause(150)
    app.send(Array("[200~ and more\u{1B}[201~".utf8))
    try app.wait { $0.text.contains("important words and more") }
  }
}
