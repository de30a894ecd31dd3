import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// Tables: what they show, what they ask for, and that they stay on their things.
@Suite struct TableViewTests {
  /// A place that was forgotten does not come back when the person scrolls before there are rows.
  @Test func aForgottenPlaceStaysForgotten() throws {
    for restarts in [false, true] {
      let things = Things(["a", "b", "c", "d"])
      let pilot = try Pilot.things(things)
      try pilot.press(script: "<Down><Down>")
      things.names = []
      pilot.table?.resetPosition()
      pilot.table?.reloadData()
      try pilot.settle()
      if restarts { try pilot.restartAndRestore() }
      try pilot.send(.mouse(MouseEvent(.wheel(-1), at: Point(x: 1, y: 1))))
      things.names = ["a", "b", "c", "d"]
      pilot.table?.reloadData()
      try pilot.settle()
      #expect(pilot.table?.indexPathForSelectedRow?.row == 0, "restarts: \(restarts)")
    }
  }

  /// Selection and position are the same as before the rows were gone.
  @Test func delegateLearnsTheSelectionWhenRowsComeBack() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things)
    try pilot.press(script: "<Down>")
    let screen = try #require(pilot.root(ThingsScreen.self))
    things.names = []
    screen.table.reloadData()
    try pilot.settle()
    screen.reported = nil
    things.names = ["a", "b", "c"]
    screen.table.reloadData()
    try pilot.settle()
    #expect(screen.reported == 1)
  }

  @Test func theListIsDrawnWithItsSelection() throws {
    let pilot = try Pilot.library(Library(count: 3))
    try pilot.press(KeyPress(.down))
    #expect(
      pilot.screen == """
         Shelf
         Book 1
         Book 2
         Book 3






          1 One   2 Two
         Enter Open  n Note
        """)
    #expect(pilot.frame.cursor == Point(x: 0, y: 2))
    #expect(pilot.frame[Point(x: 20, y: 2)]?.style.attributes == .reverse)
  }

  @Test func theSelectionFollowsItsThingWhenRowsComeBeforeIt() throws {
    let library = Library(count: 30)
    let pilot = try Pilot.library(library)
    for _ in 0..<12 { try pilot.press(KeyPress(.down)) }
    #expect(pilot.screen.contains("Book 13"))
    let selected = pilot.frame.cursor
    library.books.insert(.init(id: "new-1", title: "New 1"), at: 0)
    library.books.insert(.init(id: "new-2", title: "New 2"), at: 0)
    try pilot.restartAndRestore()
    #expect(pilot.frame.cursor == selected)
    #expect(pilot.lineUnderCursor == "Book 13")
  }

  @Test func deletedItemYieldsToItsNeighbor() throws {
    let library = Library(count: 30)
    let pilot = try Pilot.library(library)
    for _ in 0..<4 { try pilot.press(KeyPress(.down)) }
    library.books.remove(at: 4)
    try pilot.restartAndRestore()
    #expect(pilot.lineUnderCursor == "Book 6")
  }

  @Test func emptiedTableIsRestoredEmpty() throws {
    let library = Library(count: 30)
    let pilot = try Pilot.library(library)
    for _ in 0..<4 { try pilot.press(KeyPress(.down)) }
    library.books.removeAll()
    try pilot.restartAndRestore()
    #expect(!pilot.screen.contains("Book"))
  }

  @Test func aWindowThatShrinksAndGrowsShowsWhatItShowed() throws {
    let pilot = try Pilot.library()
    for _ in 0..<20 { try pilot.press(KeyPress(.down)) }
    for _ in 0..<3 { try pilot.press(KeyPress(.up)) }
    let before = pilot.frame
    for size in [
      Size(width: 40, height: 10), Size(width: 10, height: 3), Size(width: 200, height: 60),
    ] {
      try pilot.resize(to: size)
      try pilot.restartAndRestore()
    }
    try pilot.resize(to: before.size)
    #expect(pilot.frame == before)
  }

  @Test func aTooSmallWindowSaysSoAndKeepsEverything() throws {
    let pilot = try Pilot.library()
    try pilot.press(KeyPress(.down), KeyPress(.enter))
    let before = pilot.frame
    try pilot.resize(to: Size(width: 39, height: 10))
    #expect(pilot.screen == "needs 40×10, nothing is lost\nq quits")
    try pilot.press(KeyPress(.escape), .character("2"))
    try pilot.resize(to: before.size)
    #expect(pilot.frame == before)
  }

  /// Each app sets its minimum size.
  @Test func anAppSaysInWhichSizeItIsOfUse() throws {
    let pilot = try Pilot.library()
    pilot.application.window.minimumSize = Size(width: 20, height: 4)
    try pilot.resize(to: Size(width: 20, height: 4))
    #expect(!pilot.screen.contains("needs"))
    try pilot.resize(to: Size(width: 19, height: 4))
    #expect(pilot.screen.hasPrefix("needs 20×4"))
  }

  @Test(arguments: [KeyPress.character("q"), .control("c")])
  func aTooSmallWindowCanBeLeft(_ key: KeyPress) throws {
    let pilot = try Pilot.library()
    try pilot.press(KeyPress(.down), KeyPress(.enter))
    let before = pilot.frame
    try pilot.resize(to: Size(width: 30, height: 1))
    #expect(pilot.screen == "needs 40×10, q quits")
    try pilot.press(key)
    #expect(pilot.application.termination == .quit)
    try pilot.restartAndRestore(size: before.size)
    #expect(pilot.frame == before)
  }

  @Test func theWheelScrollsAwayFromTheSelectionAndThatIsKept() throws {
    let pilot = try Pilot.library()
    let wheel = MouseEvent(.wheel(4), at: Point(x: 3, y: 3))
    try pilot.send(.mouse(wheel))
    let before = pilot.frame
    #expect(!pilot.screen.contains("Book 2\n"))
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  @Test func onlyVisibleRowsAreRequested() throws {
    let rows = CountingRows()
    let table = TableView(frame: Rect(x: 0, y: 0, width: 40, height: 10))
    table.dataSource = rows
    table.layoutIfNeeded()
    #expect(rows.asked.count == 10)
    for _ in 0..<15 {
      _ = table.keyCommands.first { $0.input == [KeyPress(.down)] }?.action()
      table.layoutIfNeeded()
    }
    #expect(rows.asked == Set(0...15))
    #expect(rows.count == 16)
  }

  private struct NoObjects: ReferenceCoding {
    func reference(to object: AnyObject) -> NodeID? { nil }
    func object(for node: NodeID) -> AnyObject? { nil }
    func coder(for node: NodeID) -> Coder? { nil }
  }

  /// Not only at launch: an app may decode the state of a view whenever it wants.
  @Test func visibleTableAdoptsAState() throws {
    let rows = CountingRows()
    let table = TableView(frame: Rect(x: 0, y: 0, width: 40, height: 10))
    table.dataSource = rows
    table.layoutIfNeeded()
    table.selectRow(at: IndexPath(row: 3, section: 0))
    table.layoutIfNeeded()
    let saved = Coder(references: NoObjects())
    table.encodeRestorableState(with: saved)
    table.selectRow(at: IndexPath(row: 7, section: 0))
    table.layoutIfNeeded()
    table.decodeRestorableState(with: Coder(values: saved.values, references: NoObjects()))
    table.layoutIfNeeded()
    #expect(table.indexPathForSelectedRow == IndexPath(row: 3, section: 0))
  }
}

/// A million rows; counts the requested ones.
private final class CountingRows: TableViewDataSource {
  var asked: Set<Int> = []
  var count = 0

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    asked.insert(indexPath.row)
    count += 1
    return tableView.dequeueReusableCell(TableViewCell.self)
  }
}

extension Pilot {
  /// The text of the line with the cursor.
  var lineUnderCursor: String? {
    guard let row = frame.cursor?.y else { return nil }
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(row) ? lines[row].trimmingCharacters(in: .whitespaces) : nil
  }
}
