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

  @Test func anEmptyTableSaysWhatToDo() throws {
    let pilot = try Pilot.showing(size: Self.size) { Sections([]) }
    #expect(
      pilot.screen == """

          Nothing is here yet, press n to make
          the first
        """)
  }

  @Test func rowsStandUnderTheirTitlesWithTheirDetailsAtTheRight() throws {
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
  @Test func aTitleComesIntoViewWithItsFirstRow() throws {
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

  @Test func barsStandAtTheEdges() throws {
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
}
