import Reprise
import RepriseTesting
import Terminal
import Testing

/// The objects that the walk over the interface reaches: contract 2.1 to 2.13.
@Suite struct Section2WalkTests {
  @Test func rule_2_1_theWalkFollowsReferencesFromTheRoot() throws {
    let stage = try Stage.tabs { [Screen("left", $0), Screen("right", $0)] }
    try stage.restart()
    #expect(stage.paths.filter { !$0.isEmpty } == ["tabs", "tabs/left", "tabs/right"])
  }

  @Test func rule_2_2_aNamelessRootHidesEverythingBelowIt() throws {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] _, _ in Screen("sheet", plan, isMade: true) }
    let stage = try Stage.root(plan) { plan in
      let root = NavigationController(rootViewController: Screen("page", plan))
      return root
    }
    try stage.root().present(Screen("sheet", plan, isMade: true))
    try stage.tab0Word("lost")
    try stage.restart()
    #expect(stage.paths.filter { !$0.isEmpty } == [])
    #expect(try stage.root(NavigationController.self).presentedViewController == nil)
    #expect(!stage.plan.diary.contains { $0.hasSuffix("encode") || $0.hasSuffix("decode") })
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_2_aNamelessContainerHidesItsChildren() throws {
    let stage = try Stage.tabs { plan in
      [NavigationController(rootViewController: Screen("page", plan)), Screen("right", plan)]
    }
    try stage.restart()
    #expect(stage.paths.filter { !$0.isEmpty } == ["tabs", "tabs/right"])
  }

  @Test func rule_2_3_aControllerSavesViewsAndPresentedScreensNotChildren() throws {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] _, _ in Screen("sheet", plan, isMade: true) }
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.load = { [unowned screen] view in
        view.addSubview(Tile("tile", plan))
        screen.keepsChildren = false
        screen.addChild(Screen("child", plan))
      }
      return screen
    }
    try stage.root().present(Screen("sheet", plan, isMade: true))
    (try stage.root().view.subviews.first as? Tile)?.word = "kept"
    try stage.restart()
    #expect(
      stage.paths.filter { !$0.isEmpty } == ["screen", "screen/tile", "screen/sheet"])
    #expect((try stage.root().view.subviews.first as? Tile)?.word == "kept")
    #expect(try stage.root().presentedViewController is Screen)
  }

  @Test func rule_2_3_aControllerSavesItsScene() throws {
    let plan = Plan()
    let text = "storyboard 1\ninitial first\nscene first\n  class screen\n"
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    let stage = try Stage(plan)
    try stage.restart()
    let key = Application.stateRestorationViewControllerStoryboardKey
    let saved = plan.saved.first { $0.kind == .controller }?.values.first { $0.key == key }
    #expect(saved?.value == .array([.string("main"), .string("first")]))
  }

  @Test func rule_2_4_typesAndRestorationClassesAreNamedByTheirKeys() throws {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] _, _ in Screen("sheet", plan, isMade: true) }
    let stage = try Stage.root(plan) { Screen("screen", $0) }
    try stage.root().present(Screen("sheet", plan, isMade: true))
    try stage.restart()
    let saved = plan.saved.filter { $0.kind == .controller }
    #expect(saved.map(\.typeKey) == ["screen", "screen"])
    #expect(Set(saved.map(\.restorationClass)) == [nil, "maker"])
  }

  /// A custom container, which may encode its child or leave that to the kit.
  private func container(encodes: Bool, keeps: Bool, _ plan: Plan) -> Screen {
    let container = Screen("container", plan)
    container.keepsChildren = keeps
    let child = Screen("child", plan)
    container.addChild(child)
    if encodes { container.write = { $0.encode(object: child, forKey: "child") } }
    return container
  }

  /// The kit encodes the child unless the container does.
  @Test(arguments: [true, false], [true, false])
  func rule_2_5_aContainerRefersToItsChildrenItself(encodes: Bool, keeps: Bool) throws {
    let stage = try Stage.root { container(encodes: encodes, keeps: keeps, $0) }
    try (stage.root().children.first as? Screen)?.word = "inside"
    try stage.restart()
    #expect(
      (try stage.root().children.first as? Screen)?.word == (encodes || keeps ? "inside" : ""))
    #expect(stage.report.remarks.isEmpty == (encodes || keeps))
  }

  @Test func rule_2_6_aReferenceStoresAnIdentityAndTheObjectHasItsOwnCoder() throws {
    let plan = Plan()
    let stage = try Stage.tabs(plan) { plan in
      let (left, right) = (Screen("left", plan), Screen("right", plan))
      // Each refers to the other: cycles are allowed.
      left.write = { [unowned right] in $0.encode(object: right, forKey: "other") }
      right.write = { [unowned left] in $0.encode(object: left, forKey: "other") }
      left.read = { plan.diary.append("left found \($0.decodeObject(forKey: "other") === right)") }
      return [left, right]
    }
    try stage.tab(0, Screen.self).word = "left's"
    try stage.tab(1, Screen.self).word = "right's"
    try stage.restart()
    #expect(stage.diary(about: "found") == ["left found true"])
    #expect(try stage.tab(0, Screen.self).word == "left's")
    #expect(try stage.tab(1, Screen.self).word == "right's")
  }

  @Test func rule_2_6_theWholeStateIsEncodedFromTheRootDown() throws {
    let rehearsal = try Rehearsal.launched()
    let names = (1...6).map { "sheet \($0)" }
    var front = rehearsal.application.window.rootViewController
    for name in names {
      let sheet = Screen(name, rehearsal.plan)
      front?.present(sheet)
      front = sheet
    }
    _ = rehearsal.send(.key(KeyPress(.function(12))))
    // Only the top screen changed.
    (front as? Screen)?.word = "new"
    #expect(
      rehearsal.send(.signal(.suspend)).filter { $0.hasSuffix(" encode") }
        == (["screen"] + names).map { "\($0) encode" })
  }

  @Test func rule_2_6_arraysAndDictionariesMayHoldReferences() throws {
    let stage = try Stage.tabs { plan in
      let (left, right) = (Screen("left", plan), Screen("right", plan))
      left.write = { [unowned left, unowned right] coder in
        coder.encode(objects: [right, left], forKey: "list")
        coder.encode(objects: ["b": right, "a": left], forKey: "names")
      }
      left.read = { coder in
        let list = coder.decodeObjects(forKey: "list") ?? []
        let names = coder.decodeObjectsByName(forKey: "names") ?? [:]
        let names2 = names.mapValues { ($0 as? Screen)?.name ?? "" }
        plan.diary.append("list \(list.map { ($0 as? Screen)?.name ?? "" })")
        plan.diary.append("names \(names2.sorted { $0.key < $1.key }.map(\.value))")
      }
      return [left, right]
    }
    try stage.restart()
    #expect(
      stage.diary(about: "[\"") == ["list [\"right\", \"left\"]", "names [\"left\", \"right\"]"])
  }

  /// A stack without a name that contains a named page, which the delegate keeps.
  private func excludedPage(_ plan: Plan) throws -> Stage {
    var page: Screen?
    plan.write = { coder in
      coder.encode(object: page, forKey: "page")
    }
    return try Stage.tabs(plan) { plan in
      let made = Screen("page", plan)
      page = made
      return [NavigationController(rootViewController: made)]
    }
  }

  @Test func rule_2_7_aReferenceSavesAnExcludedScreensStateButNotItsPlace() throws {
    let plan = Plan()
    let stage = try excludedPage(plan)
    (try stage.tab(0, NavigationController.self).topViewController as? Screen)?.word = "pulled in"
    var found: AnyObject?
    plan.read = { found = $0.decodeObject(forKey: "page") }
    try stage.restart()
    let page = try #require(found as? Screen)
    #expect(page.word == "pulled in")
    #expect(try stage.tab(0, NavigationController.self).topViewController === page)
    #expect(stage.paths.contains("tabs/page"))
    #expect(!plan.saved.contains { $0.typeKey == "NavigationController" })
  }

  @Test func rule_2_8_objectsOfTheDelegateKeepTheirParentsInThePath() throws {
    let plan = Plan()
    var sheet: Screen?
    plan.makeByClass = { [unowned plan] _, _ in Screen("sheet", plan, isMade: true) }
    plan.write = { $0.encode(object: sheet, forKey: "sheet") }
    let stage = try Stage.root(plan) { Screen("screen", $0) }
    sheet = Screen("sheet", plan, isMade: true)
    if let sheet { try stage.root().present(sheet) }
    stage.application.setNeedsPreservation()
    try stage.turn()
    plan.diary = []
    try stage.pilot.restartAndRestore()
    #expect(stage.diary(about: "class") == ["class asked for screen/sheet"])
  }

  @Test func rule_2_9_onlyViewsWithNamesAreKept() throws {
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        for name in ["named", nil] { view.addSubview(Tile(name, plan)) }
      }
      return screen
    }
    for case let tile as Tile in try stage.root().view.subviews { tile.word = "seen" }
    try stage.restart()
    let tiles = try stage.root().view.subviews.compactMap { $0 as? Tile }
    #expect(tiles.map(\.word) == ["seen", ""])
    #expect(stage.plan.saved.filter { $0.kind == .view }.map(\.identifier) == ["named"])
  }

  /// The container refers to its child screen, so only the name makes the difference.
  @Test(arguments: [nil, "inner"])
  func rule_2_9_viewsInAScreenWithoutANameAreNotKept(name: String?) throws {
    let stage = try Stage.root { plan in
      let (screen, inner) = (Screen("screen", plan), Screen(name, plan, name: "inner"))
      inner.load = { $0.addSubview(Tile("tile", plan)) }
      screen.addChild(inner)
      screen.load = { [unowned inner] in $0.addSubview(inner.view) }
      screen.write = { [unowned inner] in $0.encode(object: inner, forKey: "inner") }
      return screen
    }
    let tile = { try stage.root().children.first?.view.subviews.first as? Tile }
    try #require(try tile()).word = "seen"
    try stage.restart()
    let inner = name == nil ? [] : ["screen/inner", "screen/inner/tile"]
    #expect(stage.paths.filter { !$0.isEmpty } == ["screen"] + inner)
    #expect(try tile()?.word == (name == nil ? "" : "seen"))
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_10_aPlainViewKeepsNothingOfItsOwn() throws {
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        for (name, made) in [("view", View()), ("button", Button("Press")), ("switch", Switch())] {
          made.restorationIdentifier = name
          view.addSubview(made)
        }
      }
      return screen
    }
    try stage.restart()
    let views = stage.plan.saved.filter { $0.kind == .view }
    #expect(views.map(\.identifier).sorted() == ["button", "switch", "view"])
    #expect(views.allSatisfy { $0.values.isEmpty })
  }

  @Test func rule_2_11_aViewAddedByHandSavesNoController() throws {
    let stage = try Stage.root { plan in
      let (screen, stray) = (Screen("screen", plan), Screen("stray", plan))
      stray.load = { $0.addSubview(Tile("tile", plan)) }
      screen.load = { $0.addSubview(stray.view) }
      screen.write = { _ in _ = stray }
      return screen
    }
    try stage.restart()
    #expect(stage.paths.filter { !$0.isEmpty } == ["screen"])
    #expect(!stage.plan.saved.contains { $0.kind == .view })
  }

  @Test func rule_2_12_encodingLoadsNoView() throws {
    let stage = try Stage.tabs { [Screen("shown", $0), Screen("never seen", $0)] }
    try stage.tab(1, Screen.self).word = "changed without its view"
    try stage.turn()
    #expect(try !stage.tab(1, Screen.self).isViewLoaded)
    #expect(stage.diary(about: "never seen encode") != [])
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).word == "changed without its view")
  }

  @Test func rule_2_13_aScreenThatIsNotSavedIsStillSetUp() throws {
    let stage = try Stage.tabs { [Screen("left", $0), Screen(nil, $0, name: "plain")] }
    try stage.root(TabBarController.self).selectedIndex = 1
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).name == "plain")
    #expect(try stage.root(TabBarController.self).selectedIndex == 0)
  }
}

extension Stage {
  /// Changes the word of the first screen in the root stack.
  fileprivate func tab0Word(_ word: String) throws {
    let navigation = try root(NavigationController.self)
    (navigation.topViewController as? Screen)?.word = word
  }
}
