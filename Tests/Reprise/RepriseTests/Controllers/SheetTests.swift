import Reprise
import RepriseTesting
import Testing

/// Presented screens: frame, title, and the way out.
@Suite struct SheetTests {
  private func pilot(size: Size = Size(width: 60, height: 14)) throws -> Pilot {
    try Pilot.showing(size: size) { Rows("root", [Label("below")]) }
  }

  private func question(_ title: String = "Delete it?") -> Rows {
    let question = Rows("question", [Label("All that is in it"), Label("goes with it.")])
    question.title = title
    question.preferredContentSize = Size(width: 21, height: 2)
    return question
  }

  @Test func sheetUsesThePreferredContentSize() throws {
    let pilot = try pilot(size: Size(width: 40, height: 10))
    pilot.root(Rows.self)?.present(question())
    try pilot.settle()
    #expect(
      pilot.screen == """
         below

               ╭ Delete it? ───────────╮
               │  All that is in it    │
               │  goes with it.        │
               ╰───────────────────────╯



         Esc Close
        """)
  }

  @Test func sheetThatDoesNotFitCoversEverythingUnderItsTitle() throws {
    let pilot = try pilot(size: Size(width: 40, height: 10))
    let question = question()
    question.preferredContentSize = Size(width: 38, height: 2)
    pilot.root(Rows.self)?.present(question)
    try pilot.settle()
    #expect(
      pilot.screen == """
         Delete it?
         All that is in it
         goes with it.






         Esc Close
        """)
  }

  /// The row of the status bar is not its own.
  @Test(arguments: 23...27)
  func aSheetAroundUnmeasuredContentIsFramedInALargeWindow(height: Int) throws {
    let pilot = try pilot(size: Size(width: 100, height: height))
    pilot.root(Rows.self)?.present(Rows("sheet", [Label("content")]))
    try pilot.settle()
    let rows = pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let frame = String(repeating: " ", count: 8) + "╭" + String(repeating: "─", count: 82) + "╮"
    if height < 25 {
      #expect(rows.first == " content")
    } else {
      #expect(rows[2] == frame[...], "\(pilot.screen)")
      #expect(rows[3].contains("│  content "))
    }
  }

  /// A screen of a stack of labels.
  private final class Lines: ViewController {
    let stack = Column()

    init(_ identifier: String, count: Int) {
      super.init()
      restorationIdentifier = identifier
      for number in 1...count { stack.addArrangedSubview(Label("line \(number)")) }
    }

    override func loadView() -> View { stack }
  }

  @Test(arguments: [Size(width: 60, height: 14), Size(width: 120, height: 40)])
  func aSheetIsAsHighAsItsContent(_ size: Size) throws {
    let pilot = try pilot(size: size)
    let sheet = Lines("sheet", count: 3)
    sheet.title = "Lines"
    pilot.root(Rows.self)?.present(sheet)
    try pilot.settle()
    let rows = pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(rows.firstIndex { $0.contains("╭ Lines ─") })
    let last = try #require(rows.firstIndex { $0.contains("╰") })
    #expect(last - first == 4, "\(pilot.screen)")
    #expect(abs(first - (size.height - 1 - last - 1)) <= 1, "in the middle")
    sheet.stack.addArrangedSubview(Label("another"))
    try pilot.settle()
    let more = pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(more.filter { $0.contains("│") }.count == 4, "\(pilot.screen)")
  }

  @Test func aSheetWithTooMuchContentCoversASmallWindow() throws {
    let pilot = try pilot()
    pilot.root(Rows.self)?.present(Lines("sheet", count: 12))
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("line 1\nline 2"), "\(pilot.screen)")
  }

  @Test func aStackInASheetHasItsBarInTheFrame() throws {
    let pilot = try pilot(size: Size(width: 60, height: 14))
    let page = Lines("page", count: 2)
    page.title = "Page"
    let stack = NavigationController(rootViewController: page)
    stack.restorationIdentifier = "stack"
    pilot.root(Rows.self)?.present(stack)
    try pilot.settle()
    #expect(pilot.screen.contains("╭ Page ─"), "\(pilot.screen)")
    let next = Lines("next", count: 4)
    next.title = "Next"
    stack.push(next)
    try pilot.settle()
    #expect(pilot.screen.contains("╭ ‹ Page  Next ─"), "\(pilot.screen)")
    #expect(pilot.screen.contains("│ line 4"), "\(pilot.screen)")
  }

  @Test func everythingBehindASheetIsQuiet() throws {
    let pilot = try pilot()
    let quiet = Theme.dark[Style.Role.quiet].foreground
    let style = { pilot.frame[Point(x: 1, y: 0)]?.style }
    #expect(style()?.foreground == .default)
    pilot.root(Rows.self)?.present(question())
    try pilot.settle()
    #expect(style() == Style(foreground: quiet), "\(pilot.screen)")
    let raised = Theme.dark[Style.Role.raised].background
    let places = pilot.frame.bounds.height - 1
    let behind = (0..<places).flatMap { y in
      (0..<60).compactMap { pilot.frame[Point(x: $0, y: y)] }
    }.filter { $0.style.background != raised }
    let letters = behind.filter { $0.glyph != .space }
    #expect(letters.count == 5 && letters.allSatisfy { $0.style.foreground == quiet })
    #expect(
      pilot.frame[Point(x: 1, y: 13)]?.style == Theme.dark.look(of: .accent, on: .bar),
      "the bottom row still names the keys")
    let second = AlertController(title: "Really?")
    pilot.root(Rows.self)?.presentedViewController?.present(second)
    try pilot.settle()
    let sheet = pilot.screen.contains("Delete it?")
    #expect(sheet)
    #expect(style()?.foreground == quiet && pilot.screen.contains("Really?"))
    second.presentingViewController?.dismiss()
    pilot.root(Rows.self)?.dismiss()
    try pilot.settle()
    #expect(style()?.foreground == .default)
  }

  @Test func aSheetOverAScreenLooksAsInItsPicture() throws {
    for (name, theme) in [("sheet-dark", Theme.dark), ("sheet-monochrome", .monochrome)] {
      let pilot = try pilot(size: Size(width: 60, height: 14))
      pilot.application.theme = theme
      pilot.root(Rows.self)?.present(question())
      try pilot.settle()
      try Picture(name, beside: #filePath).verify(pilot.frame)
    }
  }

  /// A screen that presents its log at half the height, and leaves what is behind legible.
  private final class Desk: Rows, ViewControllerRestoration {
    init() { super.init("desk", [Label("12 lamps"), Label("3 chairs")]) }

    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? { makeLog() }

    static func makeLog() -> ViewController {
      let log = Lines("log", count: 30)
      log.restorationClass = Desk.self
      log.title = "Log"
      log.sheetPresentationController.detent = .medium
      log.sheetPresentationController.dimsBackground = false
      return log
    }
  }

  @Test func sheetOfMediumHeightLeavesItsBackgroundLegible() throws {
    var registry = RestorationRegistry()
    registry.register(restorationClass: Desk.self, as: "desk")
    let pilot = try Pilot.showing(size: Size(width: 80, height: 24), registry: registry) { Desk() }
    pilot.root(Desk.self)?.present(Desk.makeLog())
    try pilot.settle()
    #expect(pilot.frame[Point(x: 1, y: 0)]?.style.foreground == .default)
    try Picture("sheet-medium", beside: #filePath).verify(pilot.frame)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  @Test func detentsDetermineTheHeight() throws {
    let pilot = try pilot(size: Size(width: 120, height: 41))
    let sheet = Lines("sheet", count: 3)
    pilot.root(Rows.self)?.present(sheet)
    let presentation = sheet.sheetPresentationController
    for (detent, rows) in [
      (SheetPresentationController.Detent.content, 5), (.medium, 20), (.large, 30),
    ] {
      presentation.detent = detent
      try pilot.settle()
      #expect(sheet.view.superview?.frame.height == rows)
    }
    presentation.maximumSize = Size(width: 100, height: 60)
    try pilot.settle()
    #expect(sheet.view.superview?.frame.size == Size(width: 100, height: 36))
  }

  @Test func aSheetThatBecomesAScreenCoversEverything() throws {
    let pilot = try pilot(size: Size(width: 100, height: 30))
    let sheet = Rows("sheet", [Label("content")])
    pilot.root(Rows.self)?.present(sheet)
    try pilot.settle()
    #expect(pilot.screen.contains("╭"))
    sheet.modalPresentationStyle = .fullScreen
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen.hasPrefix(" content"))
  }

  @Test func aTitleThatChangesIsDrawn() throws {
    let pilot = try pilot(size: Size(width: 100, height: 30))
    let sheet = Rows("sheet", [Label("content")])
    pilot.root(Rows.self)?.present(sheet)
    try pilot.settle()
    #expect(!pilot.screen.contains("Later"))
    sheet.title = "Later"
    try pilot.settle()
    #expect(pilot.screen.contains("╭ Later ─"))
  }

  @Test(arguments: [KeyPress(.escape), KeyPress.control("c")])
  func aSheetIsClosedByTheKeysThatGoBack(_ key: KeyPress) throws {
    let pilot = try pilot()
    pilot.root(Rows.self)?.present(question())
    try pilot.settle()
    try pilot.press(key)
    #expect(pilot.root(Rows.self)?.presentedViewController == nil)
    #expect(pilot.screen == " below")
  }

  @Test func theFirstScreenOfAPresentedStackIsClosedToo() throws {
    let pilot = try pilot()
    let stack = NavigationController(rootViewController: question())
    pilot.root(Rows.self)?.present(stack)
    stack.push(Rows("page", []))
    try pilot.settle()
    try pilot.press(KeyPress(.escape))
    #expect(stack.viewControllers.count == 1, "first it goes back")
    try pilot.press(KeyPress(.escape))
    #expect(pilot.root(Rows.self)?.presentedViewController == nil)
  }

  @Test func aSheetThatHasToBeAnsweredStays() throws {
    let pilot = try pilot()
    let question = question()
    question.isModalInPresentation = true
    pilot.root(Rows.self)?.present(question)
    try pilot.settle()
    try pilot.press(KeyPress(.escape))
    #expect(pilot.root(Rows.self)?.presentedViewController === question)
  }

  /// A screen that lets itself be closed at the second attempt.
  private final class Reluctant: Rows {
    var asked = 0

    override func shouldDismiss() -> Bool {
      asked += 1
      return asked > 1
    }
  }

  @Test(arguments: [KeyPress(.escape), .control("c")], [false, true])
  func sheetIsAskedBeforeClosing(_ key: KeyPress, isInStack: Bool) throws {
    let pilot = try pilot()
    let sheet = Reluctant("sheet", [Label("unsaved")])
    let presented = isInStack ? NavigationController(rootViewController: sheet) : sheet
    pilot.root(Rows.self)?.present(presented)
    try pilot.settle()
    try pilot.press(key)
    #expect(pilot.root(Rows.self)?.presentedViewController === presented)
    #expect(sheet.asked == 1)
    try pilot.press(key)
    #expect(pilot.root(Rows.self)?.presentedViewController == nil)
  }

  /// A screen with a cancel action of its own.
  private final class Cancelling: Rows {
    var mayGo = false
    var asked = 0

    override func shouldDismiss() -> Bool {
      asked += 1
      return mayGo
    }

    override var actions: [Action] { cancelling }
    private lazy var cancelling = [
      Action.cancel { [unowned self] in dismiss() },
      Action("discard", "Discard", "D", for: self) { $0.dismiss() },
      Action("close", "Close", "q", role: .cancel, for: self) { $0.dismiss() },
    ]

    /// A button for the same.
    lazy var button = Button(cancelling[0])
  }

  /// How a person cancels.
  nonisolated enum Way: CaseIterable, Sendable {
    case escape, interrupt, button, override, ownAction
  }

  @Test(arguments: Way.allCases, [false, true])
  func anActionThatCancelsAsksBeforeItDismisses(_ way: Way, isInStack: Bool) throws {
    let pilot = try pilot()
    let sheet = Cancelling("sheet", [])
    let presented = isInStack ? NavigationController(rootViewController: sheet) : sheet
    presented.restorationIdentifier = isInStack ? "stack" : "sheet"
    sheet.button.frame = Rect(x: 0, y: 0, width: 12, height: 1)
    sheet.view.addSubview(sheet.button)
    pilot.root(Rows.self)?.present(presented)
    if way == .override { pilot.application.keyOverrides = ["cancel": ["w"]] }
    try pilot.settle()
    func cancel() throws {
      switch way {
      case .escape: try pilot.press(KeyPress(.escape))
      case .interrupt: try pilot.press(.control("c"))
      case .button: sheet.button.performPrimaryAction()
      case .override: try pilot.press(.character("w"))
      case .ownAction: try pilot.press(.character("q"))
      }
      try pilot.settle()
    }
    try cancel()
    #expect(
      pilot.root(Rows.self)?.presentedViewController === presented, "the draft is still there")
    #expect(sheet.asked == 1)
    sheet.mayGo = true
    try cancel()
    #expect(pilot.root(Rows.self)?.presentedViewController == nil)
  }

  @Test func anActionThatDiscardsDoesNotAsk() throws {
    let pilot = try pilot()
    let sheet = Cancelling("sheet", [])
    pilot.root(Rows.self)?.present(sheet)
    try pilot.settle()
    try pilot.press(.character("D"))
    #expect(pilot.root(Rows.self)?.presentedViewController == nil && sheet.asked == 0)
  }

  /// The answer is what the user decided.
  @Test func theAnswerOfAnAlertDoesNotAskAgain() throws {
    let pilot = try pilot()
    let sheet = Cancelling("sheet", [])
    pilot.root(Rows.self)?.present(sheet)
    let alert = AlertController(title: "Keep the draft?")
    alert.addAction(.cancel("Close") { [unowned sheet] in sheet.dismiss() })
    sheet.present(alert)
    try pilot.settle()
    try pilot.press(KeyPress(.escape))
    #expect(pilot.root(Rows.self)?.presentedViewController == nil && sheet.asked == 0)
  }

  @Test func codeClosesASheetWithoutAsking() throws {
    let pilot = try pilot()
    let sheet = Reluctant("sheet", [])
    pilot.root(Rows.self)?.present(sheet)
    try pilot.settle()
    sheet.dismiss()
    try pilot.settle()
    #expect(pilot.root(Rows.self)?.presentedViewController == nil && sheet.asked == 0)
  }

  /// Also under a sheet that requires an answer, which would be unreadable there.
  @Test(arguments: [
    Size(width: 39, height: 10), Size(width: 40, height: 9), Size(width: 1, height: 1),
  ])
  func quitWorksInATooSmallWindow(_ size: Size) throws {
    for key in [KeyPress.character("q"), .control("c")] {
      let pilot = try pilot()
      let question = question()
      question.isModalInPresentation = true
      pilot.root(Rows.self)?.present(question)
      try pilot.resize(to: size)
      try pilot.press(.character("x"), KeyPress(.escape), KeyPress(.enter))
      #expect(pilot.application.termination == nil)
      try pilot.press(key)
      #expect(pilot.application.termination != nil)
    }
  }

  @Test(arguments: [KeyPress(.left), .character("h")])
  func aSwitchKeepsTheKeysThatSwitchItOff(_ key: KeyPress) throws {
    let choice = Switch()
    let stack = NavigationController(rootViewController: Rows("root", []))
    stack.restorationIdentifier = "stack"
    let pilot = try Pilot.showing { stack }
    stack.push(Rows("page", [choice]))
    try pilot.settle()
    try pilot.press(.character(" "))
    #expect(choice.isOn)
    try pilot.press(key, key)
    #expect(!choice.isOn)
    #expect(stack.viewControllers.count == 2)
    try pilot.press(KeyPress(.right))
    #expect(choice.isOn)
    try pilot.press(.character("l"))
    #expect(choice.isOn)
    let offered = pilot.application.window.availableKeyCommands
    let offer = offered.first { $0.input == [key] }
    #expect(offer?.actionID == "switch.off", "the help does not call it a way back")
  }
}
