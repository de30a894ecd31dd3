import Reprise
import RepriseTesting
import Testing

/// One table of actions is the keys, the line of hints and the help of a screen.
@Suite struct ActionTests {
  private final class Screen: ViewController {
    var done: [String] = []
    var canSave = false {
      didSet { view.setNeedsDisplay() }
    }
    private let table: (Screen) -> [Action]
    private lazy var made = table(self)

    init(_ table: @escaping (Screen) -> [Action]) {
      self.table = table
      super.init()
      restorationIdentifier = "screen"
    }

    override var actions: [Action] { made }

    func does(_ id: String) -> () -> Void {
      { [unowned self] in done.append(id) }
    }
  }

  private static let size = Size(width: 50, height: 10)

  private func pilot(
    expecting remarks: [String] = [], _ table: @escaping (Screen) -> [Action]
  ) throws -> (Pilot, Screen) {
    let pilot = try Pilot.showing(size: Self.size, expecting: remarks) { Screen(table) }
    return (pilot, try #require(pilot.root(Screen.self)))
  }

  private func hints(_ pilot: Pilot) -> String {
    pilot.screen.split(separator: "\n").last.map(String.init) ?? ""
  }

  /// The keys of a screen as the help lists them.
  private func help(_ pilot: Pilot) -> [String] {
    pilot.application.window.availableKeyCommands.map { "\($0.label) \($0.title)" }
  }

  /// Hints follow what an action would be done to; its keys work all the time.
  @Test func titleAndHintAreThoseOfTheMoment() throws {
    let (pilot, screen) = try pilot { screen in
      [
        Action("note.save", "Save", "s", perform: screen.does("save"))
          .titled(for: screen) { "Save \($0.done.count)" }.hinted(for: screen) { $0.canSave },
        Action("note.new", "New", "n", perform: screen.does("new"))
          .hinted(for: screen) { !$0.canSave }.essential(),
      ]
    }
    #expect(hints(pilot) == " n New")
    try pilot.press(script: "ss")
    #expect(screen.done == ["save", "save"] && help(pilot) == ["s Save 2", "n New"])
    screen.canSave = true
    try pilot.settle()
    #expect(hints(pilot) == " s Save 2")
    try pilot.press(script: "s")
    #expect(hints(pilot) == " s Save 3")
  }

  @Test func keysHintsAndHelpComeFromOneTable() throws {
    let (pilot, screen) = try pilot { screen in
      [
        Action("note.new", "New", "n", "Ins", perform: screen.does("new")),
        Action("note.top", "Top", "g g", isHinted: false, perform: screen.does("top")),
        .cancel(perform: screen.does("cancel")),
      ]
    }
    #expect(hints(pilot) == " n New  Esc Cancel")
    #expect(help(pilot) == ["n New", "Ins New", "g g Top", "Esc Cancel", "^C Cancel"])
    try pilot.press(.character("n"), KeyPress(.insert), .character("g"))
    #expect(hints(pilot) == " g … Esc Cancel" && pilot.screen.contains("g Top"))
    try pilot.press(.character("g"), .control("c"))
    #expect(screen.done == ["new", "new", "top", "cancel"])
    #expect(pilot.remarks == [])
  }

  /// Half a sequence waits for the next key, not for one after something else.
  @Test func aPasteEndsHalfASequence() throws {
    let (pilot, screen) = try pilot { screen in
      [Action("note.top", "Top", "g g", perform: screen.does("top"))]
    }
    try pilot.press(.character("g"))
    try pilot.paste("text")
    try pilot.press(.character("g"))
    #expect(screen.done == [])
    try pilot.press(.character("g"))
    #expect(screen.done == ["top"])
  }

  @Test func disabledActionsAreNotOffered() throws {
    let (pilot, screen) = try pilot { screen in
      [
        Action(
          "note.save", "Save", "^S", enabled: { [unowned screen] in screen.canSave },
          perform: screen.does("save")),
        Action("note.look", "Look", "^S", perform: screen.does("look")),
      ]
    }
    #expect(hints(pilot) == " ^S Look")
    try pilot.press(.control("s"))
    screen.actions[0].perform()
    screen.canSave = true
    try pilot.settle()
    #expect(hints(pilot) == " ^S Save")
    let offered = try #require(pilot.application.window.availableKeyCommands.first)
    #expect(offered.actionID == "note.save")
    try pilot.press(.control("s"))
    screen.canSave = false
    offered.action()
    #expect(screen.done == ["look", "save"], "a help that was opened before does nothing either")
  }

  @Test func furtherKeysMayFollowInTheTable() throws {
    let (pilot, screen) = try pilot { screen in
      let next = Action("form.next", "Next", "Tab", perform: screen.does("next"))
      let last = Action("form.last", "Last", "Shift-Tab", perform: screen.does("last"))
      return [next, last, next.also("Down"), last.also("Up")]
    }
    #expect(help(pilot) == ["Tab Next", "Shift-Tab Last", "↓ Next", "↑ Last"])
    #expect(hints(pilot) == " Tab Next  Shift-Tab Last")
    try pilot.press(KeyPress(.down), KeyPress(.up))
    #expect(screen.done == ["next", "last"])
    #expect(pilot.remarks == [])
  }

  /// A narrow window keeps the way back.
  @Test func theEssentialStaysInTheHints() throws {
    let (pilot, _) = try pilot { screen in
      [
        Action("a", String(repeating: "a", count: 30), "a", perform: screen.does("a")),
        Action("b", String(repeating: "b", count: 12), "b", perform: screen.does("b")),
        .cancel("Back", perform: screen.does("back")).essential(),
      ]
    }
    #expect(hints(pilot) == " a \(String(repeating: "a", count: 30))  Esc Back")
  }

  @Test func mistakesAreReportedOnce() throws {
    let (pilot, _) = try pilot(expecting: [""]) { screen in
      [
        Action("a", "A", "Entr", "x", perform: screen.does("a")),
        Action("a", "A again", "y", perform: screen.does("a")),
        Action("b", "B", "x", perform: screen.does("b")),
        Action("c", "C", "g", perform: screen.does("c")),
        Action("d", "D", "g g", perform: screen.does("d")),
        Action("e", "E", "x", enabled: { false }, perform: screen.does("e")),
      ]
    }
    let expected = [
      "a key of the action “a” does nothing: “Entr” is not a key",
      "two actions are named “a”",
      "x is bound twice, to “a” and “b”",
      "g is a key and begins other keys: “c” and “d”",
    ]
    #expect(pilot.remarks == expected.map { "Screen \"screen\": \($0)" })
    try pilot.press(.character("y"))
    #expect(pilot.remarks.count == expected.count)
  }

  // MARK: - Overrides

  private func overridden(
    _ overrides: [String: [KeyBinding]], expecting remarks: [String] = []
  ) throws -> (Pilot, Screen) {
    let (pilot, screen) = try pilot(expecting: remarks) { screen in
      let next = Action("list.next", "Next", "j", "Down", perform: screen.does("next"))
      return [
        next, Action("list.new", "New", "n", perform: screen.does("new")),
        next.also("^N"), Action("list.top", "Top", "g g", perform: screen.does("top")),
      ]
    }
    pilot.application.keyOverrides = overrides
    try pilot.settle()
    return (pilot, screen)
  }

  @Test func aPersonsKeysTakeThePlaceOfAllKeys() throws {
    let (pilot, screen) = try overridden(["list.next": ["n", "g n"], "list.gone": ["x"]])
    #expect(help(pilot) == ["n Next", "g n Next", "g g Top"], "n was taken from New")
    #expect(hints(pilot) == " n Next  g g Top")
    try pilot.press(.character("n"), .character("g"), .character("n"), .character("j"))
    #expect(screen.done == ["next", "next"])
    #expect(hints(pilot).contains("j does nothing here"))
    #expect(pilot.remarks == [])
  }

  @Test func noKeysTakeAnActionOffTheKeyboard() throws {
    let (pilot, _) = try overridden(["list.next": []])
    #expect(help(pilot) == ["n New", "g g Top"])
  }

  @Test func invalidConfiguredKeyIsReported() throws {
    let (pilot, _) = try overridden(
      ["list.next": ["^I", "Down"], "list.new": ["new"]], expecting: ["do nothing"])
    #expect(help(pilot) == ["↓ Next", "g g Top"])
    #expect(
      pilot.remarks == [
        "the keys for the action “list.new” do nothing: “new” is not a key",
        "the keys for the action “list.next” do nothing: “^I” is the same key as Tab",
      ])
  }

