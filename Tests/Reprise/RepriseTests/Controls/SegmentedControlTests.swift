import Reprise
import RepriseTesting
import Testing

/// Values side by side, one of them chosen.
@Suite struct SegmentedControlTests {
  private func showing(_ control: SegmentedControl, width: Int = 30) throws -> Pilot {
    let pilot = try Pilot.showing {
      let stack = NavigationController(rootViewController: Rows("root", [Label("root")]))
      stack.push(Rows("page", [control]))
      return stack
    }
    control.frame.size.width = width
    try pilot.settle()
    return pilot
  }

  private func row(_ pilot: Pilot) -> Substring? {
    pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().first
  }

  @Test func theChosenOneIsInBracketsAndReversed() throws {
    let pilot = try showing(SegmentedControl(["Day", "茶", "Year"], selectedIndex: 1))
    #expect(row(pilot) == "  Day [茶] Year")
    #expect(pilot.frame.cursor == Point(x: 7, y: 1))
    for (x, isReversed) in [(2, false), (6, true), (9, true), (11, false)] {
      let style = pilot.frame[Point(x: x, y: 1)]?.style
      #expect(style?.attributes.contains(.reverse) == isReversed, "\(x)")
    }
  }

  @Test func controlIsAsWideAsItsSegments() throws {
    let control = SegmentedControl(["Day", "茶", "Year"])
    let pilot = try Pilot.showing {
      Rows(
        "page",
        [
          Row {
            control
            Label("next")
          }
        ])
    }
    #expect(control.width == 15)
    #expect(pilot.screen.split(separator: "\n").contains(" [Day] 茶  Year  next"), "\(pilot.screen)")
  }

  @Test(arguments: [
    ("<Right>", 2), ("l<Right>", 2), ("<Left>", 0), ("hhhh", 0), ("<Left><Left><Left>", 0),
    (" ", 2), ("  ", 0), ("<End>", 2), ("<Home>", 0),
  ])
  func keysChoose(_ keys: String, _ index: Int) throws {
    let control = SegmentedControl(["Day", "Week", "Year"], selectedIndex: 1)
    var heard: [Int] = []
    control.addAction(for: .valueChanged) { heard.append(control.selectedIndex) }
    let pilot = try showing(control)
    for key in KeyScript(keys).keys { try pilot.press(key) }
    #expect(control.selectedIndex == index)
    #expect(heard.last == index)
    #expect(row(pilot)?.hasPrefix(" ") == true, "the screen is still there")
  }

  @Test func aClickChoosesTheSegmentUnderIt() throws {
    let control = SegmentedControl(["Day", "茶", "Year"])
    var heard: [Int] = []
    control.addAction(for: .valueChanged) { heard.append(control.selectedIndex) }
    let pilot = try showing(control)
    for x in [13, 8, 6, 5, 28] { try pilot.click(x: x, y: 1) }
    #expect(heard == [2, 1, 0], "a click next to them selects nothing")
  }

  @Test func selectedSegmentStaysVisibleWithoutRoom() throws {
    let control = SegmentedControl(["Monday", "Tuesday", "Wednesday"])
    let pilot = try showing(control, width: 12)
    #expect(row(pilot) == " [Monday] Tu…")
    try pilot.press(KeyPress(.end))
    #expect(row(pilot) == " [Wednesday]")
    try pilot.click(x: 3, y: 1)
    #expect(control.selectedIndex == 2)
  }

  @Test func positionsThatDoNotExistBecomeThoseThatDo() {
    let control = SegmentedControl(["a", "b"], selectedIndex: 9)
    #expect(control.selectedIndex == 1)
    control.selectedIndex = -.max
    #expect(control.selectedIndex == 0)
    control.selectedIndex = 1
    control.titles = ["only"]
    #expect(control.selectedIndex == 0)
    control.titles = []
    #expect(control.selectedIndex == 0 && control.width == 0)
    control.performPrimaryAction()
    for action in control.actions { action.perform() }
    #expect(control.selectedIndex == 0)
  }
}
