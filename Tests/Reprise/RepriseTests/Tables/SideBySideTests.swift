import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Sections of a table in two columns.
@Suite struct SideBySideTests {
  private typealias Parts = HeadingSpacingTests.Parts

  private nonisolated static let wide = Size(width: 60, height: 12)
  private nonisolated static let narrow = Size(width: 50, height: 12)

  private func pilot(_ counts: [Int], size: Size = wide) throws -> Pilot {
    try Pilot.showing(size: size) {
      Parts(counts) {
        $0.sectionHeaderTopSpacing = 1
        $0.sideBySideWidth = 60
      }
    }
  }

  /// The words of each row of the screen.
  private func rows(_ pilot: Pilot) -> [[String]] {
    pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map(String.init)
    }
  }

  private func selected(_ pilot: Pilot) -> IndexPath? {
    pilot.root(Parts.self)?.table.indexPathForSelectedRow
  }

  @Test func sectionsFillTwoColumnsOfAboutTheSameHeight() throws {
    let pilot = try pilot([2, 1, 2, 2])
    let rows = rows(pilot)
    #expect(rows[0] == ["Part", "a", "Part", "c"], "\(pilot.screen)")
    #expect(rows[1] == ["a0", "c0"] && rows[2] == ["a1", "c1"] && rows[3] == [])
    #expect(rows[4] == ["Part", "b", "Part", "d"])
  }

  @Test func narrowTableHasOneColumn() throws {
    let pilot = try pilot([2, 1], size: Self.narrow)
    #expect(rows(pilot).prefix(3) == [["Part", "a"], ["a0"], ["a1"]])
  }

  @Test func singleSectionStaysOneColumn() throws {
    let pilot = try pilot([4])
    #expect(rows(pilot).prefix(3) == [["Part", "a"], ["a0"], ["a1"]])
  }

  @Test func longSectionIsDivided() throws {
    let pilot = try pilot([1, 15])
    #expect(
      rows(pilot)[0].prefix(2) == ["Part", "a"] && rows(pilot)[0].last?.hasPrefix("b") == true)
  }

  @Test func arrowsMoveDownAColumnAndAcross() throws {
    let pilot = try pilot([2, 1, 2, 2])
    try pilot.press(script: "<Down><Right>")
    #expect(selected(pilot) == IndexPath(row: 1, section: 2))
    try pilot.press(script: "<Down>")
    #expect(selected(pilot) == IndexPath(row: 0, section: 3))
    try pilot.press(script: "<Left>")
    #expect(selected(pilot) == IndexPath(row: 0, section: 1))
    try pilot.press(script: "<Down>")
    #expect(selected(pilot) == IndexPath(row: 0, section: 2), "the next column follows")
    try pilot.press(script: "<Up>")
    #expect(selected(pilot) == IndexPath(row: 0, section: 1))
  }

  @Test func pagesStayInTheirColumn() throws {
    let pilot = try pilot([20, 20])
    try pilot.press(script: "<Right><PgDn><PgDn><PgDn>")
    #expect(selected(pilot) == IndexPath(row: 19, section: 1))
    try pilot.press(script: "<PgUp><PgUp><PgUp>")
    #expect(selected(pilot) == IndexPath(row: 0, section: 1))
  }

  @Test func clickSelectsTheRowInItsColumn() throws {
    let pilot = try pilot([2, 1, 2, 2])
    try pilot.click(x: 40, y: 2)
    #expect(selected(pilot) == IndexPath(row: 1, section: 2))
    #expect(pilot.frame.cursor?.y == 2 && pilot.frame.cursor.map { $0.x > 29 } == true)
  }

  @Test func selectionAndPositionAreRestored() throws {
    let pilot = try pilot([20, 20])
    try pilot.press(script: "<Right><PgDn><PgDn><Up>")
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  /// A window that returns to its former width shows what it showed before, even if the app was killed in between.
  @Test(arguments: [wide, narrow], ["<PgDn>", "G", "<PgDn><PgDn><PgDn><Up>"])
  func otherWidthInBetweenChangesNothing(_ size: Size, _ keys: String) throws {
    let other = size == Self.wide ? Self.narrow : Self.wide
    for isKilled in [false, true] {
      let pilot = try pilot([9, 12, 8, 9], size: size)
      try pilot.press(script: keys)
      let (before, path) = (pilot.frame, selected(pilot))
      try pilot.resize(to: other)
      #expect(selected(pilot) == path)
      #expect(pilot.frame.cursor != nil, "the selected row is visible")
      if isKilled { try pilot.restartAndRestore() }
      try pilot.resize(to: size)
      #expect(pilot.frame == before, "\(pilot.screen)")
    }
  }

  @Test func wheelScrollsBothColumns() throws {
    let pilot = try pilot([20, 20])
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 40, y: 1))))
    #expect(rows(pilot)[0] == ["a2", "b2"])
  }
}
