import RepriseTesting
import Testing

@testable import Reprise

/// What all controls share: events, the disabled state, and their looks.
@Suite struct ControlUseTests {
  /// A control of an app's own: it overrides what the kit asks for, and nothing else.
  private final class Star: Control {
    var isSet = false { didSet { setNeedsDisplay() } }

    override func performPrimaryAction() {
      isSet.toggle()
      sendActions(for: .valueChanged)
    }

    override func draw(_ canvas: Canvas) {
      canvas.draw(isSet ? "★" : "☆", at: .zero, style: look)
    }
  }

  private func showing(_ views: View...) throws -> Pilot {
    try Pilot.showing { Rows("rows", views) }
  }

  private func style(_ pilot: Pilot, _ row: Int, x: Int = 2) -> Style.Attributes? {
    pilot.frame[Point(x: x, y: row)]?.style.attributes
  }

  @Test func customControlHasKeysMouseAndFocus() throws {
    let star = Star()
    var heard: [Bool] = []
    star.addAction(for: .valueChanged) { heard.append(star.isSet) }
    let pilot = try showing(Label("a star"), star)
    #expect(star.isFocused)
    try pilot.press(KeyPress(.enter), .character(" "))
    try pilot.click(x: 1, y: 1)
    #expect(heard == [true, false, true])
    #expect(pilot.screen == " a star\n ★")
    #expect(pilot.frame.cursor == Point(x: 1, y: 1))
    #expect(style(pilot, 1, x: 1)?.contains(.reverse) == true)
  }

  @Test func allTargetsAreNotifiedInOrder() throws {
    var heard = ""
    let button = Button("Go") { heard += "a" }
    button.addAction(for: .primaryActionTriggered) { heard += "b" }
    button.addAction(for: .valueChanged) { heard += "c" }
    let pilot = try showing(button)
    try pilot.press(KeyPress(.enter))
    #expect(heard == "ab")
  }

  private func make(_ name: String) -> Control {
    switch name {
    case "button": Button("Go")
    case "switch": Switch()
    case "field": TextField()
    case "segments": SegmentedControl(["a", "b"])
    case "choice": Choice {}
    default: Star()
    }
  }

  @Test(arguments: ["button", "switch", "field", "segments", "choice", "own"])
  func aDisabledControlDoesNothingAndIsPassedOver(_ name: String) throws {
    let control = make(name)
    var isTold = false
    control.addAction(for: .valueChanged) { isTold = true }
    control.addAction(for: .primaryActionTriggered) { isTold = true }
    control.isEnabled = false
    let pilot = try showing(Button("first"), control, Button("last"))
    try pilot.click(x: 2, y: 1)
    #expect(!control.isFocused)
    try pilot.press(KeyPress(.tab))
    #expect(pilot.frame.cursor?.y == 2)
    control.becomeFirstResponder()
    pilot.root()?.focusedView = control
    let before = pilot.frame.plainText()
    for key in KeyScript(" <Enter><Right><Left>lh").keys { _ = control.pressBegan(key) }
    for action in control.actions { action.perform() }
    #expect(control.keyCommands.isEmpty)
    _ = control.paste("text")
    try pilot.settle()
    #expect(!isTold)
    #expect(pilot.frame.plainText() == before)
    #expect(pilot.root()?.presentedViewController == nil)
  }

  /// Enter twice on "Save", which is disabled by the first one, must not press its neighbor.
  @Test func aControlThatIsDisabledByItsOwnPressKeepsTheFocus() throws {
    var pressed: [String] = []
    let save = Button("Save")
    save.addAction(for: .primaryActionTriggered) {
      pressed.append("save")
      save.isEnabled = false
    }
    let delete = Button("Delete") { pressed.append("delete") }
    let pilot = try showing(Button("Help"), save, delete, Button("Close"))
    try pilot.press(KeyPress(.tab), KeyPress(.enter), KeyPress(.enter), .character(" "))
    #expect(pressed == ["save"])
    #expect(
      pilot.frame[Point(x: 2, y: 1)]?.style
        == Theme.dark.look(of: Style(.reverse, role: .disabled)))
    try pilot.press(KeyPress(.tab))
    #expect(pilot.frame.cursor?.y == 2, "Tab continues from there")
    save.isEnabled = true
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(style(pilot, 1) == [])
  }

  @Test func aMouseButtonThatIsHeldDownIsKnown() throws {
    let (star, other) = (Star(), Star())
    let pilot = try showing(star, other)
    try pilot.click(x: 1, y: 1)
    #expect(!star.isPressed && other.isPressed)
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: 30, y: 9))))
    #expect(!star.isPressed && !other.isPressed, "let go elsewhere")
    try pilot.click(x: 1, y: 0)
    star.removeFromSuperview()
    #expect(!star.isPressed)
  }

  /// How long a button is held is not kept, so a restart would show it otherwise.
  @Test(arguments: ["button", "switch", "field", "segments", "choice", "own"])
  func aHeldButtonDoesNotShow(_ name: String) throws {
    let control = make(name)
    let pilot = try showing(Button("first"), control)
    try pilot.click(x: 1, y: 1)
    #expect(control.isPressed)
    let held = pilot.frame
    try pilot.send(.mouse(MouseEvent(.release, at: Point(x: 1, y: 1))))
    #expect(!control.isPressed)
    #expect(pilot.frame.ansi() == held.ansi())
  }

  @Test func enterInAFieldGoesToTheScreenWithoutATarget() throws {
    var heard = ""
    let (plain, search) = (TextField(), TextField())
    plain.addAction(for: .valueChanged) { heard += plain.text }
    search.addAction(for: .primaryActionTriggered) { heard += "search" }
    let pilot = try showing(plain, search)
    #expect(!plain.takes(KeyPress(.enter)) && search.takes(KeyPress(.enter)))
    try pilot.type("ab")
    try pilot.press(KeyPress(.enter), KeyPress(.tab), KeyPress(.enter))
    #expect(heard == "aabsearch")
  }

  @Test func aButtonIsMadeOfAnAction() throws {
    var heard = 0
    let delete = Action("delete", "Delete", role: .destructive) { heard += 1 }
    let never = Action("never", "Never", enabled: { false }) { heard += 10 }
    let pilot = try showing(Button(delete), Button(never))
    #expect(pilot.screen == " [ Delete ]\n [ Never ]")
    #expect(
      pilot.frame[Point(x: 2, y: 0)]?.style
        == Theme.dark.look(of: Style(.reverse, role: .destructive)))
    #expect(pilot.frame[Point(x: 2, y: 1)]?.style == Theme.dark[.disabled])
    try pilot.press(KeyPress(.enter), KeyPress(.tab), KeyPress(.enter))
    #expect(heard == 2)
  }
}
