import Reprise
import RepriseTesting
import Testing

/// Where keys and clicks go in a container of several screens that can be seen at once.
@Suite struct ChildFocusTests {
  /// Screens side by side, with a field of its own below them.
  ///
  /// It does not handle the focus.
  private final class Panes: ViewController, TextFieldDelegate {
    let panes: [Pane]
    let own = TextField()

    override init() {
      panes = [Pane("left"), Pane("right"), Pane(nil)]
      super.init()
      restorationIdentifier = "panes"
      for pane in panes { addChild(pane) }
    }

    override func viewDidLoad() {
      own.restorationIdentifier = "own"
      own.delegate = self
      for pane in panes { view.addSubview(pane.view) }
      view.addSubview(own)
    }

    func textFieldDidChange(_ textField: TextField) { setNeedsPreservation() }

    override func viewDidLayoutSubviews() {
      for (index, pane) in panes.enumerated() {
        pane.view.frame = Rect(x: index * 16, y: 0, width: 15, height: 6)
      }
      own.frame = Rect(x: 0, y: 8, width: 40, height: 1)
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(objects: children, forKey: "panes")
      coder.encode(own.text, forKey: "own")
    }

    override func decodeRestorableState(with coder: Coder) {
      own.text = coder.decodeString(forKey: "own") ?? ""
      super.decodeRestorableState(with: coder)
    }
  }

  /// A field, and room below it in which nothing stands.
  private final class Pane: ViewController, TextFieldDelegate {
    let field = TextField()
    var appearances = 0
    var keys = ""

    init(_ identifier: String?) {
      super.init()
      restorationIdentifier = identifier
      field.restorationIdentifier = "field"
      field.delegate = self
    }

    func textFieldDidChange(_ textField: TextField) { setNeedsPreservation() }

    override func viewDidLoad() {
      field.frame = Rect(x: 0, y: 0, width: 15, height: 1)
      view.addSubview(field)
    }

    override func viewDidAppear() { appearances += 1 }

    override var keyCommands: [KeyCommand] {
      [KeyCommand(KeyPress(.function(5)), title: "Tell") { [weak self] in self?.keys += "t" }]
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(field.text, forKey: "text")
    }

    override func decodeRestorableState(with coder: Coder) {
      field.text = coder.decodeString(forKey: "text") ?? ""
      super.decodeRestorableState(with: coder)
    }
  }

  private func pilot() throws -> Pilot { try Pilot.showing { Panes() } }

  private func texts(_ pilot: Pilot) -> [String] {
    guard let panes = pilot.root(Panes.self) else { return [] }
    return panes.panes.map(\.field.text) + [panes.own.text]
  }

  @Test func keysReachTheFirstScreenAutomatically() throws {
    let pilot = try pilot()
    try pilot.type("ab")
    try pilot.press(KeyPress(.function(5)))
    #expect(texts(pilot) == ["ab", "", "", ""])
    #expect(pilot.root(Panes.self)?.panes.map(\.keys) == ["t", "", ""])
    #expect(pilot.root(Panes.self)?.panes.map(\.appearances) == [1, 1, 1], "all can be seen")
  }

  @Test func aClickMovesTheFocusIntoTheScreenThatWasClicked() throws {
    let pilot = try pilot()
    try pilot.type("a")
    try pilot.click(x: 18, y: 0)
    try pilot.type("b")
    try pilot.press(KeyPress(.function(5)))
    #expect(texts(pilot) == ["a", "b", "", ""])
    try pilot.click(x: 2, y: 0)
    try pilot.press(KeyPress(.end))
    try pilot.type("c")
    #expect(texts(pilot) == ["ac", "b", "", ""])
    #expect(pilot.root(Panes.self)?.panes.map(\.keys) == ["", "t", ""])
  }

  @Test func clickNextToAFieldMovesTheFocusToo() throws {
    let pilot = try pilot()
    try pilot.click(x: 35, y: 4)
    try pilot.type("c")
    #expect(texts(pilot) == ["", "", "c", ""])
  }

  @Test func theContainersOwnFieldCanHaveTheFocus() throws {
    let pilot = try pilot()
    try pilot.click(x: 3, y: 8)
    try pilot.type("own")
    #expect(texts(pilot) == ["", "", "", "own"])
    try pilot.click(x: 3, y: 0)
    try pilot.type("a")
    #expect(texts(pilot) == ["a", "", "", "own"])
  }

  @Test func tabGoesThroughAllOfThem() throws {
    let pilot = try pilot()
    for letter in "abcd" {
      try pilot.type(String(letter))
      try pilot.press(KeyPress(.tab))
    }
    #expect(texts(pilot) == ["a", "b", "c", "d"])
    try pilot.press(KeyPress(.tab, .shift))
    try pilot.type("e")
    #expect(texts(pilot) == ["a", "b", "c", "de"])
  }

  @Test(arguments: [(18, 0), (3, 8)]) func focusIsRestored(_ x: Int, _ y: Int) throws {
    let pilot = try pilot()
    try pilot.click(x: x, y: y)
    try pilot.type("a")
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.cursor == before.cursor)
    try pilot.type("b")
    #expect(texts(pilot)[x == 18 ? 1 : 3].hasSuffix("b"))
  }

  @Test func hiddenChildAppearsOnlyWhenShown() throws {
    let pilot = try Pilot.showing {
      let panes = Panes()
      panes.panes[1].view.isHidden = true
      _ = panes.view
      panes.panes[2].view.removeFromSuperview()
      return panes
    }
    let panes = try #require(pilot.root(Panes.self))
    #expect(panes.panes.map(\.appearances) == [1, 0, 0])
    panes.panes[1].view.isHidden = false
    panes.view.addSubview(panes.panes[2].view)
    try pilot.settle()
    #expect(panes.panes.map(\.appearances) == [1, 1, 1])
  }

  @Test func removedScreenReturnsTheFocus() throws {
    let pilot = try pilot()
    try pilot.click(x: 18, y: 0)
    let panes = try #require(pilot.root(Panes.self))
    panes.removeChild(panes.panes[1])
    try pilot.type("a")
    #expect(texts(pilot) == ["a", "", "", ""])
  }
}
