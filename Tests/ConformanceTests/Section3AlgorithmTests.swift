import Reprise
import RepriseTesting
import Testing

/// Lookup of saved objects: contract 3.1 to 3.8 and 3.12.
@Suite struct Section3AlgorithmTests {
  /// A screen, created at each launch, that presents a sheet; `isMade` gives the sheet a restoration class.
  private func sheet(isMade: Bool, _ plan: Plan = Plan()) throws -> Stage {
    let stage = try Stage.root(plan) { Screen("screen", $0) }
    let sheet = Screen("sheet", plan, isMade: isMade)
    sheet.word = "saved"
    try stage.root().present(sheet)
    return stage
  }

  private func presented(_ stage: Stage) throws -> Screen? {
    try stage.root(Screen.self).presentedViewController as? Screen
  }

  @Test func rule_3_1_everythingIsFoundBeforeAnythingIsDecoded() throws {
    let stage = try sheet(isMade: true)
    var connected: [Bool] = []
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in
      let root = plan.application?.window.rootViewController
      connected.append(root?.presentedViewController != nil)
      return Screen("sheet", plan, isMade: true)
    }
    stage.plan.build = { [unowned plan = stage.plan] application in
      let screen = Screen("screen", plan)
      // The screen is decoded next; by then all objects exist.
      screen.load = { [unowned screen] _ in
        connected.append(screen.presentedViewController != nil)
      }
      application.window.rootViewController = screen
    }
    try stage.restart()
    let calls = stage.plan.diary
    let lastFound = try #require(calls.lastIndex { $0.contains("asked for") })
    let firstDecoded = try #require(calls.firstIndex { $0.hasSuffix(" decode") })
    #expect(lastFound < firstDecoded)
    #expect(connected == [false, false])
    #expect(try presented(stage)?.word == "saved")
  }

  @Test func rule_3_2_theClassDecidesAlone() throws {
    let stage = try sheet(isMade: true)
    let made = Screen("sheet", stage.plan, isMade: true)
    stage.plan.makeByClass = { _, _ in made }
    stage.plan.makeByDelegate = { [unowned plan = stage.plan] path, _ in
      path.last == "sheet" ? Screen("sheet", plan) : nil
    }
    try stage.restart()
    #expect(try presented(stage) === made)
    #expect(stage.diary(about: "delegate asked") == ["delegate asked for screen"])
  }

  @Test func rule_3_2_aSubclassIsItsOwnRestorationClass() throws {
    let plan = Plan()
    plan.registry.register(Letter.self, as: "letter")
    let stage = try Stage.root(plan) { Screen("screen", $0) }
    let letter = Letter(plan)
    letter.word = "saved"
    try stage.root().present(letter)
    try stage.restart()
    let restored = try #require(try presented(stage) as? Letter)
    #expect(restored !== letter)
    #expect(restored.word == "saved")
    #expect(restored.restorationIdentifier == "Letter")
    #expect(stage.outcome(of: "screen/Letter") == .restored)
    #expect(stage.diary(about: "delegate asked") == ["delegate asked for screen"])
  }

  @Test func rule_3_2_nilFromTheClassEndsTheSearchAndSkipsChildren() throws {
    let plan = Plan()
    let stage = try Stage.tabs(plan) { plan in
      let navigation = NavigationController(rootViewController: Screen("page", plan))
      navigation.restorationIdentifier = "stack"
      navigation.restorationClass = Maker.self
      return [navigation]
    }
    let page = try stage.tab(0, NavigationController.self).topViewController as? Screen
    page?.word = "saved"
    try stage.restart()
    #expect(stage.outcome(of: "tabs/stack") == .skipped("its restoration class returned nothing"))
    #expect(stage.outcome(of: "tabs/stack/page") == .skipped("its parent was not restored"))
    let fresh = try stage.tab(0, NavigationController.self).topViewController as? Screen
    #expect(fresh?.word == "")
    #expect(stage.diary(about: "delegate asked") == ["delegate asked for tabs"])
  }

  @Test func rule_3_3_theDelegateIsAskedWhenThereIsNoClass() throws {
    let stage = try sheet(isMade: false)
    let made = Screen("sheet", stage.plan)
    stage.plan.makeByDelegate = { path, _ in path.last == "sheet" ? made : nil }
    try stage.restart()
    #expect(try presented(stage) === made)
    #expect(try presented(stage)?.word == "saved")
  }

  @Test func rule_3_3_theDelegateTakesPrecedenceOverExistingObjects() throws {
    let stage = try Stage.tabs { [Screen("left", $0)] }
    try stage.tab(0, Screen.self).word = "saved"
    let made = Screen("left", stage.plan)
    stage.plan.makeByDelegate = { path, _ in path.last == "left" ? made : nil }
    try stage.restart()
    #expect(made.word == "saved")
    #expect(try stage.tab(0, Screen.self).word == "")
  }

  @Test func rule_3_3_theDelegateMakesTheRoot() throws {
    let plan = Plan()
    var isFirst = true
    let makeStack = { [unowned plan] (application: Application?) in
      let stack = NavigationController(rootViewController: Screen("page", plan))
      application?.window.rootViewController = stack
      return stack
    }
    plan.build = { application in
      if isFirst { makeStack(application).restorationIdentifier = "stack" }
      isFirst = false
    }
    let stage = try Stage(plan)
    (try stage.root(NavigationController.self).topViewController as? Screen)?.word = "saved"
    plan.makeByDelegate = { [unowned plan] path, _ in
      guard path.count == 1 else { return nil }
      let stack = makeStack(plan.application)
      stack.restorationIdentifier = path.last
      return stack
    }
    try stage.restart()
    let page = try stage.root(NavigationController.self).topViewController as? Screen
    #expect(page?.word == "saved")
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_3_4_anExistingObjectAtThePathIsUsed() throws {
    let stage = try Stage.tabs { [Screen("left", $0), Screen("right", $0)] }
    try stage.tab(1, Screen.self).word = "saved"
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).word == "saved")
    #expect(stage.diary(about: "class asked") == [])
  }

  @Test func rule_3_4_anotherPathIsAnotherObject() throws {
    var name = "left"
    let stage = try Stage.tabs { [Screen(name, $0)] }
    try stage.tab(0, Screen.self).word = "saved"
    name = "right"
    try stage.restart()
    #expect(try stage.tab(0, Screen.self).word == "")
    #expect(stage.outcome(of: "tabs/left") == .skipped("no object was found for it"))
  }

  @Test func rule_3_4_theSameNameUnderAnotherParentIsAnotherObject() throws {
    var place = 0
    let stage = try Stage.tabs { plan in
      let stacks = ["one", "two"].map { NavigationController.named($0) }
      stacks[place].setViewControllers([Screen("page", plan)])
      return stacks
    }
    let page = {
      try #require(try stage.tab(place, NavigationController.self).topViewController as? Screen)
    }
    try page().word = "saved"
    try stage.turn()
    place = 1
    try stage.restart()
    #expect(try page().word == "")
    #expect(stage.outcome(of: "tabs/one/page") == .skipped("no object was found for it"))
  }

  @Test func rule_3_5_theStoryboardRecreatesItsScene() throws {
    let plan = Plan()
    let text = """
      storyboard 1
      initial first
      scene first
        class screen
        restoration-identifier first
      scene sheet
        class screen
        restoration-identifier sheet

      """
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    let stage = try Stage(plan)
    let sheet = plan.storyboard?.instantiateViewController(withIdentifier: "sheet")
    (sheet as? Screen)?.word = "saved"
    if let sheet { try stage.root().present(sheet) }
    try stage.restart()
    #expect(try presented(stage) !== sheet)
    #expect(try presented(stage)?.word == "saved")
    #expect(try presented(stage)?.storyboard === plan.storyboard)
  }

  @Test func rule_3_6_missingObjectsAreSkippedAndTheRestComesBack() throws {
    let stage = try sheet(isMade: false)
    try stage.root(Screen.self).word = "saved as well"
    try stage.restart()
    #expect(try presented(stage) == nil)
    #expect(stage.outcome(of: "screen/sheet") == .skipped("no object was found for it"))
    #expect(try stage.root(Screen.self).word == "saved as well")
    #expect(stage.pilot.problems == [])
  }

  private final class Special: Screen {}

  @Test func rule_3_7_aSubclassIsDecoded() throws {
    let stage = try sheet(isMade: true)
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in
      Special("sheet", plan, isMade: true)
    }
    try stage.restart()
    #expect(try presented(stage)?.word == "saved")
  }

  @Test func rule_3_7_anotherClassIsUsedButNotDecoded() throws {
    let plan = Plan()
    plan.registry.register(Special.self, as: "special")
    let stage = try sheet(isMade: true, plan)
    let root = try stage.root()
    root.dismiss()
    root.present(Special("sheet", stage.plan, isMade: true))
    try stage.turn()
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in
      Screen("sheet", plan, isMade: true)
    }
    try stage.restart()
    #expect(try presented(stage) != nil)
    #expect(stage.diary(about: "sheet decode") == [])
    #expect(stage.outcome(of: "screen/sheet") == .notDecoded)
  }

  @Test func rule_3_7_theSameHoldsForViews() throws {
    var makesTile = true
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let made = makesTile ? Tile("view", plan) : Stamp()
        made.restorationIdentifier = "view"
        view.addSubview(made)
      }
      return screen
    }
    try stage.restart()
    #expect(stage.outcome(of: "screen/view") == .restored)
    makesTile = false
    try stage.restart()
    #expect(stage.outcome(of: "screen/view") == .notDecoded)
    let stamp = try #require(try stage.root().view.subviews.first as? Stamp)
    #expect(!stamp.wasDecoded)
  }

  private final class Stamp: View {
    var wasDecoded = false
    override func decodeRestorableState(with coder: Coder) { wasDecoded = true }
  }

  @Test func rule_3_8_anUnregisteredRestorationClassIsReported() throws {
    let plan = Plan()
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.restorationClass = Stranger.self
      return screen
    }
    #expect(
      stage.report.remarks == [
        "the restoration class Stranger of \"screen\" is not registered: it will not be used"
      ])
  }

  private enum Stranger: ViewControllerRestoration {
    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? { nil }
  }

  @Test func rule_3_12_aRestorationClassHidesExistingObjects() throws {
    let stage = try Stage.tabs { [Screen("left", $0, isMade: true)] }
    try stage.tab(0, Screen.self).word = "saved"
    try stage.restart()
    #expect(try stage.tab(0, Screen.self).word == "")
    #expect(
      stage.outcome(of: "tabs/left") == .skipped("its restoration class returned nothing"))
  }
}

/// A screen that is its own restoration class and recreates itself.
private final class Letter: Screen, ViewControllerRestoration {
  init(_ plan: Plan) {
    super.init(String(describing: Letter.self), plan)
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[Plan.self].map(Letter.init)
  }
}
