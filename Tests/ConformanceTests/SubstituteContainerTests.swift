import Foundation
import Reprise
import RepriseTesting
import Testing

/// Containers that the kit doesn't provide: an app's own are restored (contract 2.B.5, 2.B.6, 2.C.7).
@Suite struct SubstituteContainerTests {
  // MARK: - Two panes

  /// A container of two lists side by side; a narrow window shows the chosen one.
  private final class Panes: ViewController {
    let panes: [ListScreen]
    private var front = 0

    init(_ shelf: Shelf) {
      panes = ["list", "detail"].map { NamedListScreen($0, shelf) }
      super.init()
      restorationIdentifier = "panes"
      panes.forEach(addChild)
    }

    func choose(_ index: Int) {
      front = index
      setNeedsPreservation()
      view.setNeedsLayout()
    }

    override func viewDidLoad() {
      for pane in panes { view.addSubview(pane.view) }
    }

    override func viewDidLayoutSubviews() {
      let isWide = view.bounds.width >= 70
      let width = isWide ? view.bounds.width / 2 : view.bounds.width
      for (index, pane) in panes.enumerated() {
        pane.view.isHidden = !isWide && index != front
        pane.view.frame = Rect(
          x: isWide ? index * width : 0, y: 0, width: width, height: view.bounds.height)
      }
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(objects: panes, forKey: "panes")
      coder.encode(front, forKey: "front")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      front = coder.decodeInt(forKey: "front") ?? 0
    }
  }

  private static let wide = Size(width: 90, height: 12)
  private static let narrow = Size(width: 50, height: 12)

  @Test func rule_2_B_5_aPaneHiddenByANarrowWindowKeepsItsPosition() throws {
    let shelf = Shelf(80)
    let stage = try Stage.root { _ in Panes(shelf) }
    try stage.pilot.resize(to: Self.wide)
    let panes = try stage.root(Panes.self).panes
    panes[0].table.selectRow(at: IndexPath(row: 12, section: 0))
    panes[1].table.selectRow(at: IndexPath(row: 47, section: 0))
    try stage.turn()
    let picture = stage.pilot.screen
    #expect(picture.contains("thing 12") && picture.contains("thing 47"))
    try stage.pilot.restartAndRestore(size: Self.wide)
    let paths = stage.paths.sorted()
    for front in [0, 1, 1] {
      try stage.root(Panes.self).choose(front)
      try stage.turn()
      try stage.pilot.restartAndRestore(size: Self.narrow)
      let seen = stage.pilot.screen
      #expect(seen.contains(front == 0 ? "thing 12" : "thing 47"))
      #expect(!seen.contains(front == 0 ? "thing 47" : "thing 12"))
      #expect(stage.paths.sorted() == paths, "the number of visible panes makes no difference")
    }
    try stage.pilot.restartAndRestore(size: Self.wide)
    #expect(stage.pilot.screen == picture)
    #expect(try stage.root(Panes.self).panes.map(\.selected) == ["thing 12", "thing 47"])
  }

  // MARK: - Pages

  /// A container that shows a page about one thing of a shelf; PgDn shows the next one.
  private final class Pages: ViewController {
    let plan: Plan
    let shelf: Shelf
    private(set) var index = 0
    private(set) var page: Screen?

    init(_ plan: Plan, _ shelf: Shelf) {
      self.plan = plan
      self.shelf = shelf
      super.init()
      restorationIdentifier = "pages"
      title = "Pages"
    }

    override func viewDidLoad() { show(index) }

    private func show(_ index: Int, as made: Screen? = nil) {
      self.index = min(max(0, index), shelf.things.count - 1)
      if let page { removeChild(page) }
      let page = made ?? Screen("page", plan, name: shelf.things[self.index], isMade: true)
      self.page = page
      addChild(page)
      let label = Label(shelf.things[self.index])
      label.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      page.view.addSubview(label)
      view.addSubview(page.view)
      view.setNeedsLayout()
      setNeedsPreservation()
    }

    override func viewDidLayoutSubviews() { page?.view.frame = view.bounds }

    override func pressBegan(_ press: KeyPress) -> Bool {
      guard press == KeyPress(.pageDown) else { return false }
      show(index + 1)
      return true
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(shelf.things[index], forKey: "thing")
      coder.encode(index, forKey: "index")
      coder.encode(object: page, forKey: "page")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      let found = coder.decodeString(forKey: "thing").flatMap(shelf.things.firstIndex)
      guard let found else { return show(coder.decodeInt(forKey: "index") ?? 0) }
      show(found, as: coder.decodeObject(forKey: "page") as? Screen)
    }
  }

  @Test func rule_2_B_6_aPageComesBackByItsElementsName() throws {
    let shelf = Shelf(6)
    let plan = Plan()
    plan.makeByClass = { [unowned plan] _, coder in
      Screen("page", plan, name: "thing 2", isMade: true)
    }
    let stage = try Stage.root(plan) { Pages($0, shelf) }
    try stage.pilot.press(KeyPress(.pageDown), KeyPress(.pageDown))
    try stage.root(Pages.self).page?.word = "read as far as here"
    try stage.turn()
    #expect(stage.pilot.screen.hasPrefix("thing 2"))
    // The data changes while the app is not running.
    shelf.things.reverse()
    try stage.pilot.restartAndRestore()
    #expect(stage.pilot.screen.hasPrefix("thing 2"))
    #expect(try stage.root(Pages.self).page?.word == "read as far as here")
    #expect(stage.pilot.problems == [])
    try stage.pilot.press(KeyPress(.pageDown))
    #expect(stage.pilot.screen.hasPrefix("thing 1"), "the order is reversed")
    try stage.restart()
    #expect(try stage.root(Pages.self).index == 4)
    shelf.things.remove(at: 4)
    try stage.pilot.restartAndRestore()
    #expect(stage.pilot.screen.hasPrefix("thing 0"), "its neighbour")
    #expect(stage.pilot.problems == [])
  }

  // MARK: - History

  /// A list whose rows are long enough to be scrolled.
  private static func page(_ name: String) -> ListScreen { ListScreen(name, Shelf(100)) }

  @Test func rule_2_C_7_everyPageOfAHistoryKeepsItsPosition() throws {
    let plan = Plan { plan, application in
      let stack = NavigationController.named("history")
      stack.setViewControllers([Self.page("start")])
      application.window.rootViewController = stack
    }
    plan.makeByClass = { path, _ in
      path.last.map {
        let page = Self.page($0)
        page.restorationClass = Maker.self
        return page
      }
    }
    let stage = try Stage(plan)
    var pictures: [String] = []
    for (name, turns) in [("chapter", 5), ("section", 9), ("", 14)] {
      // Scroll the selection off the screen, as a reader does.
      for _ in 0..<turns {
        try stage.pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 5))))
      }
      pictures.append(stage.pilot.screen)
      guard !name.isEmpty else { break }
      let page = Self.page(name)
      page.restorationClass = Maker.self
      try stage.root(NavigationController.self).push(page)
      try stage.turn()
    }
    #expect(Set(pictures).count == 3)
    try stage.restart()
    #expect(stage.pilot.screen == pictures[2])
    // Go back through the history, with another kill half-way.
    for picture in pictures.prefix(2).reversed() {
      try stage.root(NavigationController.self).popViewController()
      try stage.turn()
      #expect(stage.pilot.screen == picture)
      try stage.restart()
      #expect(stage.pilot.screen == picture)
    }
  }
}
