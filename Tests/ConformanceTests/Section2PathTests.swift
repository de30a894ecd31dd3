import Reprise
import RepriseTesting
import Testing

/// Restoration identifier paths: contract 2.A.
@Suite struct Section2PathTests {
  /// A tab with a stack; its class creates the pushed screens.
  private func stack(_ plan: Plan = Plan()) throws -> Stage {
    plan.makeByClass = { [unowned plan] path, _ in
      path.last == "modal"
        ? NavigationController.named("modal", isMade: true)
        : Screen("page", plan, isMade: true)
    }
    return try Stage.tabs(plan) { plan in
      let navigation = NavigationController(rootViewController: Screen("page", plan))
      navigation.restorationIdentifier = "stack"
      return [navigation]
    }
  }

  @Test func rule_2_A_1_thePathGoesFromTheRootToTheObject() throws {
    let stage = try stack()
    try stage.tab(0, NavigationController.self).push(Screen("page", stage.plan, isMade: true))
    try stage.restart()
    #expect(stage.diary(about: "class") == ["class asked for tabs/stack/page"])
  }

  @Test func rule_2_A_1_aSlashInAnIdentifierIsNoSeparator() throws {
    var paths: [[String]] = []
    let plan = Plan()
    let stage = try Stage.tabs(plan) { [Screen("a/b", $0)] }
    plan.makeByDelegate = { path, _ in
      paths.append(path)
      return nil
    }
    try stage.restart()
    #expect(paths == [["tabs"], ["tabs", "a/b"]])
  }

