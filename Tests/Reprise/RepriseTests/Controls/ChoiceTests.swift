import Reprise
import RepriseTesting
import Testing

/// A control that shows what is chosen and leads to where one chooses.
@Suite struct ChoiceTests {
  @Test func choiceShowsAValueAndOpensItsPicker() throws {
    var led = 0
    let choice = Choice { led += 1 }
    let pilot = try Pilot.showing { Rows("rows", [choice]) }
    #expect(pilot.screen == " none ›")
    choice.text = "a 茶壶 of an unusual size"
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen == " a 茶壶 of an unus… ›")
    for key in KeyScript("<Enter> <Right>x").keys { try pilot.press(key) }
    try pilot.click(x: 3, y: 0)
    #expect(led == 4)
    #expect(pilot.frame.cursor == Point(x: 1, y: 0))
  }

  @Test func choiceShowsTheChosenOption() throws {
    let choice = Choice(["new", "used"], selectedIndex: 1)
    let pilot = try Pilot.showing { Rows("rows", [choice]) }
    #expect(pilot.screen == " used ›")
    choice.selectedIndex = 4
    choice.options += ["broken", "lent", "sold"]
    try pilot.settle()
    #expect(pilot.screen == " sold ›", "an app may set the index before the options")
    pilot.expectedRemarks = ["has no option 7"]
    choice.selectedIndex = 7
    try pilot.settle()
    #expect(pilot.screen == " none ›", "there is no such option")
    choice.placeholder = "any"
    try pilot.settle()
    #expect(pilot.screen == " any ›")
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test func optionsAppearInAListOverTheScreen() throws {
    let choice = Choice(["new", "used", "broken 茶壶"], selectedIndex: 1)
    choice.title = "Condition"
    var heard: [Int?] = []
    choice.addAction(for: .valueChanged) { heard.append(choice.selectedIndex) }
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Rows("rows", [choice]) }
    try press("<Enter>", pilot)
    #expect(
      pilot.screen == """
         used ›
                   ╭ Condition ────╮
                   │ [new]         │
                   │ [used]        │
                   │ [broken 茶壶] │
                   │ [Cancel]      │
                   ╰───────────────╯


         Esc Cancel
        """)
    try press("<Down><Enter>", pilot)
    #expect(heard == [2] && pilot.screen == " broken 茶壶 ›")
    try press("<Right><Esc>", pilot)
    try press(" <Enter>", pilot)
    #expect(heard == [2], "the focus was on what is chosen")
    #expect(choice.isFocused)
  }

  @Test func openListIsRestored() throws {
    let pilot = try Pilot.showing { Rows("rows", [Button("first"), Choice(["a", "b"])]) }
    try press("<Down><Enter>", pilot)
    let before = pilot.frame
    #expect(pilot.root()?.presentedViewController != nil)
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
  }

  /// The search text can be typed immediately.
  @Test func typingOpensThePickerWithTheText() throws {
    var led: [String] = []
    let choice = Choice { led.append("") }
    choice.didType = { led.append($0) }
    let pilot = try Pilot.showing { Rows("rows", [choice]) }
    try press("kü茶?<Enter> <Right>", pilot)
    try pilot.paste("Attic\n/ Box")
    #expect(led == ["k", "ü", "茶", "?", "", "", "", "Attic / Box"])
    try press("<^S><Alt-x><Tab><Backspace>", pilot)
    #expect(led.count == 8, "other keys reach the screen")
    choice.isEnabled = false
    try press("k<Enter>", pilot)
    try pilot.paste("Attic")
    #expect(led.count == 8)
  }
}
