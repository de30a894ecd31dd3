import Reprise
import RepriseTesting
import Testing

/// Restoration of containers, presenters and windows: contract 2.B.
@Suite struct Section2ContainerTests {
  /// A stack whose root exists at every launch; its class creates the pushed screens.
  private func stack(rootIdentifier: String? = "root") throws -> Stage {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] path, coder in
      let word = coder.decodeString(forKey: "word") ?? ""
      return word == "gone" ? nil : Screen(path.last, plan, name: word, isMade: true)
    }
    return try Stage.root(plan) { plan in
      let root = Screen(rootIdentifier, plan, name: "root")
      let navigation = NavigationController(rootViewController: root)
      navigation.restorationIdentifier = "stack"
      return navigation
    }
  }

  private func push(_ words: String..., on stage: Stage) throws {
    for word in words {
      let page = Screen(word.isEmpty ? nil : "page", stage.plan, name: word, isMade: true)
      page.word = word
      try stage.root(NavigationController.self).push(page)
    }
  }

  @Test func rule_2_B_1_aStackComesBackInOrder() throws {
    let stage = try stack()
    try push("first", "second", "third", on: stage)
    try stage.restart()
    let navigation = try stage.root(NavigationController.self)
    #expect(navigation.names == ["root", "first", "second", "third"])
    #expect(navigation.viewControllers.allSatisfy { $0.parent === navigation })
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_B_2_truncatesStackWhenChildIsGone() throws {
    let stage = try stack()
    try push("first", "gone", "third", on: stage)
    try stage.restart()
    #expect(try stage.root(NavigationController.self).names == ["root", "first"])
    #expect(
      stage.report.entries.contains {
        $0.outcome == .skipped("its restoration class returned nothing")
      })
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_B_3_aNamelessScreenInAStackIsSkippedAndReported() throws {
    let stage = try stack()
    try push("first", "", "third", on: stage)
    try stage.turn()
    #expect(
      stage.report.remarks == [
        "a screen in the stack \"stack\" has no restoration identifier: it is not saved"
      ])
    try stage.restart()
    #expect(try stage.root(NavigationController.self).names == ["root", "first", "third"])
  }

  @Test func rule_2_B_3_anAppsNamelessRootStaysBelowTheRest() throws {
    let stage = try stack(rootIdentifier: nil)
    try push("first", on: stage)
    try stage.restart()
    #expect(try stage.root(NavigationController.self).names == ["root", "first"])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_B_4_theTabIsSelectedByIdentifierNotPosition() throws {
    let plan = Plan()
    var names = ["one", "two", "three"]
    let stage = try Stage.tabs(plan) { plan in names.map { Screen($0, plan) } }
    try stage.root(TabBarController.self).selectedIndex = 2
    try stage.tab(0, Screen.self).word = "first's"
    names = ["two", "three", "one"]
    try stage.restart()
    #expect(try stage.root(TabBarController.self).selectedIndex == 1)
    #expect(try stage.tab(2, Screen.self).word == "first's")
  }

  @Test func rule_2_B_4_aTabWithoutANameHasItsDefaultState() throws {
    let stage = try Stage.tabs { [Screen("left", $0), Screen(nil, $0)] }
    try stage.tab(1, Screen.self).word = "lost"
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).word == "")
    #expect(try stage.root(TabBarController.self).viewControllers.count == 2)
    #expect(stage.paths.filter { !$0.isEmpty } == ["tabs", "tabs/left"])
  }

  @Test func rule_2_B_4_theAppCreatesItsTabs() throws {
    var names = ["one", "two"]
    let stage = try Stage.tabs { plan in names.map { Screen($0, plan) } }
    names = ["one"]
    try stage.restart()
    #expect(try stage.root(TabBarController.self).viewControllers.count == 1)
    #expect(stage.outcome(of: "tabs/two") == .skipped("no object was found for it"))
    #expect(stage.pilot.problems == [])
  }

  @Test func theReportTellsNamesakesApart() throws {
    let stage = try Stage.tabs { plan in (0..<3).map { _ in Screen("page", plan) } }
    try stage.restart()
    let lines = stage.report.lines.filter { $0.hasPrefix("tabs/page") }
    #expect(
      lines == ["tabs/page: restored", "tabs/page[1]: restored", "tabs/page[2]: restored"])
  }

  @Test func rule_2_B_7_thePresenterPresentsAgain() throws {
    let stage = try stack()
    let sheet = Screen("sheet", stage.plan, isMade: true)
    sheet.word = "sheet"
    try stage.root().present(sheet)
    try stage.restart()
    let presented = try stage.root(NavigationController.self).presentedViewController as? Screen
    #expect(presented?.word == "sheet")
    #expect(try presented?.presentingViewController === stage.root())
  }

  @Test func rule_2_B_7_unrestoredScreensAreNotPresented() throws {
    let stage = try stack()
    let sheet = Screen("sheet", stage.plan, isMade: true)
    sheet.word = "gone"
    try stage.root().present(sheet)
    try stage.restart()
    #expect(try stage.root(NavigationController.self).presentedViewController == nil)
    #expect(stage.pilot.problems == [])
  }

  /// A screen that the app shows at every launch, such as a greeting, gives way to the restored one.
  @Test func rule_2_B_7_aScreenPresentedAtLaunchGivesWay() throws {
    func screen(_ name: String, _ plan: Plan, isMade: Bool = false) -> Screen {
      let screen = Screen(name, plan, isMade: isMade)
      screen.load = { view in
        let label = Label("This is \(name)")
        label.frame = Rect(x: 0, y: 0, width: 30, height: 1)
        view.addSubview(label)
      }
      return screen
    }
    let plan = Plan()
    plan.makeByClass = { [unowned plan] path, _ in
      screen(path.last ?? "", plan, isMade: true)
    }
    var greeting: ViewController?
    let stage = try Stage.root(plan) { plan in
      let root = screen("root", plan)
      let first = screen("greeting", plan)
      greeting = first
      first.restorationIdentifier = nil
      first.modalPresentationStyle = .fullScreen
      root.present(first)
      return root
    }
    #expect(stage.pilot.screen.contains("This is greeting"))
    let root: ViewController = try stage.root()
    root.dismiss()
    let help = screen("help", plan, isMade: true)
    help.modalPresentationStyle = .fullScreen
    root.present(help)
    try stage.restart()
    // It is no longer presented, so dismissing it later has no effect.
    greeting?.dismiss()
    try stage.turn()
    #expect(stage.pilot.screen.contains("This is help"))
    let again: ViewController = try stage.root()
    again.dismiss()
    try stage.turn()
    #expect(stage.pilot.screen.contains("This is root"))
    #expect(!stage.pilot.screen.contains("greeting"))
  }

  /// The name alone makes the difference: a question with a name is restored.
  @Test(arguments: [nil, "question"])
  func rule_2_B_8_onlyANamedQuestionComesBack(name: String?) throws {
    let stage = try stack()
    try push("first", on: stage)
    try stage.turn()
    let below = stage.pilot.screen
    let question = Screen(name, stage.plan, name: "really delete?", isMade: true)
    question.load = { view in
      let label = Label("Really delete?")
      label.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      view.addSubview(label)
    }
    stage.plan.makeByClass = { [unowned plan = stage.plan, makes = stage.plan.makeByClass] in
      guard $0.last == "question" else { return makes($0, $1) }
      let again = Screen("question", plan, isMade: true)
      again.load = question.load
      return again
    }
    try stage.root().present(question)
    try stage.turn()
    #expect(stage.pilot.screen.contains("Really delete?"))
    try stage.restart()
    #expect(stage.pilot.screen.contains("Really delete?") == (name != nil))
    #expect(try stage.root(NavigationController.self).names == ["root", "first"])
    if name == nil {
      #expect(stage.pilot.screen == below)
      #expect(!stage.plan.saved.contains { $0.identifier.isEmpty && $0.kind == .controller })
    }
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_B_8_anAlertNeverComesBack() throws {
    let stage = try stack()
    try push("first", on: stage)
    try stage.turn()
    let below = stage.pilot.screen
    let alert = AlertController(title: "Really delete?")
    alert.addAction(.cancel())
    try stage.root().present(alert)
    alert.restorationIdentifier = "alert"
    try stage.turn()
    #expect(stage.pilot.screen.contains("Really delete?"))
    #expect(alert.restorationIdentifier == nil)
    try stage.restart()
    #expect(stage.pilot.screen == below)
    #expect(try stage.root(NavigationController.self).names == ["root", "first"])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_B_9_theWindowComesBackWithoutAName() throws {
    let stage = try stack()
    stage.application.window.show(notice: "Something was said")
    try stage.pilot.send(.resize(Size(width: 60, height: 15)))
    #expect(stage.application.window.restorationIdentifier == nil)
    try stage.pilot.restartAndRestore(size: Size(width: 45, height: 11))
    #expect(stage.application.window.notice == "Something was said")
    #expect(stage.application.window.frame.size == Size(width: 45, height: 11))
  }
}
