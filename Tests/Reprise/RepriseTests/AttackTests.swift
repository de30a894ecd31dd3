import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Misuse of the kit that is bound to happen.
@Suite struct AttackTests {
  // MARK: - No room at all

  /// Every screen of the library, a sheet with a text being typed included.
  @Test(arguments: [
    Size.zero, Size(width: 0, height: 30), Size(width: 80, height: 0), Size(width: 1, height: 1),
    Size(width: 40, height: 9), Size(width: 39, height: 10),
  ])
  func withoutRoomNothingIsLost(_ size: Size) throws {
    let pilot = try Pilot.library(size: Size(width: 100, height: 30))
    for key in KeyScript("<Down>n").keys { try pilot.press(key) }
    try pilot.type("teapot")
    let frame = pilot.frame
    try pilot.resize(to: size)
    try pilot.click(x: 0, y: 0)
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 0, y: 0))))
    for key in KeyScript("x<Enter><Esc><Tab><PgDn>").keys { try pilot.press(key) }
    try pilot.restartAndRestore()
    #expect(pilot.frame.size == size)
    try pilot.resize(to: Size(width: 100, height: 30))
    #expect(pilot.frame == frame)
  }

  @Test func anAppStartsWithoutRoom() throws {
    let pilot = try Pilot.library(size: .zero)
    try pilot.resize(to: Size(width: 50, height: 12))
    #expect(pilot.screen.contains("Shelf"))
  }

  // MARK: - Many rows

  /// Counts what it is asked for.
  private final class Endless: TableViewDataSource {
    var rows = 10_000_000
    var asked = 0
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      asked += 1
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "row \(indexPath.row)"
      return cell
    }
  }

  private final class Listing: ViewController {
    let endless: Endless
    let table = TableView()
    init(_ endless: Endless) {
      self.endless = endless
      super.init()
      restorationIdentifier = "listing"
      table.restorationIdentifier = "table"
    }
    override func loadView() -> View { table }
    override func viewDidLoad() { table.dataSource = endless }
  }

  @Test func tenMillionRowsCostOnlyTheVisibleOnes() throws {
    let endless = Endless()
    let pilot = try Pilot.showing { Listing(endless) }
    try pilot.press(.character("G"))
    #expect(pilot.screen.contains("row 9999999"))
    for key in KeyScript("<PgUp><PgUp><Up><Home>G<PgUp>").keys { try pilot.press(key) }
    let frame = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame)
    #expect(endless.asked < 200)
  }

  /// A typical data source: a request for a deleted row traps.
  private final class Fragile: ViewController, TableViewDataSource, TableViewDelegate,
    DataSourceModelAssociation
  {
    var names = (0..<50).map { "name \($0)" }
    var opened: [String] = []
    let table = TableView()

    override init() {
      super.init()
      restorationIdentifier = "fragile"
      table.restorationIdentifier = "table"
      table.dataSource = self
      table.delegate = self
    }

    override func loadView() -> View { table }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      names.count
    }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = names[indexPath.row]
      return cell
    }
    func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
      !names[indexPath.row].isEmpty
    }
    func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
      names.remove(at: indexPath.row)
    }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
      opened.append(names[indexPath.row])
    }
    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
      opened.append(names[indexPath.row])
    }
    func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
      names[indexPath.row]
    }
    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      names.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
    }
  }

  /// Every key and every click that asks about a row, after rows went without a word.
  @Test(arguments: ["<Enter>", "<Up>", "<Down>", "<Home>", "G", "<PgUp>", "<PgDn>", "<Tab>", "d"])
  func silentlyRemovedRowsAreNotRequested(_ key: String) throws {
    for count in [0, 1, 3, 49] {
      let pilot = try Pilot.showing(expecting: ["changed without reloadData()"]) { Fragile() }
      let screen = try #require(pilot.root(Fragile.self))
      for key in KeyScript("G<Up><Up>").keys { try pilot.press(key) }
      screen.names.removeLast(50 - count)
      for key in KeyScript(key).keys { try pilot.press(key) }
      if key == "d" { screen.table.deleteSelection() }
      try pilot.click(x: 4, y: 9)
      screen.table.setNeedsLayout()
      try pilot.settle()
      let shown = pilot.screen.split(separator: "\n").filter { $0.contains("name") }
      #expect(shown.count <= count, "\(count) left")
      try pilot.restartAndRestore()
    }
  }

  @Test func silentlyRemovedRowsAreReported() throws {
    let pilot = try Pilot.showing(expecting: ["changed without reloadData()"]) { Fragile() }
    try pilot.press(.character("G"))
    pilot.root(Fragile.self)?.names.removeLast(47)
    try pilot.press(KeyPress(.up))
    #expect(pilot.screen.contains(" name 2\n") || pilot.screen.hasSuffix(" name 2"))
    #expect(
      pilot.remarks == [
        "the rows of a TableView changed without reloadData(): "
          + "call it whenever the data source's rows change"
      ])
  }

  // MARK: - Deep and round

  @Test func twoThousandScreensAreOneStack() throws {
    let stack = NavigationController()
    stack.setViewControllers((0..<2_000).map { _ in ViewController() })
    let pilot = try Pilot.showing { stack }
    #expect(stack.viewControllers.count == 2_000)
    stack.popToRootViewController()
    try pilot.settle()
    #expect(stack.viewControllers.count == 1)
  }
}
