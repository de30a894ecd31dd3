import Foundation
import Reprise
import RepriseTesting
import Testing

/// An outline: what its keys and clicks show, what it asks its data source for, and what a kill keeps.
@Suite struct OutlineViewTests {
  private func showing(
    _ home: HomeTree, size: Size = Size(width: 40, height: 10), restarts: Bool = false,
    _ configure: @escaping (HomeScreen) -> Void = { _ in }
  ) throws -> Pilot {
    try Pilot.showing(size: size, restarts: restarts) { HomeScreen(home, configure) }
  }

  // MARK: - Keys

  @Test(arguments: [false, true]) func rightExpandsAndLeftCollapses(restarts: Bool) throws {
    let pilot = try showing(HomeTree(), restarts: restarts)
    #expect(pilot.rows == " ▸ Garden\n ▸ House\n   Street")
    try pilot.press(script: "j<Right>")
    #expect(pilot.rows == " ▸ Garden\n ▾ House\n   ▸ Cellar\n     Hall\n   Street")
    #expect(pilot.lineUnderCursor == "▾ House")
    try pilot.press(script: "l")
    #expect(pilot.lineUnderCursor == "▸ Cellar", "a second key goes to the first child")
    try pilot.press(script: "l")
    #expect(
      pilot.rows == " ▸ Garden\n ▾ House\n   ▾ Cellar\n       Shelf\n     Hall\n   Street")
    try pilot.press(script: "lh")
    #expect(pilot.lineUnderCursor == "▾ Cellar", "it goes to what the shelf is in")
    try pilot.press(script: "hh")
    #expect(pilot.lineUnderCursor == "▾ House")
    try pilot.press(script: "<Left>")
    #expect(pilot.rows == " ▸ Garden\n ▸ House\n   Street")
    try pilot.press(script: "<Right>")
    #expect(pilot.rows == " ▸ Garden\n ▾ House\n   ▸ Cellar\n     Hall\n   Street")
  }

  @Test func enterOpensAnyItemAndRightOneThatCannotBeExpanded() throws {
    let pilot = try showing(HomeTree())
    try pilot.press(script: "j<Enter><Right>jjl")
    #expect(pilot.homeScreen?.opened == ["house", "hall"])
  }

  @Test(arguments: [false, true]) func everythingIsExpandedAndCollapsedAtOnce(restarts: Bool) throws
  {
    let pilot = try showing(HomeTree(), restarts: restarts)
    try pilot.press(script: "zR")
    #expect(
      pilot.rows
        == " ▾ Garden\n     Shed\n ▾ House\n   ▾ Cellar\n       Shelf\n     Hall\n   Street")
    try pilot.press(script: "jjjj")
    #expect(pilot.lineUnderCursor == "Shelf")
    try pilot.press(script: "zM")
    #expect(pilot.rows == " ▸ Garden\n ▸ House\n   Street")
    #expect(pilot.lineUnderCursor == "▸ House", "the selected shelf was in it")
  }

  @Test func aClickOnTheTriangleKeepsTheSelection() throws {
    let pilot = try showing(HomeTree())
    try pilot.click(x: 1, y: 1)
    #expect(pilot.rows == " ▸ Garden\n ▾ House\n   ▸ Cellar\n     Hall\n   Street")
    #expect(pilot.lineUnderCursor == "▸ Garden")
    try pilot.click(x: 3, y: 2)
    try pilot.click(x: 7, y: 3)
    #expect(pilot.lineUnderCursor == "Shelf")
    try pilot.click(x: 1, y: 1)
    #expect(pilot.rows == " ▸ Garden\n ▸ House\n   Street")
    #expect(pilot.lineUnderCursor == "▸ House", "what was selected in it is hidden")
    #expect(pilot.homeScreen?.opened == [])
  }

  // MARK: - Rows that change

  @Test func anItemStaysExpandedWhereverItMoves() throws {
    let home = HomeTree()
    let pilot = try showing(home)
    try pilot.press(script: "jlll")
    home.names["cellar"] = "Basement"
    home.children["house"] = ["hall"]
    home.children["garden"] = ["shed", "cellar"]
    pilot.homeScreen?.outline.reloadData()
    try pilot.settle()
    #expect(pilot.rows == " ▸ Garden\n ▾ House\n     Hall\n   Street")
    try pilot.press(script: "ggl")
    #expect(
      pilot.rows
        == " ▾ Garden\n     Shed\n   ▾ Basement\n       Shelf\n ▾ House\n     Hall\n   Street")
  }

  @Test func anUndoneDeletionBringsAnItemBackExpanded() throws {
    let home = HomeTree()
    let pilot = try showing(home)
    try pilot.press(script: "jl")
    let before = pilot.rows
    home.children[nil] = ["garden", "street"]
    pilot.homeScreen?.outline.reloadData()
    try pilot.settle()
    #expect(pilot.rows == " ▸ Garden\n   Street")
    home.children[nil] = ["garden", "house", "street"]
    pilot.homeScreen?.outline.reloadData()
    try pilot.settle()
    #expect(pilot.rows == before)
    home.children[nil] = ["garden", "street"]
    try pilot.restartAndRestore()
    #expect(pilot.homeScreen?.outline.expandedItems == [], "a launch forgets what is gone")
    #expect(pilot.problems == [])
  }

  @Test func changedItemsWithoutAReloadAreReported() throws {
    let home = HomeTree()
    let pilot = try showing(home)
    try pilot.press(script: "jlgg")
    home.children["house"] = []
    let problems = try pilot.problems { try pilot.press(script: "l") }
    #expect(problems.contains { $0.contains("changed without reloadData()") }, "\(problems)")
    #expect(pilot.rows == " ▾ Garden\n     Shed\n   House\n   Street")
  }

  // MARK: - Marks

  @Test(arguments: [false, true]) func marksStayOnItemsInCollapsedOnes(restarts: Bool) throws {
    let pilot = try showing(HomeTree(), restarts: restarts) {
      $0.outline.allowsMultipleSelection = true
    }
    try pilot.press(script: "jlj kkh")
    #expect(pilot.homeScreen?.outline.modelIdentifiersForMarkedRows == ["cellar"])
    try pilot.press(script: "l")
    #expect(pilot.rows.contains("✓   ▸ Cellar"))
    try pilot.press(script: "*")
    #expect(pilot.homeScreen?.outline.numberOfMarks == 5)
  }

  // MARK: - A kill

  @Test func aKillKeepsTheRowsThePositionAndTheSelection() throws {
    let home = HomeTree()
    for number in 0..<50 { home.add("box\(number)", in: "shelf") }
    for number in 0..<50 { home.add("tool\(number)", in: "shed") }
    let pilot = try showing(home)
    try pilot.press(script: "zRG<PgUp><PgUp>kk")
    let (frame, line) = (pilot.frame, pilot.lineUnderCursor)
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame)
    #expect(pilot.lineUnderCursor == line)
    home.add("early", in: nil, at: 0)
    try pilot.restartAndRestore()
    #expect(pilot.lineUnderCursor == line, "rows above moved everything down by one")
    #expect(pilot.problems == [])
  }

  @Test func withoutExpandedItemsTheStateIsThatOfATable() throws {
    let pilot = try showing(HomeTree())
    try pilot.press(script: "jlh")
    #expect(!pilot.savedObjects.contains { $0.identifier == "outline.expanded" })
    try pilot.restartAndRestore()
    #expect(pilot.problems == [])
  }

  // MARK: - Cost

  @Test func onlyExpandedItemsAreAskedForChildren() throws {
    let home = HomeTree()
    let pilot = try showing(home)
    #expect(home.asked == [nil], "only the top")
    try pilot.press(script: "jl")
    #expect(home.asked.subtracting(["house"]) == [nil])
  }

  @Test func amongAMillionItemsOnlyVisibleOnesAreAskedFor() throws {
    let million = MillionTree()
    let pilot = try Pilot.showing { MillionScreen(million) }
    try pilot.press(script: "jl<End>")
    #expect(pilot.lineUnderCursor?.hasPrefix("▸ item 999999 ") == true)
    try pilot.press(script: "l<End>k")
    #expect(pilot.lineUnderCursor?.hasPrefix("▸ item 999999.999998") == true)
    let screens = 12
    #expect(million.children < screens * 30, "asked for \(million.children) identifiers")
    try pilot.restartAndRestore()
    #expect(pilot.lineUnderCursor?.hasPrefix("▸ item 999999.999998") == true)
    #expect(pilot.problems == [])
  }
}

