import Foundation
import RepriseTesting
import Testing
import TestSupport

@testable import Reprise

/// Changes outside a turn are drawn without a key, and cost one turn however many they are.
@Suite struct TurnTests {
  /// A screen with one of everything.
  private final class Everything: ViewController, TableViewDataSource {
    let label = Label("label")
    let button = Button("button")
    let toggle = Switch()
    let field = TextField()
    let text = TextView()
    let table = TableView()
    let scroll = ScrollView()
    var row = "row"
    var cell: TableViewCell?

    override func viewDidLoad() {
      table.dataSource = self
      for (index, row) in [label, button, toggle, field, text, table, scroll].enumerated() {
        row.frame = Rect(x: 1, y: index, width: 20, height: 1)
        view.addSubview(row)
      }
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = row
      self.cell = cell
      return cell
    }
  }

  /// The screen in a stack in a tab.
  private struct Place {
    let pilot: Pilot
    let screen = Everything()
    let stack: NavigationController
    let tabs = TabBarController()

    init() throws {
      stack = NavigationController(rootViewController: screen)
      tabs.viewControllers = [stack, ViewController()]
      pilot = try Pilot.showing { [tabs] in tabs }
    }
  }

  private static let changes: [(String, (Place) -> Void)] = [
    ("a label's text", { $0.screen.label.text = "other" }),
    ("a label's alignment", { $0.screen.label.alignment = .right }),
    ("a label's lines", { $0.screen.label.wraps = true }),
    ("a style", { $0.screen.label.style = Style(.bold) }),
    ("a place", { $0.screen.label.frame.origin.x = 5 }),
    ("a size", { $0.screen.label.frame.size.width = 3 }),
    ("hiding", { $0.screen.label.isHidden = true }),
    ("a button's title", { $0.screen.button.title = "other" }),
    ("a switch", { $0.screen.toggle.isOn = true }),
    ("a field's text", { $0.screen.field.text = "other" }),
    ("a field's placeholder", { $0.screen.field.placeholder = "other" }),
    ("a text", { $0.screen.text.text = "other" }),
    ("a text's placeholder", { $0.screen.text.placeholder = "other" }),
    (
      "rows",
      {
        $0.screen.row = "other"
        $0.screen.table.reloadData()
      }
    ),
    ("a cell's text", { $0.screen.cell?.text = "other" }),
    ("the marks of rows", { $0.screen.table.allowsMultipleSelection = true }),
    (
      "a view that comes",
      {
        let label = Label("other")
        label.frame = Rect(x: 30, y: 0, width: 9, height: 1)
        $0.screen.view.addSubview(label)
      }
    ),
    ("a view that goes", { $0.screen.label.removeFromSuperview() }),
    ("a title", { $0.screen.title = "other" }),
    ("a detail", { $0.screen.navigationItem.detail = "other" }),
    ("a tab's title", { $0.stack.tabBarItem = TabBarItem(title: "other") }),
    ("a tab", { $0.tabs.selectedIndex = 1 }),
    ("a status", { $0.tabs.statusText = "other" }),
    ("a screen that is pushed", { $0.stack.push(ViewController()) }),
    ("a screen that is presented", { $0.screen.present(Rows("sheet", [Label("other")])) }),
    ("a notice", { $0.pilot.application.window.show(notice: "other") }),
    ("a warning", { $0.pilot.application.window.warning = "other" }),
    ("the focus", { $0.screen.text.becomeFirstResponder() }),
  ]

  @Test func changesInATaskAreDrawn() async throws {
    for (name, change) in Self.changes {
      let place = try Place()
      let (pilot, before) = (place.pilot, place.pilot.frame)
      await Task { change(place) }.value
      #expect(pilot.isTurnScheduled, "\(name)")
      #expect(pilot.frame == before, "\(name): nothing is drawn elsewhere")
      try pilot.settle()
      #expect((pilot.frame == before) == (name == "a label's lines"), "\(name)")
      #expect(!pilot.isTurnScheduled, "\(name)")
    }
  }

  @Test func aTitleThatChangesBelowTheScreenIsDrawnAsTheWayBack() throws {
    let place = try Place()
    place.stack.push(ViewController())
    try place.pilot.settle()
    place.screen.title = "other"
    #expect(place.pilot.isTurnScheduled)
    try place.pilot.settle()
    #expect(place.pilot.screen.contains("‹ other"))
  }

