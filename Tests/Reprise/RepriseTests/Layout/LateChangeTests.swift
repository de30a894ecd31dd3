import Foundation
import Reprise
import RepriseTesting
import Testing

/// Values set while a view is on the screen are drawn, and get the room that they need.
@Suite struct LateChangeTests {
  /// A screen of views in a column.
  private final class Screen: ViewController {
    let column: Column

    init(_ views: [View]) {
      column = Column { views }
      super.init()
      restorationIdentifier = "screen"
    }

    override func loadView() -> View { column }
  }

  private func pilot(_ views: View..., change: () -> Void) throws -> Pilot {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Screen(views) }
    change()
    try pilot.settle()
    return pilot
  }

  @Test func theRoleOfAControl() throws {
    let button = Button("Delete") {}
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      Screen([TextField().named("other"), button])
    }
    let before = pilot.frame[Point(x: 2, y: 1)]?.style
    button.role = .destructive
    try pilot.settle()
    #expect(pilot.frame[Point(x: 2, y: 1)]?.style != before)
  }

  @Test func theTitleOfAGroup() throws {
    let group = DisclosureGroup("Sale") { Label("inside") }.named("sale")
    let pilot = try pilot(group) { group.title = "Sale of the house" }
    #expect(pilot.screen.contains("Sale of the house"))
  }

  @Test func theSpaceBetweenViews() throws {
    let column = Column {
      Label("a")
      Label("b")
    }
    let pilot = try pilot(column) { column.spacing = 2 }
    #expect(pilot.screen.hasPrefix("a\n\n\nb"))
  }

  @Test func theMarkOfAScrollView() throws {
    let scroll = ScrollView { for number in 0..<20 { Label("line \(number)") } }.named("scroll")
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Screen([scroll]) }
    #expect(pilot.screen.contains("▐"))
    scroll.showsScrollIndicator = false
    try pilot.settle()
    #expect(!pilot.screen.contains("▐"))
  }

  @Test func theHeightOfAWrappedRow() throws {
    let cell = TableViewCell()
    cell.wraps = true
    cell.text = "one"
    let pilot = try pilot(cell, Label("below")) {
      cell.text = "two words that go on for more than a line of it"
    }
    #expect(pilot.frame.plainText(row: 2).hasPrefix("below"), "\(pilot.screen)")
  }

  @Test func theDetailOfARow() throws {
    let cell = TableViewCell()
    cell.text = "two"
    let pilot = try pilot(cell) { cell.detailText = "12" }
    #expect(pilot.frame.plainText(row: 0).hasSuffix("12"))
  }

  /// A row uses all columns but one at each end.
  @Test(arguments: [(38, 1), (39, 2)]) func aTextAsWideAsTheRow(_ length: Int, _ lines: Int) throws
  {
    let things = Things([String(repeating: "x", count: length), "y"])
    let pilot = try Pilot.things(things) { $0.table.rowHeight = .automatic }
    #expect(pilot.frame.plainText(row: lines) == " y")
  }

  @Test func tooLongNoticeIsMarkedAsCut() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Rows("rows", []) }
    pilot.application.window.show(notice: String(repeating: "x", count: 60))
    try pilot.settle()
    #expect(pilot.frame.plainText(row: 9) == " " + String(repeating: "x", count: 37) + "…")
  }

  @Test func twoRowsHaveRoomForBothHalvesOfTheRequest() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 2)) { Rows("rows", []) }
    #expect(pilot.screen.hasSuffix(", nothing is lost\nq quits"))
    #expect(pilot.screen.hasPrefix("needs "))
  }

  /// The wheel over a view that has nothing to scroll belongs to the one around it.
  @Test func theWheelPassesAViewThatShowsAllOfItself() throws {
    let inner = ScrollView { Label("inner") }.length(.cells(2))
    let rows = (0..<20).map { Label("row \($0)") }
    let outer = ScrollView { Column { [inner] + rows } }.named("outer")
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Screen([outer]) }
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 1, y: 0))))
    #expect(pilot.screen.hasPrefix("row 1\n"))
  }

  @Test func theWheelScrollsByTheLastRow() throws {
    let scroll = ScrollView { Column { (0..<10).map { Label("row \($0)") } } }.named("scroll")
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Screen([scroll]) }
    #expect(pilot.screen.hasPrefix("row 0 "))
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 1, y: 0))))
    #expect(pilot.screen.hasPrefix("row 1"))
  }

  /// A column of fixed width keeps its size, but captions move above their fields in a narrow window.
  @Test(arguments: [(100, 50), (50, 100)])
  func fixedColumnFollowsTheWindowsSizeClass(_ before: Int, _ after: Int) throws {
    func pilot(_ width: Int) throws -> Pilot {
      try Pilot.showing(size: Size(width: width, height: 12)) {
        Screen([
          Row {
            Column {
              Column { Field("Name", TextField().named("name")) }
              Label("below")
            }.length(.cells(40))
          }.length(.fill())
        ])
      }
    }
    let resized = try pilot(before)
    try resized.resize(to: Size(width: after, height: 12))
    #expect(try resized.screen == pilot(after).screen)
  }
}
