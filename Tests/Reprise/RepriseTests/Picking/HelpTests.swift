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

  /// Two groups of actions.
  private final class Workshop: Rows {
    static var performed: [String] = []

    override var actions: [Action] {
      // The text has the focus, and would take letters.
      zip(["cut", "drill", "glue", "sand"], ["F3", "F4", "F7", "F8"]).map { name, key in
        Action("workshop.\(name)", "Name \(name)", KeyBinding(key)) {
          Workshop.performed.append(name)
        }
      }
    }
  }

  private func workshop() throws -> Pilot {
    Workshop.performed = []
    let pilot = try Pilot.showing(size: Size(width: 100, height: 30)) {
      Workshop("workshop", [TextField()])
    }
    try pilot.press(KeyPress(.tab))
    HelpViewController.present(in: pilot.application)
    try pilot.settle()
    return pilot
  }

  @Test func groupsAreInTwoColumnsFromAWindowOf100Columns() throws {
    let pilot = try workshop()
    func isSideBySide() -> Bool {
      let sheet = pilot.root(Workshop.self)?.presentedViewController as? HelpViewController
      return sheet?.table.isSideBySide ?? false
    }
    #expect(isSideBySide(), "\(pilot.screen)")
    try pilot.resize(to: Size(width: 80, height: 30))
    #expect(!isSideBySide())
  }

  @Test func selectionInTwoColumnsIsRestoredAndSurvivesOtherSizes() throws {
    let pilot = try workshop()
    try pilot.press(KeyPress(.right), KeyPress(.down))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    try pilot.resize(to: Size(width: 80, height: 24))
    try pilot.restartAndRestore()
    try pilot.resize(to: Size(width: 100, height: 30))
    #expect(pilot.frame.ansi() == before.ansi())
  }

  @Test func arrowsReachTheOtherColumnWhileNothingIsTyped() throws {
    let pilot = try workshop()
    let sheet = try #require(
      pilot.root(Workshop.self)?.presentedViewController as? HelpViewController)
    let first = sheet.table.indexPathForSelectedRow
    let x = pilot.frame.cursor?.x
    try pilot.press(KeyPress(.right))
    #expect(sheet.table.indexPathForSelectedRow != first && pilot.frame.cursor?.x == x)
    try pilot.press(KeyPress(.left))
    #expect(sheet.table.indexPathForSelectedRow == first)
    try type("dril", into: pilot)
    try pilot.press(KeyPress(.left))
    #expect(pilot.frame.cursor?.x == x.map { $0 + 3 }, "in a text it moves the caret")
    try pilot.press(KeyPress(.right))
    try type("l", into: pilot)
    try pilot.press(KeyPress(.enter))
    #expect(Workshop.performed == ["drill"], "\(pilot.screen)")
  }
}
