import Reprise
import RepriseTesting
import Testing

/// Decoding of the objects that were found: contract 3.9 to 3.17.
@Suite struct Section3DecodingTests {
  @Test func rule_3_9_theFactoryReadsWhatTheObjectItselfSaved() throws {
    let plan = Plan()
    let stage = try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.word = "the presenter's"
      return screen
    }
    let sheet = Screen("sheet", plan, isMade: true)
    sheet.word = "the sheet's"
    try stage.root().present(sheet)
    var found: [String?] = []
    plan.makeByClass = { _, coder in
      found.append(coder.decodeString(forKey: "word"))
      return nil
    }
    plan.makeByDelegate = { _, coder in
      found.append(coder.decodeString(forKey: "word"))
      return nil
    }
    try stage.restart()
    #expect(found == ["the presenter's", "the sheet's"])
  }

  @Test func rule_3_10_aFactoryMayReturnAnExistingObjectToDecode() throws {
    let stage = try Stage.tabs { [Screen("left", $0, isMade: true)] }
    try stage.tab(0, Screen.self).word = "saved"
    var wordWhenFound: String?
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in
      let tabs = plan.application?.window.rootViewController as? TabBarController
      let existing = tabs?.viewControllers.first as? Screen
      wordWhenFound = existing?.word
      return existing
    }
    try stage.restart()
    #expect(wordWhenFound == "")
    #expect(try stage.tab(0, Screen.self).word == "saved")
  }

  @Test(arguments: [true, false])
  func rule_3_11_duplicatingAnExistingObjectIsReported(isMadeAgain: Bool) throws {
    let stage = try Stage.tabs { [Screen("left", $0, isMade: true)] }
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in
      let tabs = plan.application?.window.rootViewController
      return isMadeAgain ? Screen("left", plan, isMade: true) : tabs?.children.first
    }
    try stage.restart()
    let remark =
      "tabs/left was made although it exists: return the existing object, or set no restoration class"
    #expect(stage.report.remarks == (isMadeAgain ? [remark] : []))
  }

  @Test func rule_3_13_parentsComeBeforeChildrenInBothPhases() throws {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] path, _ in Screen(path.last, plan, isMade: true) }
    let stage = try Stage.root(plan) { plan in
      let navigation = NavigationController(rootViewController: Screen("a", plan))
      navigation.restorationIdentifier = "stack"
      return navigation
    }
    for name in ["b", "c"] {
      try stage.root(NavigationController.self).push(Screen(name, plan, isMade: true))
    }
    try stage.root().present(Screen("d", plan, isMade: true))
    try stage.restart()
    #expect(
      stage.diary(about: "asked") == [
        "delegate asked for stack", "class asked for stack/d", "delegate asked for stack/a",
        "class asked for stack/b", "class asked for stack/c",
      ])
    #expect(stage.diary(about: " decode") == ["d decode", "a decode", "b decode", "c decode"])
  }

  @Test func rule_3_13_aReferencedObjectWaitsForItsParents() throws {
    let stage = try Stage.tabs { plan in
      let (left, page) = (Screen("left", plan), Screen("page", plan))
      let stack = NavigationController.named("stack")
      stack.setViewControllers([page])
      // The reference would place the page right after the screen, but its parents come first.
      left.write = { [unowned page] in $0.encode(object: page, forKey: "other") }
      return [left, stack]
    }
    (try stage.tab(1, NavigationController.self).topViewController as? Screen)?.word = "saved"
    try stage.restart()
    let page = try stage.tab(1, NavigationController.self).topViewController as? Screen
    #expect(page?.word == "saved")
    #expect(
      stage.diary(about: "asked") == [
        "delegate asked for tabs", "delegate asked for tabs/left",
        "delegate asked for tabs/stack", "delegate asked for tabs/stack/page",
      ])
  }

  @Test func rule_3_13_aReferenceMayLeadToAnUndecodedObject() throws {
    var words: [String] = []
    let stage = try Stage.tabs { plan in
      let (left, right) = (Screen("left", plan), Screen("right", plan))
      left.write = { [unowned right] in $0.encode(object: right, forKey: "other") }
      left.read = { words.append(($0.decodeObject(forKey: "other") as? Screen)?.word ?? "none") }
      return [left, right]
    }
    try stage.tab(1, Screen.self).word = "saved"
    try stage.restart()
    #expect(words == [""])
    #expect(try stage.tab(1, Screen.self).word == "saved")
  }

  /// A screen that forgets to call `super` when decoding.
  private final class Forgetful: Screen {
    override func decodeRestorableState(with coder: Coder) { note("decode") }
  }

  @Test(arguments: [true, false])
  func rule_3_14_viewsAndPresentedScreensComeBackThroughSuper(callsSuper: Bool) throws {
    let plan = Plan()
    plan.makeByClass = { [unowned plan] _, _ in Screen("sheet", plan, isMade: true) }
    let stage = try Stage.root(plan) { plan in
      let screen = callsSuper ? Screen("screen", plan) : Forgetful("screen", plan)
      screen.load = { $0.addSubview(Tile("tile", plan)) }
      return screen
    }
    (try stage.root().view.subviews.first as? Tile)?.word = "saved"
    try stage.root().present(Screen("sheet", plan, isMade: true))
    try stage.restart()
    #expect((try stage.root().view.subviews.first as? Tile)?.word == (callsSuper ? "saved" : ""))
    #expect((try stage.root(Screen.self).presentedViewController != nil) == callsSuper)
  }

  @Test func rule_3_15_theViewIsLoadedBeforeDecoding() throws {
    let stage = try Stage.tabs { [Screen("shown", $0), Screen("hidden", $0)] }
    try stage.restart()
    let loaded = try #require(stage.plan.diary.firstIndex(of: "hidden viewDidLoad"))
    let decoded = try #require(stage.plan.diary.firstIndex(of: "hidden decode"))
    #expect(loaded < decoded)
  }

  @Test func rule_3_16_stateOfRemovedObjectsIsIgnored() throws {
    var names = ["left", "right"]
    let stage = try Stage.tabs { plan in names.map { Screen($0, plan) } }
    for index in 0...1 { try stage.tab(index, Screen.self).word = "saved" }
    names = ["right", "new"]
    try stage.restart()
    #expect(try stage.tab(0, Screen.self).word == "saved")
    #expect(try stage.tab(1, Screen.self).word == "")
    #expect(stage.diary(about: " decode") == ["right decode"])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_3_17_nilSkipsOnlyTheObjectAndItsChildren() throws {
    let plan = Plan()
    var makesScenes = true
    plan.registry.register(Screen.self, as: "screen") { [unowned plan] _ in
      makesScenes ? Screen("scene", plan) : nil
    }
    let text = "storyboard 1\ninitial scene\nscene scene\n  class screen\n"
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    var parcel: Parcel?
    plan.build = { [unowned plan] application in
      let root = Screen("root", plan)
      root.write = { $0.encode(object: parcel, forKey: "parcel") }
      root.read = { parcel = $0.decodeObject(forKey: "parcel") as? Parcel }
      let stack = NavigationController.named("stack")
      stack.setViewControllers([root])
      application.window.rootViewController = stack
    }
    let stage = try Stage(plan)
    let registered = Parcel(isMade: true)
    stage.application.registerObject(
      forStateRestoration: registered, restorationIdentifier: "parcel")
    parcel = registered
    let stack = try stage.root(NavigationController.self)
    (stack.topViewController as? Screen)?.word = "saved"
    stack.push(Screen("pushed", plan, isMade: true))
    if let scene = plan.storyboard?.instantiateInitialViewController() { stack.present(scene) }
    try stage.turn()
    makesScenes = false
    try stage.restart()
    #expect(parcel == nil)
    let restored = try stage.root(NavigationController.self)
    #expect(restored.names == ["root"])
    #expect((restored.topViewController as? Screen)?.word == "saved")
    #expect(restored.presentedViewController == nil)
    let byClass = RestorationReport.Outcome.skipped("its restoration class returned nothing")
    #expect(stage.outcome(of: "stack/pushed") == byClass)
    #expect(stage.outcome(of: "parcel") == byClass)
    #expect(stage.outcome(of: "stack/scene") == .skipped("no object was found for it"))
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_3_17_nilIsASafeAnswerEverywhere() throws {
    let stage = try Stage.root { plan in
      let navigation = NavigationController(rootViewController: Screen("a", plan, isMade: true))
      navigation.restorationIdentifier = "stack"
      navigation.restorationClass = Maker.self
      return navigation
    }
    try stage.root(NavigationController.self).push(Screen("b", stage.plan, isMade: true))
    try stage.root().present(Screen("c", stage.plan, isMade: true))
    try stage.restart()
    #expect(!stage.report.entries.contains { $0.path.count > 1 && $0.outcome == .restored })
    #expect(try stage.root(NavigationController.self).names == ["a"])
    #expect(try stage.root(NavigationController.self).presentedViewController == nil)
    #expect(stage.pilot.problems == [])
  }
}
