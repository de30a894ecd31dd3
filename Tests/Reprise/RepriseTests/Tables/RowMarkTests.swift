import Foundation
import Reprise
import RepriseTesting
import Testing

/// Several selected rows: how they are marked, what an action gets, and that marks stay on their things.
@Suite struct RowMarkTests {
  private func several(_ screen: ThingsScreen) { screen.table.allowsMultipleSelection = true }

  private func rows(_ pilot: Pilot) -> [Int]? {
    pilot.table?.indexPathsForMarkedRows.map(\.row)
  }

  @Test func spaceMarksAndIsSeen() throws {
    let pilot = try Pilot.things(Things(["a", "b", "c", "d"]), several)
    #expect(pilot.table?.indexPathsForSelectedRows == [IndexPath(row: 0, section: 0)])
    try pilot.press(script: "<Down> <Shift-Down><Shift-Down>")
    #expect(pilot.rows == "   a\n   b\n✓  c\n   d")
    try pilot.press(script: "<Up><Up> ")
    #expect(pilot.rows == "   a\n✓  b\n✓  c\n   d")
    #expect(pilot.table?.indexPathsForSelectedRows.map(\.row) == [1, 2])
    #expect(pilot.root(ThingsScreen.self)?.changes == 4)
    pilot.table?.deselectAllRows()
    try pilot.settle()
    #expect(pilot.rows == "   a\n   b\n   c\n   d")
  }

  @Test func clickNextToARowAndControlClickMark() throws {
    let pilot = try Pilot.things(Things(["a", "b", "c"]), several)
    try pilot.click(x: 0, y: 1)
    let click = MouseEvent(.press, at: Point(x: 5, y: 2), modifiers: .control)
    try pilot.send(.mouse(click))
    #expect(rows(pilot) == [1, 2])
    try pilot.click(x: 1, y: 1)
    #expect(rows(pilot) == [2])
  }

  /// Editing mode is for marking, and then for what is done to the marked.
  @Test func hintsNameTheMark() throws {
    let pilot = try Pilot.things(Things(["a", "b"]), several)
    func hints() -> String { pilot.screen.split(separator: "\n").last.map(String.init) ?? "" }
    #expect(hints().hasPrefix(" Enter Open  Space Mark"))
    try pilot.press(script: " ")
    #expect(hints().hasPrefix(" Enter Open  Space Mark"))
    pilot.table?.isEditing = true
    try pilot.settle()
    #expect(hints().hasPrefix(" Space Mark") && !hints().contains("Open"))
    try pilot.press(script: " ")
    #expect(hints().hasPrefix(" Space Mark  Enter Open"))
  }

  @Test func withoutItSpaceMarksNothing() throws {
    let pilot = try Pilot.things(Things(["a", "b"]))
    try pilot.press(script: " ")
    pilot.table?.setMarked(true, forRowAt: IndexPath(row: 0, section: 0))
    #expect(rows(pilot) == [])
  }

  /// Contract 2.C: selected rows by the names of their things.
  @Test func marksComeBackOnTheirThings() throws {
    let things = Things(["a", "b", "c", "d", "e"])
    let pilot = try Pilot.things(things, several)
    try pilot.press(script: " <Down><Down> <Down><Down> ")
    #expect(rows(pilot) == [0, 2, 4])
    things.names = ["new", "e", "c", "b", "d"]
    try pilot.restartAndRestore()
    #expect(rows(pilot) == [1, 2])
    #expect(pilot.rows == "   new\n✓  e\n✓  c\n   b\n   d")
  }

  @Test func markedIdentifiersAreReportedAlsoWhenItemsVanish() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, several)
    try pilot.press(script: "<Down> <Down><Down> ")
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["b", "d"])
    #expect(pilot.root(ThingsScreen.self)?.changes == 2)
    things.names = ["d", "a", "b"]
    pilot.table?.reloadData()
    try pilot.settle()
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["d", "b"])
    #expect(pilot.root(ThingsScreen.self)?.changes == 2)
    things.names = ["a", "b"]
    pilot.table?.reloadData()
    try pilot.settle()
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["b"])
    #expect(pilot.root(ThingsScreen.self)?.changes == 3)
  }

  @Test func withoutIdentifiersMarksAreRestoredByRow() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things) { screen in
      screen.namesThings = false
      screen.table.allowsMultipleSelection = true
    }
    try pilot.press(script: " <Down><Down> ")
    things.names = ["x", "y"]
    try pilot.restartAndRestore()
    #expect(rows(pilot) == [0])
  }

  @Test func marksWaitForRowsThatComeLater() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things, several)
    try pilot.press(script: "<Down> ")
    things.names = []
    try pilot.restartAndRestore()
    #expect(rows(pilot) == [])
    things.names = ["b", "a"]
    pilot.table?.reloadData()
    try pilot.settle()
    #expect(rows(pilot) == [0])
  }

  @Test func marksFollowTheirThingsThroughAReload() throws {
    let things = Things(["a", "b", "c"])
    let pilot = try Pilot.things(things, several)
    try pilot.press(script: "<Down> ")
    things.names = ["c", "a", "b"]
    pilot.table?.reloadData()
    try pilot.settle()
    #expect(rows(pilot) == [2])
  }
}