  @Test func leftTabDisappearsFromTheScreen() throws {
    let place = try Place()
    place.tabs.selectedIndex = 1
    try place.pilot.settle()
    #expect(!place.pilot.screen.contains("label"))
    #expect(place.stack.view.superview == nil)
  }

  @Test func replacedRootDisappearsFromTheScreen() throws {
    let place = try Place()
    #expect(place.pilot.screen.contains("label"))
    place.pilot.application.window.rootViewController = Rows("next", [])
    try place.pilot.settle()
    #expect(!place.pilot.screen.contains("label"))
    #expect(place.tabs.view.superview == nil)
  }

  @Test func manyChangesAreOneTurn() throws {
    let place = try Place()
    var asked = 0
    var turn: (() -> Void)?
    place.pilot.application.eventLoop.callSoon = {
      asked += 1
      turn = $0
    }
    let frames = place.pilot.terminal.frames.count
    for (_, change) in Self.changes { change(place) }
    #expect(asked == 1)
    turn?()
    #expect(place.pilot.terminal.frames.count == frames + 1)
    #expect(asked == 1, "drawing asks for nothing")
    place.tabs.statusText = "once more"
    #expect(asked == 2)
  }

  /// The changes of a key are drawn in its own turn; nothing wakes the app afterwards.
  @Test func aTurnAsksForNoOther() throws {
    let pilot = try Pilot.library()
    let keys = KeyScript("<Down><Enter>m<Esc><Esc>En<Tab>word<Backspace><Esc>2g1<PgDn>G<Left>")
    for key in keys.keys {
      try pilot.press(key)
      #expect(!pilot.isTurnScheduled, "\(key)")
      #expect(!pilot.application.window.needsDisplay)
      #expect(!pilot.application.window.needsLayout)
    }
    try pilot.click(x: 3, y: 3)
    try pilot.resize(to: Size(width: 100, height: 30))
    #expect(!pilot.isTurnScheduled)
  }

  @Test func eventUsesTheRequestedTurn() throws {
    let place = try Place()
    place.screen.label.text = "other"
    try place.pilot.press(.character("."))
    let frames = place.pilot.terminal.frames.count
    try place.pilot.settle()
    #expect(place.pilot.terminal.frames.count == frames)
  }

  @Test func customStateThatIsMarkedIsStored() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    pilot.root(Worded.self)?.word = "typed by a timer"
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(Worded.self)?.word == "typed by a timer")
  }

  @Test func inTheBackgroundNothingIsDrawn() throws {
    let place = try Place()
    let (pilot, label) = (place.pilot, place.screen.label)
    pilot.application.stopProcess = { true }
    try pilot.send(.signal(.suspend))
    let frames = pilot.terminal.frames.count
    label.text = "while it was away"
    #expect(!pilot.isTurnScheduled)
    try pilot.send(.signal(.resume))
    #expect(pilot.terminal.frames.count == frames + 1)
    #expect(pilot.screen.contains("while it was away"))
    label.text = "and later"
    #expect(pilot.isTurnScheduled)
  }

  /// With the main queue as it is in an app.
  @Test func mainQueueRunsTheTurn() async throws {
    let terminal = HeadlessTerminal()
    let application = Application(
      delegate: Keeping(), device: terminal, store: StateStore(unavailable: "a test"))
    application.eventLoop.callLater = { _, _ in }
    let label = Label("before")
    application.window.rootViewController = Rows("root", [label])
    try application.launch()
    let frames = terminal.frames.count
    Task { label.text = "after" }
    #expect(try await Wait.until { terminal.frames.count > frames })
    #expect(terminal.frames.last?.plainText().contains("after") == true)
  }

  private final class Keeping: ApplicationDelegate {}

  /// Nothing that is in its place is put there again.
  @Test func aLayoutThatChangesNothingMarksNothing() throws {
    let pilot = try Pilot.library(size: Size(width: 100, height: 30))
    try pilot.press(.character("n"))
    let window = pilot.application.window
    let before = window.subviews.map(ObjectIdentifier.init)
    #expect(before.count == 5)
    window.setNeedsLayout()
    window.layoutIfNeeded()
    #expect(!window.needsLayout)
    #expect(window.subviews.map(ObjectIdentifier.init) == before)
    let (view, on) = (View(), View())
    view.addSubview(on)
    view.layoutIfNeeded()
    view.addSubview(on)
    #expect(!view.needsLayout)
  }
}