/// A home that outlives the app, as data does.
private final class HomeTree {
  var children: [String?: [String]] = [
    nil: ["garden", "house", "street"], "garden": ["shed"], "house": ["cellar", "hall"],
    "cellar": ["shelf"],
  ]
  var names: [String: String] = [:]

  /// The items whose children were asked for.
  var asked: Set<String?> = []

  func add(_ item: String, in parent: String?, at index: Int? = nil) {
    let end = children[parent]?.count ?? 0
    children[parent, default: []].insert(item, at: index ?? end)
  }

  func name(of item: String) -> String {
    names[item] ?? item.prefix(1).uppercased() + item.dropFirst()
  }
}

private final class HomeScreen: ViewController, OutlineViewDataSource, TableViewDelegate {
  let home: HomeTree
  let outline = OutlineView().named("outline")
  var opened: [String] = []

  init(_ home: HomeTree, _ configure: (HomeScreen) -> Void) {
    self.home = home
    super.init()
    restorationIdentifier = "home"
    configure(self)
    outline.outlineDataSource = self
    outline.delegate = self
  }

  override func loadView() -> View { outline }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?) -> Int {
    home.asked.insert(identifier)
    return home.children[identifier]?.count ?? 0
  }

  func outlineView(
    _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
  ) -> String? {
    home.children[identifier]?[index]
  }

  func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String? {
    home.children.first { $0.value.contains(identifier) }?.key
  }

  func outlineView(
    _ outlineView: OutlineView, isItemExpandableAt location: OutlineLocation
  ) -> Bool {
    let item = home.children[location.parent]?[location.index] ?? ""
    return home.children[item]?.isEmpty == false
  }

  func outlineView(
    _ outlineView: OutlineView, cellForItemAt location: OutlineLocation
  ) -> TableViewCell {
    let cell = outlineView.dequeueReusableCell(TableViewCell.self)
    cell.text = home.children[location.parent].map { home.name(of: $0[location.index]) } ?? ""
    return cell
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt path: IndexPath) {
    if let item = outline.item(atRow: path) { opened.append(item) }
  }
}

