import Foundation
import Reprise
import RepriseTesting
import Testing

/// A key without an action is reported.
@Suite struct UnboundKeyTests {
  private func pilot() throws -> Pilot { try Pilot.library(size: Size(width: 60, height: 12)) }

  private func bottom(of pilot: Pilot) -> String {
    pilot.frame.plainText().split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func unboundKeyIsReported() throws {
    let pilot = try pilot()
    try pilot.press(.character("J"))
    #expect(bottom(of: pilot).contains("J does nothing here"))
    try pilot.press(.control("x"))
    #expect(bottom(of: pilot).contains("^X does nothing here"))
    try pilot.press(.character("g"), .character("z"))
    #expect(bottom(of: pilot).contains("g z does nothing here"))
    try pilot.press(KeyPress(.down))
    #expect(!bottom(of: pilot).contains("nothing"))
    #expect(pilot.problems == [])
  }

  @Test func escapeOnlyDismissesALine() throws {
    let pilot = try pilot()
    try pilot.press(.character("J"), KeyPress(.escape))
    #expect(!bottom(of: pilot).contains("nothing"))
    try pilot.press(.character("g"), KeyPress(.escape))
    #expect(!bottom(of: pilot).contains("nothing"))
    try pilot.press(KeyPress(.escape))
    #expect(bottom(of: pilot).contains("Esc does nothing here"))
  }

  @Test func mouseAndFocusAreNotAnswered() throws {
    let pilot = try pilot()
    try pilot.send(.focus(false))
    try pilot.send(.focus(true))
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: 3, y: 3))))
    try pilot.paste("text")
    #expect(!bottom(of: pilot).contains("nothing"))
  }

  @Test func aTextThatIsBeingTypedIsNotInterrupted() throws {
    let pilot = try pilot()
    try pilot.press(.character("n"))
    try pilot.type("J")
    try pilot.press(KeyPress(.function(7)))
    #expect(!bottom(of: pilot).contains("nothing"))
  }

  @Test func tableWithoutOpenableRowsHasNoOpenKey() throws {
    let table = TableView()
    #expect(!table.keyCommands.contains { $0.title == "Open" })
    #expect(table.keyCommands.contains { $0.title == "Next row" })
    let shelf = ShelfViewController(library: Library(), identifier: "shelf")
    table.delegate = shelf
    #expect(!table.keyCommands.contains { $0.title == "Open" }, "nothing is selected")
    table.dataSource = shelf
    table.selectRow(at: IndexPath(row: 0, section: 0))
    #expect(table.keyCommands.contains { $0.title == "Open" })
  }

  @Test func entriesOfOnePathAreNumbered() throws {
    let pilot = try pilot()
    InspectorViewController.show(in: pilot.application)
    try pilot.press(KeyPress(.enter))
    #expect(bottom(of: pilot).contains("Enter does nothing here"))
    let lines = pilot.application.restorationReport.lines
    #expect(Set(lines).count == lines.count)
  }
}
