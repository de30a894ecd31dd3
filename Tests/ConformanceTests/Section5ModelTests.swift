import Foundation
import Reprise
import RepriseTesting
import Testing

/// Rows that follow their elements: contract 5.
@Suite struct Section5ModelTests {
  private func list(
    _ shelf: Shelf, isNamed: Bool = true, selecting row: Int
  ) throws -> Stage {
    let stage = try Stage.root { _ in
      isNamed ? NamedListScreen("list", shelf) : ListScreen("list", shelf)
    }
    try stage.root(ListScreen.self).table.selectRow(at: IndexPath(row: row, section: 0))
    try stage.turn()
    return stage
  }

  @Test func rule_5_1_theDataSourceNamesTheElements() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    shelf.things.swapAt(20, 30)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 20")
  }

  @Test func rule_5_2_onlyTheSelectedAndTheFirstRowAreNamed() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    shelf.asked = []
    try stage.root(ListScreen.self).table.selectRow(at: IndexPath(row: 21, section: 0))
    try stage.turn()
    let first = try #require(try stage.root(ListScreen.self).table.indexPathForFirstVisibleRow)
    #expect(Set(shelf.asked) == [first.row, 21])
  }

  @Test func rule_5_3_aNameHoldsForAnyCopyOfTheElement() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    shelf.things = shelf.things.map { String(decoding: Array($0.utf8), as: UTF8.self) }
    shelf.things.insert(contentsOf: ["new 1", "new 2"], at: 0)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 20")
  }

  @Test func rule_5_4_rowsThatMovedAreFoundAndShown() throws {
    let shelf = Shelf(100)
    let stage = try list(shelf, selecting: 5)
    shelf.things.reverse()
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 5")
    #expect(stage.pilot.screen.contains("thing 5"))
  }

  @Test func rule_5_4_aSelectedRowThatLeftTheScreenIsScrolledTo() throws {
    let shelf = Shelf(100)
    let stage = try list(shelf, selecting: 5)
    shelf.things.append(shelf.things.remove(at: 5))
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 5")
    let rows = stage.pilot.screen.split(separator: "\n").map {
      $0.prefix(20).trimmingCharacters(in: .whitespaces)
    }
    #expect(rows.contains("thing 5"))
  }

  @Test func rule_5_5_aRemovedElementsPlaceGoesToTheNext() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    shelf.things.remove(at: 20)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 21")
    shelf.things.removeSubrange(10...)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 9")
  }

  @Test func rule_5_7_withoutNamesRowIndexesAreKept() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, isNamed: false, selecting: 20)
    shelf.things.insert("new", at: 0)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 19")
    shelf.things.removeSubrange(3...)
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == shelf.things.last, "clamped")
  }

  @Test func rule_5_8_theRowsThemselvesComeFromTheAppAlone() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 2)
    shelf.things.removeAll()
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == nil)
    #expect(!stage.pilot.screen.contains("thing"))
  }

  @Test func rule_5_9_thePlaceWaitsForTheRows() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    let things = shelf.things
    shelf.things = []
    for _ in 0..<2 { try stage.restart() }
    shelf.things = things
    try stage.root(ListScreen.self).table.reloadData()
    try stage.turn()
    #expect(try stage.root(ListScreen.self).selected == "thing 20")
  }

  @Test func rule_5_9_theUsersOwnMoveEndsTheWait() throws {
    let shelf = Shelf(50)
    let stage = try list(shelf, selecting: 20)
    let things = shelf.things
    shelf.things = []
    try stage.restart()
    try stage.pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3))))
    shelf.things = things
    try stage.root(ListScreen.self).table.reloadData()
    try stage.turn()
    #expect(try stage.root(ListScreen.self).selected == "thing 0")
    #expect(try stage.root(ListScreen.self).top == "thing 0")
  }
}
