import Reprise
import RepriseTesting
import Testing

/// A tab bar whose tabs change, are selected by code, or are many.
@Suite struct TabBarTests {
  private final class Page: ViewController {
    init(_ name: String) {
      super.init()
      restorationIdentifier = name
      tabBarItem = TabBarItem(title: name)
    }

    override func loadView() -> View { Label("page \(restorationIdentifier ?? "")") }
  }

  private func tabs(_ count: Int) -> TabBarController {
    let tabs = TabBarController()
    tabs.restorationIdentifier = "tabs"
    tabs.viewControllers = (1...count).map { Page("t\($0)") }
    return tabs
  }

  @Test func fewerTabsShowTheLastOne() throws {
    let pilot = try Pilot.showing { tabs(3) }
    try pilot.press(.character("3"))
    let bar = try #require(pilot.root(TabBarController.self))
    bar.viewControllers = Array(bar.viewControllers.prefix(2))
    try pilot.settle()
    #expect(bar.selectedIndex == 1)
    #expect(pilot.screen.hasPrefix("page t2"))
    #expect(pilot.screen.contains("1 t1   2 t2"))
    #expect(!pilot.screen.contains("t3"))
  }

  @Test func aTabChosenByCodeIsThereAfterAKill() throws {
    let pilot = try Pilot.showing { tabs(3) }
    pilot.root(TabBarController.self)?.selectedIndex = 2
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("page t3"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.hasPrefix("page t3"))
  }

  @Test func onlyNineTabsHaveKeys() throws {
    let pilot = try Pilot.showing { tabs(11) }
    let bar = try #require(pilot.root(TabBarController.self))
    #expect(bar.keyCommands.map(\.label) == (1...9).map(String.init))
    try pilot.press(.character("9"))
    #expect(pilot.screen.hasPrefix("page t9"))
    try pilot.press(.character("1"))
    #expect(pilot.screen.hasPrefix("page t1"))
  }

  @Test func aHiddenTabHasNoPlaceAndNoDigit() throws {
    let pilot = try Pilot.showing {
      let tabs = tabs(4)
      tabs.children[1].tabBarItem.isHidden = true
      return tabs
    }
    let bar = try #require(pilot.root(TabBarController.self))
    #expect(pilot.screen.contains("1 t1   2 t3   3 t4"))
    #expect(bar.keyCommands.map(\.label) == ["1", "2", "3"])
    try pilot.press(.character("2"))
    #expect(pilot.screen.hasPrefix("page t3"))
    #expect(bar.selectedIndex == 2)
    try pilot.restartAndRestore()
    #expect(pilot.screen.hasPrefix("page t3"))
    try pilot.click(x: 17, y: pilot.frame.size.height - 2)
    #expect(pilot.screen.hasPrefix("page t4"))
    let other = try #require(pilot.root(TabBarController.self))
    other.children[1].tabBarItem.isHidden = false
    try pilot.settle()
    #expect(pilot.screen.contains("2 t2   3 t3   4 t4"))
    #expect(pilot.screen.hasPrefix("page t4"), "the screen stays")
    try pilot.press(.character("2"))
    #expect(pilot.screen.hasPrefix("page t2"))
    other.children[1].tabBarItem.isHidden = true
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("page t2"), "until another one is chosen")
    try pilot.press(.character("1"))
    #expect(pilot.screen.hasPrefix("page t1"))
  }

  @Test func anotherTitleIsShown() throws {
    let pilot = try Pilot.showing { tabs(2) }
    pilot.root(TabBarController.self)?.children[0].tabBarItem = TabBarItem(title: "renamed")
    try pilot.settle()
    #expect(pilot.screen.contains("1 renamed   2 t2"))
  }

  @Test func aNameGivenLaterMakesAScreenPartOfTheState() throws {
    var name: String?
    let pilot = try Pilot.showing {
      let tabs = tabs(1)
      let inner = NavigationController(rootViewController: Page("inner"))
      inner.restorationIdentifier = name
      tabs.viewControllers = [inner]
      return tabs
    }
    name = "stack"
    pilot.root(TabBarController.self)?.children[0].restorationIdentifier = name
    try pilot.settle()
    let stored = pilot.application.explainPreservation().filter { $0.verdict == .preserved }
    #expect(stored.compactMap(\.identifier).contains("inner"))
    try pilot.restartAndRestore()
    #expect(
      pilot.application.restorationReport.entries.map(\.path).contains(["tabs", "stack", "inner"]))
  }

  /// The tabs of a screen that was never looked at have no view yet.
  @Test func aTabChosenBeforeThereIsAViewIsThereAfterAKill() throws {
    let pilot = try Pilot.showing {
      let outer = TabBarController()
      outer.restorationIdentifier = "outer"
      outer.viewControllers = [Page("first"), tabs(3)]
      return outer
    }
    let outer = try #require(pilot.root(TabBarController.self))
    let inner = try #require(outer.viewControllers[1] as? TabBarController)
    inner.selectedIndex = 2
    try pilot.settle()
    try pilot.restartAndRestore()
    let after = pilot.root(TabBarController.self)?.viewControllers[1] as? TabBarController
    #expect(after?.selectedIndex == 2)
  }
}
