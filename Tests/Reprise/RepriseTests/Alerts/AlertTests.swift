import Reprise
import RepriseTesting
import Testing

/// An alert's question and answers, and that it is never restored.
@Suite struct AlertTests {
  /// The answers, and the screen below.
  private final class Desk {
    var heard: [String] = []
    let pilot: Pilot

    init(_ size: Size = Size(width: 60, height: 14)) throws {
      pilot = try Pilot.showing(size: size) { Rows("root", [Label("below")]) }
    }

    func action(_ title: String, _ keys: KeyBinding..., role: ActionRole = .normal) -> Action {
      Action(title, title, keys: keys, role: role) { [unowned self] in heard.append(title) }
    }

    func present(_ alert: AlertController, _ actions: Action...) throws {
      for action in actions { alert.addAction(action) }
      pilot.root(Rows.self)?.present(alert)
      try pilot.settle()
    }

    func press(_ keys: String) throws {
      for key in KeyScript(keys).keys { try pilot.press(key) }
    }

    var isOpen: Bool { pilot.root(Rows.self)?.presentedViewController != nil }
    var focused: String? {
      (pilot.application.window.frontController?.focusedView as? Button)?.title
    }
  }

  private func deletion(_ desk: Desk, style: AlertController.Style = .alert) throws {
    try desk.present(
      AlertController(title: "Delete “茶壶”?", message: "All that is in it goes, too.", style: style),
      desk.action("Delete", role: .destructive),
      .cancel { [unowned desk] in desk.heard.append("cancelled") })
  }

  // MARK: - Pictures

