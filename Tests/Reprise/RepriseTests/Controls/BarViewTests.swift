import Reprise
import RepriseTesting
import Testing

/// A share as a bar.
@Suite struct BarViewTests {
  @Test(arguments: [
    (0, ""), (-1, ""), (.nan, ""), (0.5, "█████"), (1, "██████████"), (7, "██████████"),
    (0.0001, "▏"), (0.999, "█████████▉"), (0.25, "██▌"), (.infinity, "██████████"),
  ])
  func aShareIsDrawnInEighths(_ share: Double, _ picture: String) throws {
    #expect(BarView.text(share: share, width: 10) == picture)
    let view = BarView(share: share)
    let pilot = try Pilot.showing { Rows("rows", [view]) }
    view.frame = Rect(x: 0, y: 0, width: 10, height: 1)
    try pilot.settle()
    #expect(pilot.screen == picture)
  }

  @Test(arguments: [0, -3, Int.min]) func withoutRoomThereIsNothing(_ width: Int) {
    #expect(BarView.text(share: 0.5, width: width) == "")
  }

  @Test func anotherShareIsDrawn() throws {
    let view = BarView(share: 0.5)
    let pilot = try Pilot.showing { Rows("rows", [view]) }
    view.frame = Rect(x: 0, y: 0, width: 4, height: 1)
    try pilot.settle()
    view.share = 0.75
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen == "███")
    view.share = 0.75
    #expect(!pilot.isTurnScheduled)
  }
}

/// The app's interpretation of an entry.
@Suite struct FieldHintTests {
  @Test func remarkReplacesTheHint() throws {
    let field = Field("Price", TextField())
    field.placement = .beside
    let pilot = try Pilot.showing { Rows("rows", [field]) }
    func rows() throws -> [String] {
      field.frame = Rect(x: 0, y: 0, width: 30, height: 2)
      try pilot.settle()
      return pilot.screen.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(
        String.init)
    }
    field.hint = "= €1,299.00"
    #expect(try rows().contains("= €1,299.00"))
    #expect(field.sizeThatFits(Size(width: 30, height: 5)).height == 2)
    field.remark = "Not a price"
    #expect(try rows().contains("Not a price"))
    #expect(!pilot.screen.contains("="))
    field.remark = ""
    #expect(try rows().contains("= €1,299.00"))
    field.hint = ""
    #expect(field.sizeThatFits(Size(width: 30, height: 5)).height == 1)
  }
}
