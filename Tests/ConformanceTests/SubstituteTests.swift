import Foundation
import Reprise
import RepriseTesting
import Testing

/// Rules about what a terminal kit has no kind of its own for: what an app uses instead does it.
@Suite struct SubstituteTests {
  /// A container of two panes, of which a narrow window shows one.
  private final class Panes: ViewController {
    let shown: Int
    let panes: [Screen]

    init(_ plan: Plan, shown: Int) {
      panes = [Screen("list", plan), Screen("detail", plan)]
      self.shown = shown
      super.init()
      restorationIdentifier = "panes"
      for pane in panes { addChild(pane) }
    }

    override func viewDidLoad() {
      for pane in panes.prefix(shown) { view.addSubview(pane.view) }
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      for (index, pane) in panes.enumerated() { coder.encode(object: pane, forKey: "\(index)") }
    }
  }

  @Test func rule_2_B_5_twoPanesKeepBothWhetherOneOrTwoAreSeen() throws {
    var shown = 2
    let stage = try Stage.root { Panes($0, shown: shown) }
    let panes = try stage.root(Panes.self).panes
    for pane in panes { pane.word = "of \(pane.name)" }
    for narrow in [1, 2] {
      shown = narrow
      try stage.restart()
      #expect(try stage.root(Panes.self).panes.map(\.word) == ["of list", "of detail"])
    }
  }

  @Test func rule_2_B_6_pagesKeepTheNameOfTheirPage() throws {
    let stage = try Stage.root { plan in
      let pages = Screen("pages", plan)
      pages.read = { [unowned pages] coder in
        pages.title = coder.decodeString(forKey: "page") ?? "first"
      }
      pages.write = { [unowned pages] in $0.encode(pages.title, forKey: "page") }
      return pages
    }
    let pages = try stage.root(Screen.self)
    pages.title = "third"
    pages.setNeedsPreservation()
    try stage.restart()
    #expect(try stage.root(Screen.self).title == "third")
  }

  /// A view with something of its own to keep.
  private func restored(_ write: (Tile) -> Void) throws -> Tile? {
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      let tile = Tile("tile", plan)
      screen.load = { $0.addSubview(tile) }
      return screen
    }
    let find = { try stage.root(Screen.self).view.subviews.first as? Tile }
    write(try #require(try find()))
    try stage.restart()
    return try find()
  }

  @Test func rule_2_C_3_aViewOfOnesOwnKeepsWhatItSelects() throws {
    #expect(try restored { $0.word = "row 3, column 4" }?.word == "row 3, column 4")
  }

  @Test func rule_2_C_6_aViewOfOnesOwnKeepsWhereItStands() throws {
    #expect(try restored { $0.word = "moved by 2, 1" }?.word == "moved by 2, 1")
  }

  @Test func rule_2_C_7_historyIsAStackOfScreensEachWithItsPlace() throws {
    let plan = Plan { plan, application in
      let stack = NavigationController.named("history")
      stack.setViewControllers([ListScreen("start", Shelf(100))])
      application.window.rootViewController = stack
    }
    plan.makeByClass = { path, _ in path.last.map { ListScreen($0, Shelf(100)) } }
    let stage = try Stage(plan)
    let page = ListScreen("page", Shelf(100))
    page.restorationClass = Maker.self
    try stage.root(NavigationController.self).push(page)
    try stage.turn()
    page.table.selectRow(at: IndexPath(row: 70, section: 0))
    try stage.restart()
    let pages = try stage.root(NavigationController.self).viewControllers
    #expect(pages.map(\.restorationIdentifier) == ["start", "page"])
    #expect((pages.last as? ListScreen)?.table.indexPathForSelectedRow?.row == 70)
  }

  @Test func rule_5_6_aDataSourceIsNeverAskedAboutNothing() throws {
    let shelf = Shelf(0)
    let stage = try Stage.root { _ in NamedListScreen("list", shelf) }
    try stage.restart()
    // From now on no place waits for rows, and still there is no row to ask about.
    try stage.pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3))))
    try stage.pilot.resize(to: Size(width: 60, height: 14))
    #expect(shelf.asked == [])
  }

  @Test func rule_6_13_whatOneAppExtendsIsItsOwn() throws {
    func plan() -> Plan {
      Plan { plan, application in
        application.window.rootViewController = Screen("screen", plan)
      }
    }
    let (extending, other) = (plan(), plan())
    extending.finish = { $0.extendStateRestoration() }
    let (first, second) = (try Stage(extending), try Stage(other))
    second.application.completeStateRestoration()
    #expect(second.report.remarks.count == 1, "there was nothing to complete")
    first.application.completeStateRestoration()
    #expect(first.report.remarks == [])
  }

  @Test func rule_7_13_whatIsStoredCanBeLookedAt() throws {
    let disk = try Disk()
    let plan = Plan { plan, application in
      let screen = Screen("screen", plan)
      screen.load = { $0.addSubview(Tile(nil, plan)) }
      application.window.rootViewController = screen
    }
    try disk.launch(plan)
    disk.write("seen")
    // While the app has it open, and without the app.
    let file = StateFile(path: disk.path + "/sessions/main/state.sqlite")
    let records = try file.contents(keys: LoginKeyProvider(file: disk.path + "/key")).records
    let stored = try #require(records.first { $0.identifier == "screen" })
    #expect(stored.kind == .controller)
    #expect(stored.values.first { $0.key == "word" }?.value == .string("seen"))
    let explained = try #require(disk.application).explainPreservation()
    let verdicts = explained.filter { $0.isController || $0.typeName == "Tile" }.map(\.verdict)
    #expect(verdicts == [.preserved, .notPreserved("it has no restoration identifier")])
  }
}
