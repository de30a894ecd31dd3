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

  @Test func spaceMarksAndMovesDown() throws {
    let pilot = try Pilot.things(Things(["a", "b", "c", "d"]), several)
    #expect(pilot.table?.indexPathsForSelectedRows == [IndexPath(row: 0, section: 0)])
    try pilot.press(script: "<Down> ")
    #expect(pilot.rows == "  a\n✓ b\n  c\n  d")
    #expect(pilot.lineUnderCursor == "c")
    try pilot.press(script: "<Shift-Down><Shift-Up>")
    #expect(pilot.rows == "  a\n✓ b\n✓ c\n✓ d")
    try pilot.press(script: " ")
    #expect(pilot.table?.indexPathsForSelectedRows.map(\.row) == [1, 3])
    #expect(pilot.root(ThingsScreen.self)?.changes == 4)
    try pilot.press(script: "  ")
    #expect(pilot.lineUnderCursor == "✓ d", "the last row stays selected")
    pilot.table?.deselectAllRows()
    try pilot.settle()
    #expect(pilot.rows == "  a\n  b\n  c\n  d")
  }

  @Test(arguments: ["*", "V"]) func theDelegateCanDeferMarkingAllRows(_ key: String) throws {
    let pilot = try Pilot.things(Things(["a", "b"]), several)
    pilot.root(ThingsScreen.self)?.marksNow = false
    try pilot.press(script: key)
    #expect(pilot.rows == "  a\n  b")
    let kept = try #require(pilot.root(ThingsScreen.self)?.deferred)
    pilot.table?.perform(kept)
    try pilot.settle()
    #expect(pilot.rows == "✓ a\n✓ b")
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

  @Test func editingModeHasNoSignsOfItsOwn() throws {
    let pilot = try Pilot.things(Things(["a", "b"]), several)
    func hints() -> String { pilot.screen.split(separator: "\n").last.map(String.init) ?? "" }
    pilot.table?.isEditing = true
    try pilot.settle()
    #expect(pilot.rows == "  a\n  b")
    #expect(hints().hasPrefix(" Enter Open  Space Mark"))
    try pilot.press(script: " ")
    #expect(pilot.rows == "✓ a\n  b")
  }

  // MARK: - Ranges and all

  @Test(arguments: [false, true]) func rangeFollowsTheSelection(restarts: Bool) throws {
    let things = Things(["a", "b", "c", "d", "e", "f"])
    let pilot = try Pilot.things(things, restarts: restarts, several)
    try pilot.press(script: "<Down><Down><Down> <Up><Up>v")
    #expect(rows(pilot) == [2, 3])
    try pilot.press(script: "jjj")
    #expect(rows(pilot) == [2, 3, 4, 5])
    try pilot.press(script: "kkk")
    #expect(rows(pilot) == [2, 3], "the row marked before keeps its mark")
    try pilot.press(script: "kk")
    #expect(rows(pilot) == [0, 1, 2, 3])
    try pilot.press(script: "vG")
    #expect(rows(pilot) == [0, 1, 2, 3])
    try pilot.press(script: "v<Esc>k")
    #expect(rows(pilot) == [0, 1, 2, 3, 5])
  }

  @Test func rangeReachesFarAndComesBack() throws {
    let pilot = try Pilot.things(Things((0..<300).map { "row\($0)" }), restarts: true, several)
    try pilot.press(script: "<Down>vG")
    #expect(pilot.table?.numberOfMarks == 299)
    try pilot.press(script: "gg")
    #expect(rows(pilot) == [0, 1])
  }

  @Test(arguments: [false, true]) func rowsAreInvertedAndMarkedAtOnce(restarts: Bool) throws {
    let pilot = try Pilot.things(Things(["a", "b", "c", "d"]), restarts: restarts, several)
    try pilot.press(script: "<Down> V")
    #expect(rows(pilot) == [0, 2, 3])
    try pilot.press(script: "*")
    #expect(rows(pilot) == [0, 1, 2, 3])
    try pilot.press(script: "*")
    #expect(rows(pilot) == [])
  }

  @Test func hiddenItemsKeepTheirMarksAndLostOnesDoNot() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things) { screen in
      screen.table.allowsMultipleSelection = true
      screen.missing = { $0.filter { $0 == "c" } }
    }
    try pilot.press(script: "   ")
    #expect(pilot.table?.numberOfMarks == 3)
    things.names = ["d", "a"]
    pilot.table?.reloadData()
    try pilot.settle()
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["a", "b"])
    #expect(rows(pilot) == [1])
    try pilot.press(script: "*")
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["d", "a", "b"])
    try pilot.restartAndRestore()
    #expect(pilot.table?.numberOfMarks == 3)
    try pilot.press(script: "*")
    #expect(pilot.table?.modelIdentifiersForMarkedRows == ["b"])
  }

  @Test func marksAreStoredApartFromThePosition() throws {
    let names = (0..<2000).map { _ in UUID().uuidString }
    let pilot = try Pilot.things(Things(names), several)
    try pilot.press(script: "*j")
    #expect(pilot.table?.numberOfMarks == 2000)
    try pilot.restartAndRestore()
    #expect(pilot.table?.modelIdentifiersOfMarks == names)
    try pilot.press(script: "<Up> ")
    #expect(pilot.table?.modelIdentifiersOfMarks == Array(names.dropFirst()))
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
    try pilot.press(script: " <Down> <Down> ")
    #expect(rows(pilot) == [0, 2, 4])
    things.names = ["new", "e", "c", "b", "d"]
    try pilot.restartAndRestore()
    #expect(rows(pilot) == [1, 2])
    #expect(pilot.rows == "  new\n✓ e\n✓ c\n  b\n  d")
  }

  @Test func markedIdentifiersAreReportedAlsoWhenItemsVanish() throws {
    let things = Things(["a", "b", "c", "d"])
    let pilot = try Pilot.things(things, several)
    try pilot.press(script: "<Down> <Down> ")
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
    try pilot.press(script: " <Down> ")
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
