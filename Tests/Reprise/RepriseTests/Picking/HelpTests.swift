import RepriseTesting
import Testing

@testable import Reprise

/// The sheet of keys that an app gets from the kit.
@Suite struct HelpTests {
  private final class Desk: Rows {
    static var heard = 0

    override var actions: [Action] {
      let count = Action("desk.count", "Count", "c") { Desk.heard += 1 }
      let side = Action("desk.side", "Other side", "s") {}
      let help = Action("desk.help", "Help", "?") { [unowned self] in
        if let application = window?.application { HelpViewController.present(in: application) }
      }
      return isWide ? [count, side, help] : [count, help]
    }

    private var isWide: Bool { (window?.frame.width ?? 0) > 50 }
  }

  private func pilot() throws -> Pilot {
    let pilot = try Pilot.showing(size: Size(width: 60, height: 16)) {
      Desk("desk", [Button("Go"), TextField()])
    }
    try pilot.press(.character("?"))
    return pilot
  }

  private func type(_ text: String, into pilot: Pilot) throws {
    for letter in text { try pilot.press(.character(letter)) }
  }

  @Test func helpListsTheKeysOfTheScreenBelow() throws {
    let pilot = try pilot()
    #expect(pilot.screen.contains("Help") && pilot.screen.contains("Count"))
    #expect(!pilot.screen.contains("[ Go ]"))
    try pilot.press(KeyPress(.escape))
    #expect(pilot.screen.contains("[ Go ]"))
  }

  @Test func enterPerformsTheSelectedKey() throws {
    let before = Desk.heard
    let pilot = try pilot()
    try pilot.press(KeyPress(.enter))
    #expect(Desk.heard == before + 1)
    #expect(pilot.root(Desk.self)?.presentedViewController == nil)
  }

  @Test func aFieldsKeysAreListedWhereOneIsTyping() throws {
    let pilot = try pilot()
    #expect(!pilot.screen.contains("Text"))
    try pilot.press(KeyPress(.escape), KeyPress(.tab))
    HelpViewController.present(in: pilot.application)
    try pilot.settle()
    #expect(pilot.screen.contains("Text"))
    HelpViewController.present(in: pilot.application)
    #expect(pilot.root(Desk.self)?.presentedViewController?.presentedViewController == nil)
  }

  @Test func typingNarrowsItAndEscShowsAllAgain() throws {
    let pilot = try pilot()
    let all = pilot.screen
    try type("cöu", into: pilot)
    #expect(pilot.screen.contains("Count") && !pilot.screen.contains("Other side"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.contains("/ cöu") && !pilot.screen.contains("Other side"))
    let before = Desk.heard
    try type("nt", into: pilot)
    try pilot.press(KeyPress(.enter))
    #expect(Desk.heard == before + 1)
    #expect(pilot.root(Desk.self)?.presentedViewController == nil)
    try type("?zzz", into: pilot)
    #expect(pilot.screen.contains("No action matches."))
    try pilot.press(KeyPress(.escape))
    #expect(pilot.screen == all)
    try pilot.press(KeyPress(.escape))
    #expect(pilot.root(Desk.self)?.presentedViewController == nil)
  }

  @Test func helpIsRestored() throws {
    let pilot = try pilot()
    try pilot.press(KeyPress(.down))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    try pilot.press(KeyPress(.escape))
    #expect(pilot.root(Desk.self)?.presentedViewController == nil)
  }

  /// A window that is opened at another size in between offers other keys.
  @Test func selectedKeyStaysSelectedAfterFiltering() throws {
    let pilot = try pilot()
    try pilot.press(KeyPress(.pageDown), KeyPress(.pageDown))
    let before = pilot.frame
    try pilot.restartAndRestore(size: Size(width: 44, height: 12))
    try pilot.restartAndRestore(size: Size(width: 60, height: 16))
    #expect(pilot.frame.ansi() == before.ansi())
  }
}