  @Test func actionsOfTheWindowWorkEverywhere() throws {
    let (pilot, screen) = try pilot { screen in [Action("a", "A", "a", perform: screen.does("a"))] }
    pilot.application.window.globalActions = [
      Action("app.help", "Help", "?", perform: screen.does("help")).essential()
    ]
    try pilot.settle()
    #expect(hints(pilot) == " a A  ? Help")
    try pilot.press(.character("?"))
    #expect(screen.done == ["help"])
  }

  /// Letters are typed where a text has the focus; the second key is hinted there.
  @Test func aFurtherKeyIsHintedWhereTheFirstIsTyped() throws {
    let field = TextField()
    let pilot = try Pilot.showing(size: Self.size) { Rows("rows", [field]) }
    let help = Action("app.help", "Help", "?") {}
    pilot.application.window.globalActions = [help, help.also("F1", isHinted: true)]
    try pilot.settle()
    #expect(hints(pilot) == " F1 Help")
  }

  private final class Taking: View {
    var isTaking = false
    override var canBecomeFirstResponder: Bool { true }
    override func takes(_ press: KeyPress) -> Bool { isTaking }
  }

  /// The same actions, and other hints.
  @Test func hintHidesWhileANearerResponderTakesItsKey() throws {
    let view = Taking()
    let pilot = try Pilot.showing(size: Self.size) { Rows("rows", [view]) }
    pilot.application.window.globalActions = [Action("app.help", "Help", "?") {}]
    for isTaking in [false, true, false, true] {
      view.isTaking = isTaking
      pilot.application.update()
      #expect(hints(pilot) == (isTaking ? "" : " ? Help"))
    }
  }