  @Test func rule_2_A_2_theParentEmbedsOrPresents() throws {
    let stage = try stack()
    let modal = NavigationController.named("modal", isMade: true)
    modal.setViewControllers([Screen("page", stage.plan, isMade: true)])
    try stage.tab(0, NavigationController.self).present(modal)
    try stage.restart()
    #expect(
      stage.diary(about: "class") == [
        "class asked for tabs/modal", "class asked for tabs/modal/page",
      ])
  }

  @Test func rule_2_A_2_aMovedScreensPathHasItsNewParent() throws {
    let stage = try Stage.tabs { plan in
      ["one", "two"].map { name in
        let container = Screen(name, plan)
        container.write = { [unowned container] coder in
          coder.encode(objects: container.children, forKey: "children")
        }
        return container
      }
    }
    stage.plan.makeByClass = { [unowned plan = stage.plan] path, _ in
      Screen(path.last, plan, isMade: true)
    }
    let screen = Screen("screen", stage.plan, isMade: true)
    for index in 0...1 {
      try stage.tab(index, Screen.self).addChild(screen)
      try stage.turn()
    }
    try stage.tab(1, Screen.self).removeChild(screen)
    try stage.root().present(screen)
    try stage.turn()
    try stage.root().dismiss()
    stage.application.window.rootViewController = screen
    try stage.turn()
    #expect(stage.pilot.problems == [])
    try stage.restart()
    #expect(stage.diary(about: "class") == ["class asked for screen"])
  }

  @Test(arguments: [false, true])
  func rule_2_A_2_aMovedViewBelongsToItsNewScreen(isTakenOutFirst: Bool) throws {
    let stage = try Stage.tabs { plan in [Screen("one", plan), Screen("two", plan)] }
    let tile = Tile("tile", stage.plan)
    for index in 0...1 {
      if isTakenOutFirst { tile.removeFromSuperview() }
      try stage.tab(index, Screen.self).view.addSubview(tile)
      try stage.turn()
    }
    #expect(stage.pilot.problems == [])
    try stage.restart()
    #expect(stage.paths.contains("tabs/two/tile"))
  }

  @Test func rule_2_A_3_oneNameUnderTwoParentsIsFine() throws {
    let stage = try Stage.tabs { plan in
      ["one", "two"].map { name in
        let navigation = NavigationController(rootViewController: Screen("page", plan))
        navigation.restorationIdentifier = name
        return navigation
      }
    }
    for index in 0...1 {
      let navigation = try stage.tab(index, NavigationController.self)
      (navigation.topViewController as? Screen)?.word = "page of \(index)"
    }
    try stage.restart()
    for index in 0...1 {
      let page = try stage.tab(index, NavigationController.self).topViewController as? Screen
      #expect(page?.word == "page of \(index)")
    }
    #expect(stage.report.remarks == [])
  }

  @Test func rule_2_A_3_siblingsWithEqualNamesAreDistinguishedAndReported() throws {
    let stage = try Stage.tabs { plan in (0..<3).map { _ in Screen("page", plan) } }
    for index in 0..<3 { try stage.tab(index, Screen.self).word = "page \(index)" }
    try stage.restart()
    for index in 0..<3 { #expect(try stage.tab(index, Screen.self).word == "page \(index)") }
    #expect(
      stage.report.remarks == [
        "several controllers in one place are named \"page\": only their order distinguishes them"
      ])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_A_3_reorderedSiblingsWithEqualNamesKeepTheirState() throws {
    let stage = try Stage.tabs { plan in (0..<3).map { _ in Screen("page", plan) } }
    for index in 0..<3 { try stage.tab(index, Screen.self).word = "page \(index)" }
    try stage.turn()
    let tabs = try stage.root(TabBarController.self)
    tabs.viewControllers = tabs.viewControllers.reversed()
    try stage.restart()
    for index in 0..<3 { #expect(try stage.tab(index, Screen.self).word == "page \(2 - index)") }
    #expect(stage.pilot.problems == [])
  }

  @Test(arguments: [2, 3])
  func rule_2_A_3_viewsWithEqualNamesAreDistinguishedAndReported(_ count: Int) throws {
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in for _ in 0..<count { view.addSubview(Tile("tile", plan)) } }
      return screen
    }
    for (index, view) in try stage.root().view.subviews.enumerated() {
      (view as? Tile)?.word = "tile \(index)"
    }
    try stage.restart()
    let tiles = try stage.root().view.subviews.compactMap { $0 as? Tile }
    #expect(tiles.map(\.word) == (0..<count).map { "tile \($0)" })
    #expect(
      stage.report.remarks == [
        "several views of one screen are named \"tile\": only their order distinguishes them"
      ])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_A_1_aViewIsFoundByItsNameInItsOwnScreen() throws {
    let stage = try Stage.root { plan in
      let (screen, inner) = (Screen("screen", plan), Screen("inner", plan))
      inner.load = { $0.addSubview(Tile("theirs", plan)) }
      screen.addChild(inner)
      screen.load = { [unowned inner] view in
        let box = View()
        for name in ["first", "second"] { box.addSubview(Tile(name, plan)) }
        view.addSubview(box)
        view.addSubview(inner.view)
      }
      return screen
    }
    let find = { try stage.root().view(withRestorationIdentifier: $0) as? Tile }
    try #require(try find("second")).word = "found"
    try stage.restart()
    #expect(try find("second")?.word == "found")
    #expect(try find("first")?.word == "")
    #expect(try find("theirs") == nil)
    #expect(try stage.root().children.first?.view(withRestorationIdentifier: "theirs") != nil)
  }

  /// Paths use the storyboard's restoration identifier, whatever the scene's name.
  @Test func rule_2_A_1_aStoryboardMaySetTheIdentifier() throws {
    let plan = Plan()
    let text = """
      storyboard 1
      initial first
      scene first
        class ViewController
        restoration-identifier start
      scene sheet
        class ViewController
        restoration-identifier question

      """
    plan.storyboard = try Storyboard(
      name: "main", text: Array(text.utf8), registry: plan.registry, environment: plan.environment)
    let stage = try Stage(plan)
    let sheet = plan.storyboard?.instantiateViewController(withIdentifier: "sheet")
    try stage.root().present(#require(sheet))
    try stage.restart()
    #expect(stage.paths.filter { !$0.isEmpty } == ["start", "start/question"])
    #expect(try stage.root().presentedViewController?.restorationIdentifier == "question")
    #expect(try stage.root().presentedViewController !== sheet)
  }

  @Test func rule_2_A_4_aStackDistinguishesScreensByPosition() throws {
    let stage = try stack()
    for word in ["one", "two"] {
      let page = Screen("page", stage.plan, isMade: true)
      page.word = word
      try stage.tab(0, NavigationController.self).push(page)
    }
    try stage.restart()
    let pages = try stage.tab(0, NavigationController.self).viewControllers
    #expect(pages.map { ($0 as? Screen)?.word } == ["", "one", "two"])
    #expect(stage.report.remarks == [])
  }

  @Test(arguments: ["page", "another page"])
  func rule_2_A_4_removingAMiddleScreenMovesTheOthersDown(name: String) throws {
    let stage = try stack()
    stage.plan.makeByClass = { [unowned plan = stage.plan] path, _ in
      Screen(path.last, plan, isMade: true)
    }
    let navigation = try stage.tab(0, NavigationController.self)
    for (identifier, word) in [("page", "one"), (name, "two")] {
      let page = Screen(identifier, stage.plan, isMade: true)
      page.word = word
      navigation.push(page)
      try stage.turn()
    }
    navigation.setViewControllers([0, 2].map { navigation.viewControllers[$0] })
    try stage.restart()
    let pages = try stage.tab(0, NavigationController.self).viewControllers
    #expect(pages.map { ($0 as? Screen)?.word } == ["", "two"])
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_2_A_5_pathsInTheAPIHaveNoPositions() throws {
    let stage = try stack()
    var counts: [Int] = []
    stage.plan.makeByClass = { path, _ in
      counts.append(path.count)
      return nil
    }
    let navigation = try stage.tab(0, NavigationController.self)
    for _ in 0..<2 { navigation.push(Screen("page", stage.plan, isMade: true)) }
    try stage.restart()
    #expect(counts == [3, 3])
  }

  @Test func rule_2_A_6_aMissingIdentifierAndClassAreRestoredAndReported() throws {
    let stage = try stack()
    stage.plan.makeByClass = { [unowned plan = stage.plan] _, _ in Screen(nil, plan) }
    try stage.tab(0, NavigationController.self).push(Screen("page", stage.plan, isMade: true))
    for _ in 0..<2 {
      try stage.restart()
      let page = try stage.tab(0, NavigationController.self).topViewController
      #expect(page?.restorationIdentifier == "page")
      #expect(page?.restorationClass == Maker.self)
      #expect(
        stage.report.remarks == [
          "the object made for tabs/stack/page has no identifier: it got the saved one",
          "the object made for tabs/stack/page has no restoration class: it got the saved one",
        ])
    }
  }

  private final class Headstrong: ViewController {
    var word = ""
    override var restorationIdentifier: String? {
      get { "headstrong" }
      set {}
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(word, forKey: "word")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      word = coder.decodeString(forKey: "word") ?? ""
    }
  }

  @Test func rule_2_A_7_aComputedIdentifierWorksToo() throws {
    let stage = try Stage.tabs { _ in [Headstrong()] }
    let screen = try stage.tab(0, Headstrong.self)
    screen.word = "kept"
    screen.setNeedsPreservation()
    try stage.restart()
    #expect(try stage.tab(0, Headstrong.self).word == "kept")
  }
}