  @Test func anAlertHasItsAnswersSideBySide() throws {
    let desk = try Desk()
    try deletion(desk)
    #expect(
      desk.pilot.screen == """
         below



                      ╭ Delete “茶壶”? ──────────────╮
                      │ All that is in it goes, too. │
                      │                              │
                      │ [Cancel] [Delete]            │
                      ╰──────────────────────────────╯




         Esc Cancel
        """)
    #expect(desk.focused == "Cancel", "the answer that changes nothing")
  }

  @Test func anActionSheetHasThemBelowEachOther() throws {
    let desk = try Desk(Size(width: 40, height: 10))
    try desk.present(
      AlertController(title: "Sort by", style: .actionSheet), .cancel(), desk.action("Name"),
      desk.action("茶"))
    #expect(
      desk.pilot.screen == """
         below

                      ╭ Sort by ─╮
                      │ [Name]   │
                      │ [茶]     │
                      │ [Cancel] │
                      ╰──────────╯


         Esc Cancel
        """)
    #expect(desk.focused == "Cancel")
  }

  @Test func answersStackIfTheyDoNotFitSideBySide() throws {
    let desk = try Desk(Size(width: 40, height: 10))
    try desk.present(
      AlertController(title: "Both were changed"), desk.action("Keep what was typed here"),
      desk.action("Take what came from elsewhere"), .cancel())
    #expect(
      desk.pilot.screen == """
         below

          ╭ Both were changed ──────────────╮
          │ [Cancel]                        │
          │ [Keep what was typed here]      │
          │ [Take what came from elsewhere] │
          ╰─────────────────────────────────╯


         Esc Cancel
        """)
  }

  private static let long = (1...30).map { "line \($0) 茶壶" }.joined(separator: "\n")

  /// In the smallest window: the answers stay, the text scrolls.
  @Test func aLongMessageScrolls() throws {
    let desk = try Desk(Size(width: 40, height: 10))
    try desk.present(
      AlertController(title: "Read this", message: Self.long), desk.action("Agree"), .cancel())
    #expect(
      desk.pilot.screen == """
         below    ╭ Read this ───────╮
                  │ line 1 茶壶    ▐ │
                  │ line 2 茶壶      │
                  │ line 3 茶壶      │
                  │ line 4 茶壶      │
                  │ line 5 茶壶      │
                  │                  │
                  │ [Cancel] [Agree] │
                  ╰──────────────────╯
         Esc Cancel  PgDn More
        """)
    for keys in ["<Down>", "<PgDn>", "<PgUp><Up>", "<PgDn><^F><^B>"] {
      let before = desk.pilot.screen
      try desk.press(keys)
      #expect(desk.pilot.screen != before, "\(keys)")
      #expect(desk.pilot.screen.contains("[Cancel] [Agree]"))
    }
    for _ in 0..<20 { try desk.press("<PgDn>") }
    #expect(desk.pilot.screen.contains("line 30") && desk.isOpen && desk.heard == [])
    try desk.pilot.send(.mouse(MouseEvent(.wheel(-99), at: Point(x: 10, y: 3))))
    #expect(desk.pilot.screen.contains("Read this"))
    #expect(desk.focused == "Cancel")
  }

  /// Names may be of any length: the question is never cut.
  @Test(arguments: ["茶", "a", "word ", "👨‍👩‍👧 "])
  func aLongTitleIsShownWhole(_ part: String) throws {
    let desk = try Desk(Size(width: 40, height: 10))
    let name = String(repeating: part, count: 40)
    try desk.present(AlertController(title: "Delete “\(name)”?"), desk.action("Delete"), .cancel())
    var seen = ""
    for _ in 0..<20 {
      seen += desk.pilot.screen
      try desk.press("<Down>")
    }
    #expect(seen.contains("Delete") && seen.contains("“") && seen.contains("”?"))
    #expect(desk.pilot.screen.contains("[Cancel]"))
    for line in desk.pilot.screen.split(separator: "\n") { #expect(CellText.width(of: line) <= 40) }
  }

  @Test func manyAnswersScrollWithTheFocus() throws {
    let desk = try Desk(Size(width: 40, height: 10))
    let alert = AlertController(title: "Which one?", message: Self.long, style: .actionSheet)
    for number in 1...30 { alert.addAction(desk.action("Number \(number)")) }
    try desk.present(alert, .cancel())
    #expect(desk.focused == "Cancel" && desk.pilot.screen.contains("[Cancel]"))
    #expect(desk.pilot.screen.contains("Which one?"), "the question is seen")
    for _ in 0..<8 { try desk.press("<Up>") }
    #expect(desk.focused == "Number 23")
    #expect(desk.pilot.screen.contains("[Number 23]"))
    try desk.press("<Enter>")
    #expect(desk.heard == ["Number 23"])
  }

  /// Nothing in it but what an attacker wrote: it reaches the screen as placeholders.
  @Test func hostileTextIsShownAsPlaceholders() throws {
    let desk = try Desk()
    try desk.present(
      AlertController(title: "a\u{1B}[2J", message: "b\u{202E}c\u{7}"), .cancel("\u{9B}x"))
    #expect(desk.pilot.screen.contains("a^[[2J") && desk.pilot.screen.contains("b\u{FFFD}c^G"))
  }

  @Test func alertFollowsTheWindowSize() throws {
    let desk = try Desk(Size(width: 60, height: 20))
    try deletion(desk)
    let large = desk.pilot.screen
    for size in [
      Size(width: 40, height: 10), Size(width: 5, height: 3), Size(width: 60, height: 20),
    ] {
      try desk.pilot.resize(to: size)
      if size.width >= 40 { #expect(desk.pilot.screen.contains("[Cancel]")) }
    }
    #expect(desk.pilot.screen == large)
  }

  // MARK: - Answers

  @Test(arguments: [
    ("<Enter>", "cancelled"), (" ", "cancelled"), ("<Esc>", "cancelled"), ("<^C>", "cancelled"),
    ("<Right><Enter>", "Delete"), ("<Tab><Enter>", "Delete"), ("<Shift-Tab> ", "Delete"),
    ("<Right><Left><Enter>", "cancelled"),
  ])
  func keysAnswer(_ keys: String, _ answer: String) throws {
    let desk = try Desk()
    try deletion(desk)
    try desk.press(keys)
    #expect(desk.heard == [answer])
    #expect(!desk.isOpen && desk.pilot.screen == " below")
  }

  @Test(arguments: ["q", "h", "<Backspace>", "x", "<Left>", "1", "?"])
  func otherKeysDoNot(_ keys: String) throws {
    let desk = try Desk()
    try deletion(desk)
    try desk.press(keys)
    #expect(desk.heard == [] && desk.isOpen)
  }

  @Test func answersHaveTheirOwnKeys() throws {
    let desk = try Desk()
    try desk.present(
      AlertController(title: "Save?"), desk.action("Save", "s"), desk.action("Throw away", "t"),
      .cancel())
    #expect(desk.pilot.screen.contains("s Save") && desk.pilot.screen.contains("t Throw away"))
    try desk.press("t")
    #expect(desk.heard == ["Throw away"] && !desk.isOpen)
  }

  @Test func onlyAClickOnAnAnswerAnswers() throws {
    let desk = try Desk()
    try deletion(desk)
    try desk.pilot.click(x: 1, y: 0)
    #expect(desk.isOpen && desk.heard == [])
    let rows = desk.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(rows.firstIndex { $0.contains("[Delete]") })
    let x = rows[y].distance(
      from: rows[y].startIndex, to: try #require(rows[y].firstIndex(of: "[")))
    try desk.pilot.click(x: x + 10, y: y)
    #expect(desk.heard == ["Delete"] && !desk.isOpen)
  }

  /// It is performed when the alert is gone: it may present the next one.
  @Test func anAnswerMayAskOn() throws {
    let desk = try Desk()
    let next = AlertController(title: "Really?")
    next.addAction(.cancel("No"))
    let go = Action("go", "Go") { [unowned desk] in desk.pilot.root(Rows.self)?.present(next) }
    try desk.present(AlertController(title: "Go?"), go)
    try desk.press("<Enter>")
    #expect(desk.pilot.screen.contains("Really?") && !desk.pilot.screen.contains("Go?"))
    try desk.press("<Esc>")
    #expect(!desk.isOpen)
  }

  /// Typed before it was there, a key was not meant for it.
  @Test func aKeyTypedAheadDestroysNothing() throws {
    let desk = try Desk()
    let alert = AlertController(title: "Delete?")
    alert.addAction(desk.action("Delete", "d", role: .destructive))
    alert.addAction(.cancel())
    alert.preferredActionID = "Delete"
    desk.pilot.application.window.globalActions = [
      Action("test.ask", "Ask", "x", isHinted: false) { [unowned desk] in
        desk.pilot.root(Rows.self)?.present(alert)
      }
    ]
    desk.pilot.terminal.send("xd".map { .key(.character($0)) } + [.key(KeyPress(.enter))])
    #expect(desk.heard == [] && desk.isOpen)
    #expect(desk.focused == "Delete", "where the app wants it")
    try desk.press("<Enter>")
    #expect(desk.heard == ["Delete"])
  }

  @Test(arguments: ["<Esc>", "<^C>", "<Enter>"])
  func escPerformsTheOnlyAnswer(_ key: String) throws {
    let desk = try Desk()
    try desk.present(AlertController(title: "Saved"), desk.action("OK"))
    #expect(desk.pilot.screen.hasSuffix(" Esc OK"))
    try desk.press(key)
    #expect(desk.heard == ["OK"] && !desk.isOpen)
  }

  @Test func withoutAWayToCancelItHasToBeAnswered() throws {
    let desk = try Desk()
    try desk.present(
      AlertController(title: "Which?"), desk.action("Delete", role: .destructive),
      desk.action("One"), desk.action("Other"))
    try desk.press("<Esc><^C>")
    #expect(desk.isOpen && desk.focused == "One", "not what destroys something")
    try desk.press("<Enter>")
    #expect(desk.heard == ["One"])
  }

  @Test func withoutAnswersEscClosesIt() throws {
    let desk = try Desk()
    try desk.present(AlertController(title: "Only said"))
    #expect(desk.pilot.screen.contains("Only said"))
    try desk.press("<Esc>")
    #expect(!desk.isOpen)
  }

  @Test func disabledActionsAreNoAnswers() throws {
    let desk = try Desk()
    let never = Action("never", "Never", "n", enabled: { false }) { [unowned desk] in
      desk.heard.append("never")
    }
    try desk.present(AlertController(title: "Which?"), never, desk.action("Now"))
    #expect(desk.focused == "Now")
    try desk.press("n<Left><Enter>")
    #expect(desk.heard == ["Now"])
  }

  @Test func aSecondWayToCancelIsRefused() throws {
    let desk = try Desk()
    let alert = AlertController(title: "Which?")
    try desk.present(alert, .cancel("No"))
    alert.addAction(.cancel("Never"))
    desk.pilot.expectedRemarks = ["Never"]
    try desk.pilot.settle()
    #expect(alert.actions.map(\.title) == ["No"])
    #expect(desk.pilot.remarks.contains { $0.contains("Never") })
  }

  // MARK: - Coming back

  /// The screen below is restored, with its focus and without a report.
  @Test func screenBelowIsRestoredWithItsFocus() throws {
    let pilot = try Pilot.showing { Rows("root", [Button("One"), Button("Two")]) }
    try pilot.press(KeyPress(.down))
    let before = pilot.frame
    let alert = AlertController(title: "Delete?")
    alert.restorationIdentifier = "alert"
    #expect(alert.restorationIdentifier == nil)
    alert.addAction(.cancel())
    pilot.root(Rows.self)?.present(alert)
    try pilot.settle()
    #expect(pilot.screen.contains("Delete?"))
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    #expect(pilot.remarks == [])
  }

  /// The mark of a scrolling list has its own column, and a blank before it.
  @Test func aWideAnswerLeavesRoomForTheMark() throws {
    let desk = try Desk(Size(width: 40, height: 10))
    let wide = String(repeating: "x", count: 60)
    try desk.present(
      AlertController(title: "Which?", message: "", style: .actionSheet),
      desk.action("1" + wide), desk.action("2" + wide), desk.action("3" + wide),
      desk.action("4" + wide), desk.action("5" + wide), desk.action("6" + wide),
      desk.action("7" + wide), desk.action("8" + wide), desk.action("9" + wide))
    let lines = desk.pilot.screen.split(separator: "\n").filter { $0.contains("xxx") }
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains("…"), "\(line)") }
  }
}
