import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import preview

/// A container written as in the article keeps everything that is in it.
@Suite struct ContainerChildrenTests {
  private static func table(_ identifier: String) -> Listing {
    Listing(identifier)
  }

  /// Two sides: tabs of lists, and a stack.
  private func pilot(restarts: Bool = false) throws -> Pilot {
    var registry = RestorationRegistry()
    registry.register(PushedPage.self, as: "pushed page")
    return try Pilot.showing(
      size: Size(width: 80, height: 12), restarts: restarts, registry: registry
    ) {
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = ["first", "second"].map { name in
        let listing = Self.table(name)
        listing.tabBarItem = TabBarItem(title: name)
        return listing
      }
      let stack = NavigationController(rootViewController: Self.table("base"))
      stack.restorationIdentifier = "stack"
      let split = SplitController(tabs, stack)
      split.restorationIdentifier = "split"
      return split
    }
  }

  @Test(arguments: [false, true])
  func articleContainerRestoresTabsStacksMarksAndFocus(restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    // The second tab, its third row, in editing mode with a mark.
    try pilot.press(.character("2"), KeyPress(.down), KeyPress(.down))
    let second = { pilot.find("second") }
    #expect(second().exists)
    try pilot.press(KeyPress(.function(6)))
    let stack = pilot.root(SplitController.self)?.children.last as? NavigationController
    stack?.push(PushedPage())
    try pilot.settle()
    try pilot.type("half a word")
    let before = pilot.frame
    #expect(pilot.screen.contains("half a word"))
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    #expect(pilot.find("pushed/word").isFocused)
    let tabs = pilot.root(SplitController.self)?.children.first as? TabBarController
    #expect(tabs?.selectedIndex == 1)
    let listing = tabs?.selectedViewController as? Listing
    #expect(listing?.list.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    #expect(pilot.remarks == [])
  }

  @Test func focusMovesToTheOtherSideAndBackToTheViewThatHadIt() throws {
    let pilot = try Pilot.showing(size: Size(width: 80, height: 12)) {
      SplitController(
        Rows("left", [Button("one"), Button("two")]),
        Rows("right", [Button("three"), Button("four")]))
    }
    pilot.expectedRemarks = ["has no restoration identifier"]
    func focused() -> String? { (pilot.application.window.firstResponder as? Button)?.title }
    try pilot.press(KeyPress(.tab))
    #expect(focused() == "two")
    try pilot.press(KeyPress(.function(6)))
    #expect(focused() == "three", "not the next view of the same side")
    try pilot.press(KeyPress(.function(6)))
    #expect(focused() == "two")
  }

  /// Children that come and go are made by their class, and taken in by the container.
  private final class Pile: ViewController {
    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      for child in decodeChildren(with: coder) { addChild(child) }
    }
  }

  @Test func childrenThatComeAndGoAreHandedBackInTheirOrder() throws {
    var registry = RestorationRegistry()
    registry.register(PushedPage.self, as: "pushed page")
    let pilot = try Pilot.showing(registry: registry, expecting: ["are named \"pushed\""]) {
      let pile = Pile()
      pile.restorationIdentifier = "pile"
      pile.addChild(Worded("fixed"))
      return pile
    }
    for word in ["first", "second"] {
      let page = PushedPage()
      page.word = word
      pilot.root(Pile.self)?.addChild(page)
    }
    try pilot.press(.character("."))
    try pilot.restartAndRestore()
    let children = pilot.root(Pile.self)?.children ?? []
    #expect(children.map { ($0 as? PushedPage)?.word } == [nil, "first", "second"])
    pilot.root(Pile.self)?.removeChild(children[1])
    try pilot.press(.character("."))
    try pilot.restartAndRestore()
    #expect(
      pilot.root(Pile.self)?.children.map { ($0 as? PushedPage)?.word } == [nil, "second"])
  }

  private final class Sieve: ViewController {
    override var encodesChildren: Bool { false }
  }

  @Test func aContainerMayLeaveItsChildrenOutAndThenTheyAreNamed() throws {
    let pilot = try Pilot.showing {
      let sieve = Sieve()
      sieve.restorationIdentifier = "sieve"
      return sieve
    }
    let problems = try pilot.problems {
      pilot.root(Sieve.self)?.addChild(Worded("lost"))
      try pilot.press(.character("."))
    }
    #expect(
      problems == [
        "the kit remarks: Worded \"lost\" is not saved: no saved object refers to it"
      ])
  }
}

/// A list of ten rows.
final class Listing: ViewController {
  let list = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(list) { $0.text = $1.id }

  struct Row: Identifiable {
    let id: String
  }

  init(_ identifier: String) {
    super.init()
    restorationIdentifier = identifier
    title = identifier
  }

  override func loadView() -> View { list }

  override func viewDidLoad() {
    list.restorationIdentifier = "list"
    rows.apply((0..<10).map { Row(id: "\(title) \($0)") })
  }
}

/// A screen that its class makes again.
final class PushedPage: ViewController, ViewControllerRestoration {
  @Restorable("word") var word = ""

  override init() {
    super.init()
    restorationIdentifier = "pushed"
    restorationClass = Self.self
    title = "Pushed"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? { PushedPage() }

  override func loadView() -> View {
    Column { TextField($word) }
  }
}
