import Foundation
import Reprise
import RepriseTesting
import Testing

/// Other terminal types, and no terminal.
@Suite(.waitsForProcesses) struct TerminalTypeTests {
  @Test func withoutATerminalTheMessageNamesCommands() throws {
    let result = try Home().run([])
    #expect(result.status == 69)
    #expect(result.messages.count == 1)
    for command in ["list", "import", "export"] { #expect(result.errors.contains(command)) }
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func unsuitableTerminalIsRefused(_ type: String) throws {
    let home = try Home()
    let app = try home.launch(environment: ["TERM": type])
    #expect(try app.waitForExit() == .exited(69))
    let said = app.picture.text.split(separator: "\n").joined()
    for command in ["list", "import", "export"] { #expect(said.contains(command)) }
    #expect(app.picture.modes == .usual)
    #expect(!FileManager.default.fileExists(atPath: home.state))
  }

  /// The test's terminal ignores the request, as terminals without this feature do.
  @Test func largerWindowIsRequestedIfConfigured() throws {
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
  func runsOnOtherTerminals(_ type: String) throws {
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

  /// Terminals such as kitty come with their own descriptions, which a server reached over ssh lacks.
  @Test(arguments: [
    "xterm-ghostty", "xterm-kitty", "foot", "foot-extra", "alacritty", "wezterm", "st-256color",
  ])
  func runsOnATerminalWithoutADescription(_ type: String) throws {
    let home = try Home()
    let environment = ["TERM": type, "TERMINFO": home.path, "TERMINFO_DIRS": home.path]
    let app = try home.launch(environment: environment)
    let notice = "No terminal description for “\(type)”; using xterm-256color"
    try app.wait { $0.text.contains(notice) }
    #expect(app.picture.modes.contains(.alternateScreen))
    let before = try app.press(script: "jj<Down>").visible
    #expect(!before.text.contains("No terminal description"))
    try app.killEverything()
    let again = try home.open(environment: environment)
    #expect(again.picture.visible.difference(from: before) == nil)
    again.type("q")
    #expect(try again.waitForExit() == .exited(0))
    #expect(again.picture.modes == .usual)
  }

  @Test(arguments: [
    ("", "TERM is not set"), ("dumb", "the terminal type \"dumb\" cannot show a full screen"),
    (
      "no-such-terminal",
      "this machine has no terminal description for \"no-such-terminal\"; try TERM=xterm-256color"
    ),
  ])
  func refusalNamesTheCause(_ type: String, _ cause: String) throws {
    let app = try Home().launch(environment: ["TERM": type], size: Size(width: 200, height: 24))
    #expect(try app.waitForExit() == .exited(69))
    #expect(app.picture.text.contains("keepsake: \(cause)"))
  }

  /// A state saved on one terminal restores on any other, whatever that terminal can show.
  @Test(arguments: ["linux", "vt100", "screen-256color"])
  func rule_7_7_theStateRestoresOnAnotherTerminal(_ type: String) throws {
    let home = try Home()
    let app = try home.open(size: Size(width: 100, height: 30))
    let before = try app.press(script: "jjjnHalf a w<Left>").visible
    try app.killEverything()
    let other = try home.launch(environment: ["TERM": type], size: Size(width: 60, height: 15))
    try other.wait(for: "New: Half a w")
    try other.waitUntilIdle()
    try other.press(script: "x")
    #expect(other.picture.text.contains("Half a xw"), "the caret is restored")
    try other.press(script: "<Backspace>")
    try other.killEverything()
    let again = try home.open(size: Size(width: 100, height: 30))
    #expect(again.picture.visible.difference(from: before) == nil)
  }

  @Test func noColorVariableDisablesColor() throws {
    let home = try Home()
    let app = try home.open(environment: ["NO_COLOR": "1"])
    for keys in ["", "<Enter>", "en"] {
      let styles = try app.press(script: keys).rows.joined().map(\.style)
      #expect(styles.allSatisfy { $0 == Style($0.attributes) })
    }
  }
}
