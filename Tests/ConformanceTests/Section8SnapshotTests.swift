import Foundation
import Preservation
import Reprise
import RepriseTesting
import Terminal
import Testing

/// Contents of the picture of the screen, and when none is kept: contract 1.6.4, 6.12 and 8.2.
@Suite struct Section8SnapshotTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// A label in the first row.
  static func label(_ text: String) -> Label {
    let label = Label(text)
    label.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    return label
  }

  /// One screen with views on it.
  private static func plan(_ views: View...) -> Plan {
    Plan { plan, application in
      let screen = Screen("screen", plan)
      screen.load = { view in views.forEach(view.addSubview) }
      application.window.rootViewController = screen
    }
  }

  /// Launches a plan's app, suspends it, and returns the picture's text.
  private func text(_ plan: Plan) throws -> String? {
    try disk.launch(plan)
    disk.suspend()
    return try disk.snapshot()?.frame.plainText()
  }

  // MARK: - When the picture is taken

  @Test func rule_1_6_4_aPictureIsTakenOnceTheStateIsStored() throws {
    let label = Self.label("early")
    let plan = Self.plan(label)
    plan.enterBackground = { [unowned disk, unowned plan] in
      label.text = "late"
      disk.write("late")
      plan.diary.append("entered")
    }
    #expect(try text(plan)?.hasPrefix("late") == true, "the picture belongs to the stored state")
    #expect(plan.diary.contains("entered"))
    try disk.launch(plan)
    #expect(disk.word == "late")
  }

  @Test func rule_1_6_4_anUnchangedPictureIsNotWrittenAgain() throws {
    let label = Self.label("first")
    #expect(try text(Self.plan(label))?.hasPrefix("first") == true)
    let time = try #require(try disk.snapshot()).time
    disk.resume()
    disk.suspend()
    #expect(try disk.snapshot()?.time == time)
    disk.resume()
    label.text = "second"
    disk.suspend()
    let second = try #require(try disk.snapshot())
    #expect(second.frame.plainText().hasPrefix("second"))
    #expect(second.time > time)
    disk.resume()
    disk.write("another state")
    disk.suspend()
    #expect(try disk.snapshot()?.frame == second.frame, "the picture belongs to the new state")
  }

  @Test func rule_1_6_4_everyOrderlyEndTakesAPicture() throws {
    for signal in [SystemSignal.terminate, .hangup, .interrupt] {
      try disk.launch(Self.plan(Self.label("\(signal)")))
      #expect(try disk.snapshot() == nil || signal != .terminate)
      disk.terminal.send([.signal(signal)])
      #expect(try disk.snapshot()?.frame.plainText().hasPrefix("\(signal)") == true)
    }
    try disk.launch(Self.plan(Self.label("quit")))
    disk.quit()
    #expect(try disk.snapshot()?.frame.plainText().hasPrefix("quit") == true)
  }

  @Test func rule_1_6_4_anEndInTheBackgroundKeepsTheLastPicture() throws {
    #expect(try text(Self.plan(Self.label("suspended"))) != nil)
    disk.terminal.send([.signal(.terminate)])
    #expect(try disk.snapshot()?.frame.plainText().hasPrefix("suspended") == true)
  }

  @Test func rule_8_2_2_workInTheBackgroundIsFollowedByANewPicture() throws {
    let label = Self.label("before")
    try disk.launch(Self.plan(label))
    let application = try #require(disk.application)
    application.stopJob = { true }
    let task = application.beginBackgroundTask(withName: "work")
    disk.suspend()
    label.text = "after"
    disk.write("work")
    application.endBackgroundTask(task)
    #expect(try disk.snapshot()?.frame.plainText().hasPrefix("after") == true)
  }

  @Test func rule_8_2_2_anAppNeverShownKeepsTheLastPicture() throws {
    #expect(try text(Self.plan(Self.label("seen"))) != nil)
    try disk.launch(Self.plan(Self.label("unseen")), inBackground: true)
    disk.terminal.send([.signal(.terminate)])
    #expect(try disk.snapshot()?.frame.plainText().hasPrefix("seen") == true)
  }

  @Test func rule_1_6_4_unsavedStateHasNoPicture() throws {
    #expect(try text(Self.plan(Self.label("kept"))) != nil)
    let plan = Self.plan(Self.label("not kept"))
    plan.saves = false
    #expect(try text(plan) == nil, "the old picture is deleted")
  }

  // MARK: - What the picture shows

  @Test func rule_8_2_1_theCellsAreThoseOfTheLastFrame() throws {
    let field = TextField()
    field.frame = Rect(x: 3, y: 2, width: 20, height: 1)
    let label = Self.label("茶壶 e\u{301}")
    label.style = Style([.bold, .reverse], foreground: .red, background: .palette(200))
    try disk.launch(Self.plan(label, field))
    disk.terminal.send([.key(.character("a"))])
    disk.quit()
    let frame = try #require(try disk.snapshot()).frame
    #expect(frame.ansi() == disk.terminal.frames.last?.ansi())
    #expect(frame.cursor == Point(x: 4, y: 2))
  }

  @Test func rule_8_2_1_thePictureIsSealed() throws {
    #expect(try text(Self.plan(Self.label("a canary"))) != nil)
    let names = try FileManager.default.subpathsOfDirectory(atPath: disk.path)
    for name in names {
      let bytes = FileManager.default.contents(atPath: "\(disk.path)/\(name)") ?? Data()
      #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
    }
  }

  @Test func rule_8_2_3_secureViewsAndTheirContentsAreOmitted() throws {
    let box = View(frame: Rect(x: 2, y: 1, width: 6, height: 2))
    box.isSecure = true
    box.addSubview(Self.label("secret"))
    #expect(
      try text(Self.plan(Self.label("open"), box))?.hasPrefix("open\n  ░░░░░░\n  ░░░░░░\n\n")
        == true)
    #expect(disk.terminal.frames.last?.plainText().contains("secret") == true)
  }

  @Test func rule_8_2_3_viewsOverASecureViewAreShown() throws {
    let box = View(frame: Rect(x: 0, y: 0, width: 6, height: 1))
    box.isSecure = true
    let over = Self.label("x")
    over.frame = Rect(x: 2, y: 0, width: 1, height: 1)
    #expect(try text(Self.plan(Self.label("茶茶茶茶"), box, over))?.hasPrefix("░░x░░░茶\n") == true)
  }

  /// A view that covers itself with a copy of the screen must not put a secret into the picture.
  @Test func rule_8_2_3_cellsCopiedFromASecretAreSecret() throws {
    let card = Self.label("card")
    let number = Self.label("4711 0815")
    number.isSecure = true
    let plan = Self.plan(card, number)
    plan.enterBackground = {
      guard let copy = card.snapshotView(afterScreenUpdates: false) else { return }
      card.superview?.addSubview(copy)
      number.removeFromSuperview()
    }
    let text = try #require(try text(plan))
    #expect(disk.terminal.frames.last?.plainText().contains("4711") == true, "it was visible")
    #expect(!text.contains("4711"))
    #expect(text.hasPrefix("░"))
  }

  @Test func rule_8_2_3_aTypedSecretIsOmitted() throws {
    let field = TextField()
    field.isSecureTextEntry = true
    field.restorationIdentifier = "field"
    field.frame = Rect(x: 0, y: 0, width: 8, height: 1)
    try disk.launch(Self.plan(field))
    for letter in "canary" { disk.terminal.send([.key(.character(letter))]) }
    #expect(disk.terminal.frames.last?.plainText().hasPrefix("••••••\n") == true)
    disk.quit()
    let frame = try #require(try disk.snapshot()).frame
    #expect(frame.plainText().hasPrefix("░░░░░░░░\n"))
    #expect(frame.cursor == nil, "the cursor would reveal the length")
    let file = StateFile(path: disk.path + "/sessions/main/state.sqlite")
    let records = try file.contents(keys: LoginKeyProvider(file: disk.path + "/key")).records
    #expect(try #require(records.first { $0.identifier == "field" }).values.isEmpty)
  }

  @Test(arguments: [ApplicationTransition.willResignActive, .didEnterBackground])
  func rule_8_2_3_anObserverMayHideViewsAndShowThemAgain(moment: ApplicationTransition) throws {
    let label = Self.label("private")
    let plan = Self.plan(label)
    plan.finish = { application in
      application.observe(moment, with: label) { [unowned label] in label.isHidden = true }
      application.observe(.didBecomeActive, with: label) { [unowned label] in
        label.isHidden = false
      }
    }
    #expect(try text(plan)?.contains("private") == false)
    disk.resume()
    #expect(disk.terminal.frames.last?.plainText().contains("private") == true)
  }

  @Test func rule_8_2_8_aViewMayDrawSomethingElse() throws {
    final class Camera: View {
      override func draw(_ canvas: Canvas) {
        canvas.draw(canvas.isRedacting ? "blurred" : "sharp", at: .zero)
      }
    }
    let camera = Camera(frame: Rect(x: 0, y: 0, width: 9, height: 1))
    #expect(try text(Self.plan(camera))?.hasPrefix("blurred") == true)
    #expect(disk.terminal.frames.last?.plainText().hasPrefix("sharp") == true)
  }

  @Test func rule_8_2_9_aNoticeComesBackAndAWarningDoesNot() throws {
    let plan = Self.plan()
    plan.finish = { application in
      application.window.show(notice: "a notice")
      application.window.warning = "a warning"
    }
    let text = try text(plan)
    #expect(text?.contains("a notice") == true)
    #expect(text?.contains("a warning") == false)
    #expect(disk.terminal.frames.last?.plainText().contains("a warning") == true)
    plan.finish = { _ in }
    try disk.launch(plan)
    #expect(disk.notice == "a notice")
  }

  // MARK: - When no picture is kept

  @Test func rule_8_2_6_aScreenThatWillNotComeBackHasNoPicture() throws {
    #expect(try text(Self.plan()) != nil)
    // The last one has a name, but nothing creates it at the next launch.
    let strangers: [ViewController] = [Screen(nil, Plan()), Unregistered(), Screen("x", Plan())]
    for stranger in strangers {
      let plan = Self.plan()
      plan.finish = { $0.window.rootViewController?.present(stranger) }
      #expect(try text(plan) == nil)
      disk.resume()
      disk.application?.window.rootViewController?.dismiss()
      disk.suspend()
      #expect(try disk.snapshot() != nil, "without it, a picture is kept")
    }
  }

  @Test func rule_8_2_6_aScreenInAnUnrestoredContainerHasNoPicture() throws {
    let plan = Plan { plan, application in
      let stack = NavigationController.named(nil)
      stack.push(Screen("screen", plan))
      application.window.rootViewController = stack
    }
    #expect(try text(plan) == nil)
  }

  @Test func rule_8_2_6_aWindowTooSmallToShowHasNoPicture() throws {
    try disk.launch(Self.plan(Self.label("text")), size: Size(width: 20, height: 5))
    disk.suspend()
    #expect(try disk.snapshot() == nil)
  }
}

/// A screen with a restoration class that isn't registered.
private final class Unregistered: ViewController, ViewControllerRestoration {
  override init() {
    super.init()
    restorationIdentifier = "unregistered"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? { nil }
}