  @Test func anActionOutlivesItsOwner() throws {
    var owner: Screen? = Screen { _ in [] }
    let action = Action("a", "A", for: try #require(owner), enabled: { _ in true }) {
      $0.canSave = true
    }
    #expect(action.isEnabled)
    action.perform()
    #expect(owner?.canSave == true)
    owner = nil
    #expect(!action.isEnabled)
    action.perform()
  }

  @Test func theKeyOfAnActionIsThePersons() throws {
    let (pilot, _) = try pilot { _ in [] }
    let window = pilot.application.window
    let action = Action("a", "A", "^S", "F2") {}
    #expect(window.keyLabel(of: action) == "^S")
    pilot.application.keyOverrides = ["a": ["Alt-s"]]
    #expect(window.keyLabel(of: action) == "Alt-s")
    pilot.application.keyOverrides = ["a": []]
    #expect(window.keyLabel(of: action) == "")
  }

  @Test func buttonActionNeedsNoKey() throws {
    var isDeleted = false
    let action = Action("note.delete", "Delete", role: .destructive) { isDeleted = true }
    #expect(action.keys == [])
    #expect(action.role == .destructive)
    action.perform()
    #expect(isDeleted)
    #expect(Action.cancel().role == .cancel)
    #expect(Action.done {}.role == .primary)
  }
}
