import Reprise
import RepriseTesting
import Testing

/// Arrows move the focus from control to control, unless the focused control uses them.
@Suite struct ArrowFocusTests {
  /// Controls at places, in a stack so that Left could go back.
  private func pilot(_ places: [(Control, x: Int, y: Int)]) throws -> Pilot {
    let page = Rows("page", places.map(\.0))
    page.loadViewIfNeeded()
    for (control, x, y) in places { control.frame = Rect(x: x, y: y, width: 10, height: 1) }
    let pilot = try Pilot.showing {
      NavigationController(rootViewController: Rows("root", [Label("root")]))
    }
    pilot.root(NavigationController.self)?.push(page)
    try pilot.settle()
    return pilot
  }

  private func depth(_ pilot: Pilot) -> Int? {
    pilot.root(NavigationController.self)?.viewControllers.count
  }

  private func press(_ text: String, _ pilot: Pilot) throws {
    for key in KeyScript(text).keys { try pilot.press(key) }
  }

  /// ```
  /// A  B
  ///    C
  /// D     E
  /// ```
  private func buttons() throws -> (Pilot, [Button]) {
    let buttons = ["A", "B", "C", "D", "E"].map { Button($0) }
    let places = [(0, 0), (12, 0), (12, 2), (0, 4), (24, 4)]
    let pilot = try pilot(zip(buttons, places).map { ($0, x: $1.0, y: $1.1) })
    return (pilot, buttons)
  }

  @Test(arguments: [
    ("<Right>", "B"), ("<Down>", "C"), ("<Right><Down>", "C"), ("<Down><Down>", "D"),
    ("<Right><Down><Down>", "D"), ("<Down><Down><Right>", "E"), ("<Down><Down><Right><Up>", "C"),
    ("<Right><Left>", "A"), ("<Up>", "A"), ("<Right><Right>", "B"), ("<Down><Down><Down>", "D"),
    ("<Down><Up>", "B"),
  ])
  func theNearestOneInThatDirectionGetsTheFocus(_ keys: String, _ name: String) throws {
    let (pilot, buttons) = try buttons()
    try press(keys, pilot)
    #expect(buttons.first(where: \.isFocused)?.title == name)
    #expect(depth(pilot) == 2)
  }

  @Test func leftGoesBackOnlyWithoutAControlToTheLeft() throws {
    let (pilot, buttons) = try buttons()
    try press("<Right><Left>", pilot)
    #expect(buttons[0].isFocused && depth(pilot) == 2)
    try press("<Left>", pilot)
    #expect(depth(pilot) == 1)
  }

  @Test func controlsThatWantTheArrowsKeepThem() throws {
    let (left, field, segments) = (Button("L"), TextField(), SegmentedControl(["a", "b"]))
    let pilot = try pilot([(left, 0, 0), (field, 12, 0), (segments, 12, 2), (Switch(), 24, 2)])
    try press("<Right>ab<Left><Left><Left>", pilot)
    #expect(field.isFocused && field.caret == 0)
    try press("<Down><Right><Right><Left>", pilot)
    #expect(segments.isFocused && segments.selectedIndex == 0)
    try press("<Up><Up>", pilot)
    #expect(field.isFocused)
    #expect(depth(pilot) == 2)
  }

  /// Arrows with modifiers are other keys.
  @Test func onlyPlainArrowsMoveTheFocus() throws {
    let (pilot, buttons) = try buttons()
    try pilot.press(KeyPress(.right, .shift), KeyPress(.down, .control), KeyPress(.down, .alt))
    #expect(buttons[0].isFocused)
  }

  @Test func hiddenAndDisabledControlsArePassedOver() throws {
    let (pilot, buttons) = try buttons()
    buttons[1].isHidden = true
    buttons[2].isEnabled = false
    try press("<Right>", pilot)
    #expect(buttons[0].isFocused)
    try press("<Down>", pilot)
    #expect(buttons[3].isFocused)
  }

  @Test func screenCommandPrecedesFocusMovement() throws {
    final class Commanding: Rows {
      var heard = 0
      override var keyCommands: [KeyCommand] {
        [KeyCommand(KeyPress(.down), title: "Count") { [unowned self] in heard += 1 }]
      }
    }
    let (one, two) = (Button("one"), Button("two"))
    let screen = Commanding("rows", [one, two])
    let pilot = try Pilot.showing { screen }
    try press("<Down>", pilot)
    #expect(screen.heard == 1 && one.isFocused)
    try press("<Up><Tab><Up>", pilot)
    #expect(one.isFocused, "without a stack around it, too")
  }

  /// Scrolled out of sight is still below.
  @Test func arrowsReachAndRevealScrolledViews() throws {
    let scrollView = ScrollView()
    let buttons = (0..<20).map { Button("at \($0)") }
    for (y, button) in buttons.enumerated() {
      button.restorationIdentifier = "at \(y)"
      button.frame = Rect(x: 0, y: y, width: 10, height: 1)
      scrollView.addSubview(button)
    }
    scrollView.contentSize = Size(width: 10, height: 20)
    let pilot = try Pilot.showing { Rows("rows", [scrollView]) }
    scrollView.frame = Rect(x: 0, y: 0, width: 10, height: 5)
    try pilot.settle()
    for _ in 0..<12 { try press("<Down>", pilot) }
    #expect(buttons[12].isFocused && pilot.screen.contains("at 12"))
    for _ in 0..<12 { try press("<Up>", pilot) }
    #expect(buttons[0].isFocused && pilot.screen.contains("at 0"))
  }

  /// In a container that does not handle keys or focus, arrows reach its children's controls, and the focus
  /// survives a restart.
  @Test func arrowsGoFromScreenToScreen() throws {
    final class Pair: ViewController {
      let panes = [Rows("one", [Button("A"), Button("B")]), Rows("two", [Button("C"), Switch()])]
      override init() {
        super.init()
        restorationIdentifier = "pair"
        for pane in panes { addChild(pane) }
      }
      override func viewDidLoad() { for pane in panes { view.addSubview(pane.view) } }
      override func viewDidLayoutSubviews() {
        for (index, pane) in panes.enumerated() {
          pane.view.frame = Rect(x: index * 22, y: 0, width: 22, height: 5)
        }
      }
      override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(objects: children, forKey: "panes")
      }
    }
    let pilot = try Pilot.showing { Pair() }
    func focused() -> String? {
      pilot.root(Pair.self)?.panes.flatMap(\.rows).first(where: \.isFirstResponder)
        .map { ($0 as? Button)?.title ?? "switch" }
    }
    for (keys, name) in [
      ("", "A"), ("<Down>", "B"), ("<Right>", "switch"), ("<Left>", "switch"), ("<Up>", "C"),
      ("<Left>", "A"), ("<Right>", "C"),
    ] {
      try press(keys, pilot)
      #expect(focused() == name, "\(keys)")
    }
    try pilot.restartAndRestore()
    #expect(focused() == "C")
  }
}
