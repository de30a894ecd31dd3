import Foundation
import Reprise
import RepriseTesting
import Testing

/// Rows inserted and deleted one by one: everything stays on its row, even without names.
@Suite struct RowChangeTests {
  private func pilot(_ things: Things) throws -> Pilot {
    try Pilot.things(things) { screen in
      screen.namesThings = false
      screen.table.allowsMultipleSelection = true
    }
  }

  private func paths(_ rows: [Int]) -> [IndexPath] { rows.map { IndexPath(row: $0, section: 0) } }

  @Test func rowsThatComeMoveTheOthersDown() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try pilot(things)
    try pilot.press(script: "<Down> <Up>")
    things.names = ["x", "a", "y", "b", "c", "z"]
    pilot.table?.insertRows(at: paths([5, 0, 2]))
    try pilot.settle()
    #expect(pilot.rows == "  x\n  a\n  y\n✓ b\n  c\n  z")
    #expect(pilot.lineUnderCursor == "✓ b")
  }

  @Test func rowsThatGoTakeTheirMarksAndLeaveTheSelectionToTheNext() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try pilot(things)
    try pilot.press(script: "   <Up>")
    things.names = ["b", "d"]
    pilot.table?.deleteRows(at: paths([0, 2]))
    try pilot.settle()
    #expect(pilot.rows == "✓ b\n  d")
    #expect(pilot.lineUnderCursor == "d")
    things.names = []
    pilot.table?.deleteRows(at: paths([0, 1]))
    try pilot.settle()
    #expect(pilot.rows == "" && pilot.table?.indexPathForSelectedRow == nil)
    things.names = ["n"]
    pilot.table?.insertRows(at: paths([0]))
    try pilot.settle()
    #expect(pilot.lineUnderCursor == "n")
  }

  @Test func theRowAtTheTopStaysThere() throws {
    let things = Things((0..<40).map { "row\($0)" })
    let pilot = try pilot(things)
    try pilot.send(.mouse(MouseEvent(.wheel(4), at: Point(x: 3, y: 3))))
    #expect(pilot.screen.hasPrefix("  row12"))
    things.names.insert(contentsOf: ["x", "y"], at: 0)
    pilot.table?.insertRows(at: paths([0, 1]))
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("  row12"))
    things.names.removeSubrange(0..<3)
    pilot.table?.deleteRows(at: paths([0, 1, 2]))
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("  row12"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.hasPrefix("  row12"))
  }

  /// A user who reads a high row stays at the same line.
  @Test func theLinesOfAHighRowAtTheTopStayThere() throws {
    let text = (0..<30).map { "word\($0)" }.joined(separator: " ")
    let things = Things((0..<20).map { "row\($0) \(text)" })
    let pilot = try Pilot.things(things) { screen in
      screen.namesThings = false
      screen.table.rowHeight = .automatic
    }
    try pilot.send(.mouse(MouseEvent(.wheel(3), at: Point(x: 3, y: 3))))
    let before = pilot.rows
    try #require(before.hasPrefix(" word"), "the top row begins above the screen")
    things.names.insert("x", at: 0)
    pilot.table?.insertRows(at: paths([0]))
    try pilot.settle()
    #expect(pilot.rows == before)
    things.names.removeFirst(2)
    pilot.table?.deleteRows(at: paths([0, 1]))
    try pilot.settle()
    #expect(pilot.rows == before)
  }

  @Test func inconsistentCountsAreReportedAndCauseAReload() throws {
    let things = Things(["a", "b"])
    let pilot = try pilot(things)
    pilot.expectedRemarks = ["were not changed one by one"]
    things.names = ["a", "b", "c"]
    pilot.table?.insertRows(at: paths([0, 1]))
    try pilot.settle()
    #expect(pilot.rows == "  a\n  b\n  c")
    #expect(
      pilot.remarks == [
        "rows of section 0 were not changed one by one: 2 rows, 2 inserted, are 3"
      ])
    things.names = ["a"]
    pilot.table?.deleteRows(at: [IndexPath(row: 0, section: 4)])
    try pilot.settle()
    #expect(pilot.rows == "  a")
    #expect(pilot.remarks.count == 2)
  }

  /// Random changes: the rows on screen are those of the data, and the selection stays on its thing.
  @Test(arguments: 1...10)
  func theSelectionStaysOnItsThing(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let things = Things((0..<12).map { "\($0)" })
    let pilot = try pilot(things)
    for step in 0..<30 {
      let table = try #require(pilot.table)
      let rows = (0..<things.names.count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      let selected = try #require(table.indexPathForSelectedRow?.row)
      let name = things.names[selected]
      if Bool.random(using: &random), rows.count < things.names.count {
        for row in rows.reversed() { things.names.remove(at: row) }
        table.deleteRows(at: paths(rows))
        if rows.contains(selected) { continue }
      } else {
        for row in rows { things.names.insert("\(step).\(row)", at: row) }
        table.insertRows(at: paths(rows))
      }
      try pilot.press(script: ".")
      let now = try #require(table.indexPathForSelectedRow?.row)
      #expect(things.names[now] == name, "seed \(seed), step \(step)")
      #expect(pilot.remarks.isEmpty)
      #expect(pilot.lineUnderCursor?.prefix { $0 != " " } == Substring(name))
      try pilot.press(script: Bool.random(using: &random) ? "<Down>" : "<Up>")
    }
  }
}
