import Foundation
import Reprise
import RepriseTesting
import Testing

/// Where tables and bars put what they show, to the column.
@Suite struct PictureTests {
  /// Rows in sections with titles: `a1`, `a2` under `a`, and so on.
  private final class Sections: ViewController, TableViewDataSource {
    let table = TableView()
    let counts: [Int]
    var hasDetails = true

    init(_ counts: [Int]) {
      self.counts = counts
      super.init()
      restorationIdentifier = "sections"
    }

    override func loadView() -> View { table }

    override func viewDidLoad() {
      table.placeholder = "Nothing is here yet, press n to make the first"
      table.dataSource = self
    }

    private func name(_ section: Int) -> String { ["a", "b", "c"][section] }

    func numberOfSections(in tableView: TableView) -> Int { counts.count }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      counts[section]
    }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "Part \(name(section))"
    }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "\(name(path.section))\(path.row + 1) is a row with quite a long text in it"
      if hasDetails { cell.detailText = "\(path.row + 1) of \(counts[path.section])" }
      return cell
    }
  }

  private static let size = Size(width: 40, height: 10)

  private func pilot(_ counts: [Int]) throws -> Pilot {
    try Pilot.showing(size: Self.size) { Sections(counts) }
  }

  @Test func emptyTableShowsItsPlaceholder() throws {
    let pilot = try Pilot.showing(size: Self.size) { Sections([]) }
    #expect(
      pilot.screen == """

          Nothing is here yet, press n to make
          the first
        """)
  }

  @Test func rowsHaveTitlesAboveAndDetailsAtTheRight() throws {
    let pilot = try pilot([2, 1])
    #expect(
      pilot.screen == """
         Part a
         a1 is a row with quite a long … 1 of 2
         a2 is a row with quite a long … 2 of 2
         Part b
         b1 is a row with quite a long … 1 of 1
        """)
  }

  /// Where the first row of a section comes into view, its title does too.
  @Test func titleScrollsIntoViewWithItsFirstRow() throws {
    let pilot = try pilot([7, 7])
    for _ in 0..<13 { try pilot.press(KeyPress(.down)) }
    #expect(pilot.screen.hasPrefix(" a7"), "\(pilot.screen)")
    for _ in 0..<6 { try pilot.press(KeyPress(.up)) }
    #expect(pilot.screen.hasPrefix(" a7"), "\(pilot.screen)")
    for _ in 0..<7 { try pilot.press(KeyPress(.up)) }
    #expect(pilot.screen.hasPrefix(" Part a"), "\(pilot.screen)")
  }

  /// A row shows what its cell was given for it, not what another row left there.
  @Test func aCellThatIsUsedAgainShowsNothingOfTheRowBefore() throws {
    let pilot = try pilot([30])
    let screen = pilot.root(Sections.self)
    screen?.hasDetails = false
    for _ in 0..<2 { try pilot.press(KeyPress(.pageDown)) }
    #expect(pilot.screen.contains("a17 is a row"), "\(pilot.screen)")
    #expect(!pilot.screen.contains("of 30"), "\(pilot.screen)")
  }

  @Test func anEmptyFieldCanBeSeen() throws {
    let pilot = try Pilot.showing(size: Self.size) { Rows("form", [TextField()]) }
    let isUnderlined = (0..<Self.size.width).filter {
      pilot.frame[Point(x: $0, y: 0)]?.style.attributes.contains(.underline) == true
    }
    #expect(isUnderlined == Array(1...20))
  }

  @Test func barsAreAtTheEdges() throws {
    let screen = Rows("screen", [Label("content")])
    let stack = NavigationController(rootViewController: Rows("below", []))
    stack.viewControllers[0].title = "Below"
    screen.title = "A title that is longer than its room"
    screen.navigationItem.detail = "3 of 4"
    stack.push(screen)
    stack.tabBarItem = TabBarItem(title: "First")
    let tabs = TabBarController()
    tabs.viewControllers = [stack, ViewController()]
    tabs.viewControllers[1].tabBarItem = TabBarItem(title: "Second")
    tabs.statusText = "2 drafts wait for you"
    let pilot = try Pilot.showing(size: Self.size) { tabs }
    pilot.application.window.show(notice: "Something was done")
    try pilot.settle()
    #expect(
      pilot.screen == """
         ‹ Below  A title that is long…  3 of 4
         content






          1 First   2 Second   2 drafts wait f…
         Something was done
        """)
  }

  /// The title has what the detail leaves, and the detail no more than half of the bar.
  @Test func aLongDetailIsCut() throws {
    let screen = Rows("screen", [])
    screen.title = "A title"
    screen.navigationItem.detail = "123456789 123456789 123456789"
    let pilot = try Pilot.showing(size: Self.size) {
      NavigationController(rootViewController: screen)
    }
    // It may have what the title leaves, and half of the bar in any case.
    #expect(pilot.screen == " A title   123456789 123456789 1234567…")
    screen.title = "A title as long as that"
    try pilot.settle()
    #expect(pilot.screen == " A title as long a…  123456789 1234567…")
  }

  /// The title comes first; a form that does not fit is left out, never cut.
  @Test func detailUsesTheLongestFormThatFits() throws {
    let screen = Rows("screen", [])
    screen.title = "Items"
    screen.navigationItem.detail = "1,204 items · €22,966.10 · 2 without value"
    screen.navigationItem.shorterDetails = ["1,204 items · €22,966.10", "€22,966.10"]
    let pilot = try Pilot.showing(size: Self.size) {
      NavigationController(rootViewController: screen)
    }
    #expect(pilot.screen == " Items         1,204 items · €22,966.10")
    screen.title = "Items in the drawer"
    try pilot.settle()
    #expect(pilot.screen == " Items in the drawer         €22,966.10")
    screen.title = "Items in the upper drawer of the desk"
    try pilot.settle()
    #expect(pilot.screen == " Items in the upper drawer…  €22,966.10")
    screen.navigationItem.shorterDetails = ["1,204 items · €22,966.10"]
    try pilot.settle()
    #expect(pilot.screen == " Items in the upper drawer of the desk")
  }

  private final class Hinting: ViewController {
    let titles: [String]

    init(_ titles: [String]) {
      self.titles = titles
      super.init()
      restorationIdentifier = "hinting"
    }

    override var keyCommands: [KeyCommand] {
      zip("abc", titles).map { KeyCommand($0, title: $1, isHinted: true) {} }
    }
  }

  /// A row of 40 has room for 39 columns: each key, a space and what it does, two spaces between.
  @Test(arguments: [
    ([String(repeating: "x", count: 37)], [37]),
    ([String(repeating: "x", count: 38)], []),
    (["one", String(repeating: "x", count: 30)], [3, 30]),
    (["one", String(repeating: "x", count: 31)], [3]),
    (["one", String(repeating: "x", count: 31), "y"], [3]),
  ])
  func asManyHintsAsFitAreShown(_ titles: [String], _ shown: [Int]) throws {
    let pilot = try Pilot.showing(size: Self.size) { Hinting(titles) }
    let expected = zip("abc", titles).prefix(shown.count).map { "\($0) \($1)" }
    #expect(
      pilot.screen.split(separator: "\n").last.map(String.init) ?? ""
        == (expected.isEmpty ? "" : " " + expected.joined(separator: "  ")))
  }

  private final class Changing: ViewController {
    var title1 = "before"

    override init() {
      super.init()
      restorationIdentifier = "changing"
    }

    override var keyCommands: [KeyCommand] {
      [KeyCommand("a", title: title1, isHinted: true) { [weak self] in self?.title1 = "after" }]
    }
  }

  @Test func changedHintIsRedrawn() throws {
    let pilot = try Pilot.showing(size: Self.size) { Changing() }
    #expect(pilot.screen.hasSuffix(" a before"))
    try pilot.press(.character("a"))
    #expect(pilot.screen.hasSuffix(" a after"))
  }

  @Test func aClickSelectsARowAndTheNextOneOpensIt() throws {
    let pilot = try pilot([3])
    let table = try #require(pilot.root(Sections.self)).table
    #expect(table.indexPathForSelectedRow?.row == 0)
    try pilot.click(x: 3, y: 2)
    #expect(table.indexPathForSelectedRow?.row == 1)
    try pilot.click(x: 3, y: 3)
    #expect(table.indexPathForSelectedRow?.row == 2)
  }

  /// Two rows high: the title of a section does not push its selected row out.
  @Test func aTableOfTwoRowsShowsTheSelectedOne() throws {
    let pilot = try pilot([2, 2])
    let table = try #require(pilot.root(Sections.self)).table
    table.frame.size.height = 2
    try pilot.settle()
    for _ in 0..<2 { try pilot.press(KeyPress(.down)) }
    table.frame.size.height = 2
    table.layoutIfNeeded()
    try pilot.settle()
    let lines = pilot.screen.split(separator: "\n")
    #expect(lines.prefix(2).contains { $0.contains("b1 is") }, "\(pilot.screen)")
  }
}
