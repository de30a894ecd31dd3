import Reprise
import RepriseTesting
import Testing

/// Views that continue in the next row.
@Suite struct FlowTests {
  private func flow() -> Flow {
    Flow(padding: EdgeInsets(top: 1, left: 2)) {
      Button("Save")
      Button("Keep draft")
      Button("Discard")
    }
  }

  private func pilot(_ width: Int, _ view: View) throws -> Pilot {
    view.frame = Rect(x: 0, y: 0, width: width, height: 8)
    return try Pilot.showing(size: Size(width: 60, height: 10)) {
      let controller = ViewController()
      controller.restorationIdentifier = "flow"
      controller.view.addSubview(view)
      return controller
    }
  }

  @Test func flowTakesAsManyRowsAsNeeded() throws {
    #expect(
      try pilot(40, flow()).screen == "\n  [ Save ]  [ Keep draft ]  [ Discard ]")
    #expect(try pilot(38, flow()).screen == "\n  [ Save ]  [ Keep draft ]\n  [ Discard ]")
    #expect(try pilot(11, flow()).screen == "\n  [ Save ]\n  [ Keep d…\n  [ Discar…")
  }

  @Test func flowReportsItsSize() {
    let flow = flow()
    #expect(flow.sizeThatFits(Size(width: 40, height: 9)) == Size(width: 39, height: 2))
    #expect(flow.sizeThatFits(Size(width: 38, height: 9)) == Size(width: 26, height: 3))
    #expect(flow.sizeThatFits(Size(width: 38, height: 2)) == Size(width: 26, height: 2))
    #expect(flow.sizeThatFits(.zero) == .zero)
    flow.subviews[1].isHidden = true
    #expect(flow.sizeThatFits(Size(width: 40, height: 9)) == Size(width: 23, height: 2))
  }

  @Test func aTextViewAsksForRowsWithinItsLimit() {
    let text = TextView()
    text.lineLimit = 3...5
    func rows() -> Int { text.sizeThatFits(Size(width: 20, height: 99)).height }
    #expect(rows() == 3)
    text.text = "1\n2\n3\n4"
    #expect(rows() == 4)
    text.text = "1\n2\n3\n4\n5\n6\n7"
    #expect(rows() == 5)
    #expect(text.sizeThatFits(Size(width: 20, height: 2)).height == 2)
  }

  @Test func captionsMayHaveMoreRoomAndAPlaceOfTheirOwn() throws {
    let (first, second) = (Field("A", Switch()), Field("Bee", Switch()))
    let column = Column {
      first
      second
    }
    column.minimumCaptionWidth = 6
    let pilot = try pilot(60, column)
    #expect(pilot.screen == "A      [ ] no\nBee    [ ] no")
    second.placement = .above
    try pilot.settle()
    #expect(pilot.screen == "A      [ ] no\nBee\n[ ] no")
    first.placement = .beside
    try pilot.resize(to: Size(width: 40, height: 10))
    #expect(pilot.screen == "A      [ ] no\nBee\n[ ] no")
  }
}
