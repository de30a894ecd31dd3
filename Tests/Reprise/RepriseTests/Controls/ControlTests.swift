import Reprise
import RepriseTesting
import Testing

/// Presses and clicks on the kit's controls, and the cursor in them.
@Suite struct ControlTests {
  private final class Heard {
    var answers: [Bool] = []
    var presses = 0
  }

  private func showing(_ view: View) throws -> Pilot {
    try Pilot.showing { Rows("rows", [view]) }
  }

  @Test func aClickTurnsASwitchOnAndOff() throws {
    let (heard, control) = (Heard(), Switch())
    control.addAction(for: .valueChanged) { heard.answers.append(control.isOn) }
    let pilot = try showing(control)
    try pilot.click(x: 2, y: 0)
    #expect(control.isOn)
    try pilot.click(x: 2, y: 0)
    #expect(!control.isOn)
    #expect(heard.answers == [true, false])
  }

  @Test func keysTurnASwitchOnAndOff() throws {
    let (heard, control) = (Heard(), Switch())
    control.addAction(for: .valueChanged) { heard.answers.append(control.isOn) }
    let pilot = try showing(control)
    for key in KeyScript(" <Right>l<Left>hl ").keys { try pilot.press(key) }
    #expect(heard.answers == [true, false, true, false])
  }

  @Test func aButtonIsPressedByEnterSpaceAndAClick() throws {
    let heard = Heard()
    let button = Button("Go") { heard.presses += 1 }
    let pilot = try showing(button)
    for key in KeyScript("<Enter> x").keys { try pilot.press(key) }
    #expect(heard.presses == 2)
    try pilot.click(x: 1, y: 0)
    #expect(heard.presses == 3)
  }

  @Test func aClickedButtonHasTheFocusAndLooksLikeIt() throws {
    let pilot = try Pilot.showing { Rows("rows", [Button("One"), Button("Two")]) }
    func isReversed(_ row: Int) -> Bool? {
      pilot.frame[Point(x: 2, y: row)]?.style.attributes.contains(.reverse)
    }
    #expect(isReversed(0) == true && isReversed(1) == false)
    try pilot.click(x: 3, y: 1)
    #expect(isReversed(0) == false && isReversed(1) == true)
    #expect(Button("Two").width == 7)
  }

  private final class Listener: TextFieldDelegate {
    var ended = 0
    func textFieldDidChange(_ textField: TextField) {}
    func textFieldDidEndEditing(_ textField: TextField) { ended += 1 }
  }

  @Test func fieldReportsLosingTheFocus() throws {
    let (listener, field) = (Listener(), TextField())
    field.delegate = listener
    let pilot = try Pilot.showing { Rows("rows", [field, Button("Go")]) }
    #expect(listener.ended == 0)
    try pilot.press(KeyPress(.tab))
    #expect(listener.ended == 1)
  }

  @Test(arguments: [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (9, 3)])
  func aClickPutsTheCaretInFrontOfTheCharacterThere(_ x: Int, _ caret: Int) throws {
    let field = TextField()
    field.text = "ab茶"
    let pilot = try showing(field)
    try pilot.click(x: x, y: 0)
    try pilot.type("|")
    var expected = Array("ab茶")
    expected.insert("|", at: caret)
    #expect(field.text == String(expected))
  }

  @Test func focusedViewIsScrolledIntoView() throws {
    let scrollView = ScrollView()
    scrollView.contentSize = Size(width: 20, height: 40)
    for y in [0, 20] {
      let button = Button("at \(y)")
      button.restorationIdentifier = "at \(y)"
      button.frame = Rect(x: 0, y: y, width: 10, height: 1)
      scrollView.addSubview(button)
    }
    let pilot = try showing(scrollView)
    scrollView.frame = Rect(x: 0, y: 0, width: 20, height: 5)
    try pilot.settle()
    try pilot.press(KeyPress(.tab))
    #expect(scrollView.contentOffset == Point(x: 0, y: 16))
    #expect(pilot.screen.contains("at 20"))
    try pilot.press(KeyPress(.tab))
    #expect(scrollView.contentOffset == .zero)
  }

  @Test func cursorIsOnTheButtonsTitle() throws {
    let pilot = try showing(Button("Go"))
    #expect(pilot.screen == " [ Go ]")
    #expect(pilot.frame.cursor == Point(x: 3, y: 0))
  }

  @Test func cursorOutsideTheVisiblePartIsHidden() throws {
    let button = Button("Go")
    let pilot = try showing(button)
    button.frame.size.width = 2
    try pilot.settle()
    #expect(pilot.frame.cursor == nil)
  }

  /// The help names only what does something.
  @Test func readOnlyTextOffersNoEditingKeys() {
    let text = TextView()
    let all = Set(text.editingActions.flatMap(\.keys).map(\.label))
    text.isEditable = false
    let left = Set(text.editingActions.flatMap(\.keys).map(\.label))
    #expect(left.isStrictSubset(of: all))
    #expect(left.contains("Home") && !left.contains("Backspace"))
    #expect(all.contains("Backspace"))
  }

  @Test(arguments: [(true, "one two\nthree"), (false, "one two t…")])
  func labelWrapsOnlyIfConfigured(_ wraps: Bool, _ text: String) throws {
    let label = Label("one two three")
    label.wraps = wraps
    let pilot = try showing(label)
    label.frame = Rect(x: 0, y: 0, width: 10, height: 2)
    try pilot.settle()
    #expect(pilot.screen == text)
    #expect(label.height(forWidth: 10) == (wraps ? 2 : 1))
  }

  /// Content that is wider than the view as well: nothing moves sideways unasked.
  @Test func scrollingEndsAtTheFirstRowAndColumn() throws {
    let (scrollView, content) = (ScrollView(), Label("wide"))
    content.frame = Rect(x: 0, y: 0, width: 200, height: 100)
    scrollView.addSubview(content)
    scrollView.contentSize = Size(width: 200, height: 100)
    let pilot = try showing(scrollView)
    scrollView.frame = Rect(x: 0, y: 0, width: 20, height: 5)
    try pilot.settle()
    for (wanted, offset) in [
      (Point(x: 3, y: 4), Point(x: 3, y: 4)), (Point(x: -3, y: -4), .zero),
      (Point(x: 999, y: 999), Point(x: 180, y: 95)),
    ] {
      scrollView.setContentOffset(wanted)
      scrollView.layoutIfNeeded()
      #expect(scrollView.contentOffset == offset)
    }
  }

  /// On the mark between the brackets, which is what Space changes.
  @Test func cursorIsOnTheSwitchsMark() throws {
    let pilot = try Pilot.showing { Rows("rows", [Switch()]) }
    #expect(pilot.screen.hasPrefix(" [ ] no"))
    #expect(pilot.frame.cursor == Point(x: 2, y: 0))
  }
}