extension Pilot {
  fileprivate var homeScreen: HomeScreen? { root(HomeScreen.self) }
}

/// A million items, each with a million items in it; counts the identifiers that were asked for.
private final class MillionTree {
  var children = 0
}

private final class MillionScreen: ViewController, OutlineViewDataSource {
  private static let count = 1_000_000
  private let tree: MillionTree
  private let outline = OutlineView().named("outline")

  init(_ tree: MillionTree) {
    self.tree = tree
    super.init()
    restorationIdentifier = "million"
    outline.outlineDataSource = self
  }

  override func loadView() -> View { outline }

  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?) -> Int {
    Self.count
  }

  func outlineView(
    _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
  ) -> String? {
    tree.children += 1
    return (identifier.map { $0 + "." } ?? "") + "\(index)"
  }

  func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String? {
    identifier.lastIndex(of: ".").map { String(identifier[..<$0]) }
  }

  func outlineView(
    _ outlineView: OutlineView, indexOfItem identifier: String, inItem parent: String?
  ) -> Int? {
    Int(identifier.split(separator: ".").last ?? "")
  }

  func outlineView(
    _ outlineView: OutlineView, isItemExpandableAt location: OutlineLocation
  ) -> Bool { true }

  func outlineView(
    _ outlineView: OutlineView, cellForItemAt location: OutlineLocation
  ) -> TableViewCell {
    let cell = outlineView.dequeueReusableCell(TableViewCell.self)
    cell.text = "item " + (location.parent.map { $0 + "." } ?? "") + "\(location.index)"
    return cell
  }
}
