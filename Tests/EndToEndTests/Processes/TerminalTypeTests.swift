import Foundation
import Reprise
import RepriseTesting
import Testing

/// Terminals of other kinds, and none.
@Suite(.waitsForProcesses) struct TerminalTypeTests {
  @Test func withoutATerminalItSaysWhatWorksWithoutOne() throws {
    let result = try Home().run([])
    #expect(result.status == 69)
    #expect(result.messages.count == 1)
    for command in ["list", "import", "export"] { #expect(result.errors.contains(command)) }
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func aTerminalThatCannotShowAScreenIsRefused(_ type: String) throws {
    let home = try Home()
    let app = try home.launch(environment: ["TERM": type])
    #expect(try app.waitForExit() == .exited(69))
    let said = app.picture.text.split(separator: "\n").joined()
    for command in ["list", "import", "export"] { #expect(said.contains(command)) }
    #expect(app.picture.modes == .usual)
    #expect(!FileManager.default.fileExists(atPath: home.state))
  }

  /// A terminal that takes no such wish passes over it, as this one does.
  @Test func itIsAskedForMoreRoomWhereThePersonAllowsThat() throws {
    let wish = Data("\u{1B}[8;30;100t".utf8)
    for (variables, isAsked) in [(["REPRISE_RESIZE": "1"], true), ([:], false)] {
      let app = try Home().open(environment: variables)
      #expect((Data(app.output).range(of: wish) != nil) == isAsked)
      #expect(app.picture.lines[0].hasPrefix(" Items"))
      try app.killEverything()
    }
    let home = try Home()
    let folder = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("resize-terminal = true\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/config.toml"))
    let app = try home.open()
    #expect(Data(app.output).range(of: wish) != nil)
    try app.killEverything()
  }

  @Test(arguments: ["xterm", "screen-256color", "linux", "vt100"])
  func itRunsOnOtherTerminals(_ type: String) throws {
    let home = try Home()
    let app = try home.launch(environment: ["TERM": type])
    let picture = try app.wait(for: "Enter Open")
    #expect(picture.lines[0].hasPrefix(" Items"))
    try app.press(script: "jj<Enter>")
    #expect(try app.waitUntilIdle().lines[0].hasPrefix(" ‹ Items"))
    app.type("hq")
    #expect(try app.waitForExit() == .exited(0))
    #expect(app.picture.modes == .usual)
    #expect(!app.picture.text.contains("Backup disk"))
  }

  /// The state of one terminal is that of any other, however little that can show.
  @Test(arguments: ["linux", "vt100", "screen-256color"])
  func rule_7_7_anotherTerminalGetsTheState(_ type: String) throws {
    let home = try Home()
    let app = try home.open(size: Size(width: 100, height: 30))
    let before = try app.press(script: "jjjnHalf a w<Left>").visible
    try app.killEverything()
    let other = try home.launch(environment: ["TERM": type], size: Size(width: 60, height: 15))
    try other.wait(for: "New: Half a w")
    try other.waitUntilIdle()
    try other.press(script: "x")
    #expect(other.picture.text.contains("Half a xw"), "the caret is where it was")
    try other.press(script: "<Backspace>")
    try other.killEverything()
    let again = try home.open(size: Size(width: 100, height: 30))
    #expect(again.picture.visible.difference(from: before) == nil)
  }

  @Test func noColorMeansNoColor() throws {
    let home = try Home()
    let app = try home.open(environment: ["NO_COLOR": "1"])
    for keys in ["", "<Enter>", "en"] {
      let styles = try app.press(script: keys).rows.joined().map(\.style)
      #expect(styles.allSatisfy { $0 == Style($0.attributes) })
    }
  }
}
