import RepriseTesting
import Testing

@testable import Reprise

/// The keys that edit text are actions: a person may give them others, and the help shows those.
@Suite struct EditingActionTests {
  private static let size = Size(width: 60, height: 50)

  /// A line, a text below it, and keys of the screen that the texts take.
  private final class Desk: Rows {
    let field = TextField()
    let text = TextView()
    var done: [String] = []

    init() {
      super.init("desk", [field, text])
      field.text = "one two"
    }

    override var actions: [Action] { made }

    private lazy var made = [
      Action("desk.link", "Link", "^K", for: self) { $0.done.append("link") },
      Action("desk.save", "Save", "^S", for: self) { $0.done.append("save") },
      Action("desk.help", "Help", "F1", isHinted: false, for: self) { desk in
        if let application = desk.window?.application {
          HelpViewController.present(in: application)
        }
      },
    ]
  }

  private func pilot(
    _ overrides: [String: [KeyBinding]] = [:], expecting remarks: [String] = []
  ) throws -> (Pilot, Desk) {
    let pilot = try Pilot.showing(size: Self.size, expecting: remarks) { Desk() }
    pilot.application.keyOverrides = overrides
    try pilot.settle()
    return (pilot, try #require(pilot.root(Desk.self)))
  }

  private func hints(_ pilot: Pilot) -> String {
    pilot.frame.plainText(row: Self.size.height - 1)
  }

  /// A person's configuration names these: none may ever be called otherwise.
  @Test func theIdsNeverChange() throws {
    let inField = [
      "left", "select-left", "right", "select-right", "word-left", "select-word-left",
      "word-right", "select-word-right", "line-start", "select-line-start", "line-end",
      "select-line-end", "delete-left", "delete-right", "cut-word-left", "cut-word-right",
      "cut-to-line-start", "cut-to-line-end", "put-back", "undo", "redo",
    ]
    let inLines = [
      "new-line", "up", "select-up", "down", "select-down", "page-up", "select-page-up",
      "page-down", "select-page-down", "line-start", "select-line-start", "line-end",
      "select-line-end", "start", "select-start", "end", "select-end",
    ]
    #expect(TextField().editingActions.map(\.id) == inField.map { "text.\($0)" })
    #expect(
      TextView().editingActions.map(\.id)
        == (inLines + inField.filter { !inLines.contains($0) }).map { "text.\($0)" })
    #expect(Action.problems(in: TextView().editingActions) == [])
  }

  @Test func configuredKeyReplacesTheDefaults() throws {
    let (pilot, desk) = try pilot(["text.cut-word-left": ["^T", "F5"], "text.undo": ["Alt-u"]])
    try pilot.keys("<^T>")
    #expect(desk.field.text == "one ")
    try pilot.keys("<F5><^W><^_>")
    #expect(desk.field.text == "", "the usual keys do nothing any more")
    try pilot.keys("<Alt-u>")
    #expect(desk.field.text == "one ")
    #expect(pilot.remarks == [])
  }

  @Test func textViewUsesConfiguredKeysToo() throws {
    let (pilot, desk) = try pilot(["text.new-line": ["Alt-Enter"], "text.up": ["^O"]])
    desk.text.becomeFirstResponder()
    try pilot.keys("a<Alt-Enter>b<^O>c<Enter>")
    #expect(desk.text.text == "ac\nb")
    #expect(!desk.text.takes(KeyPress(.enter)) && desk.text.takes(KeyPress(.enter, .alt)))
  }

  @Test func aKeyTakenFromATextIsTheScreens() throws {
    var (pilot, desk) = try pilot()
    #expect(hints(pilot) == " ^S Save", "^K cuts, and no key that edits is hinted")
    try pilot.keys("<^A><^K>")
    #expect(desk.field.text == "" && desk.done == [])
    (pilot, desk) = try self.pilot(["text.cut-to-line-end": []])
    #expect(hints(pilot) == " ^K Link  ^S Save")
    try pilot.keys("<^A><^K>")
    #expect(desk.field.text == "one two" && desk.done == ["link"])
  }

  @Test func aKeyOfTheScreenMayBeGivenToATextAndBack() throws {
    let (pilot, desk) = try pilot(["text.undo": ["^S"]])
    #expect(hints(pilot) == "")
    try pilot.keys("!<^S>")
    #expect(desk.field.text == "one two" && desk.done == [])
    pilot.application.keyOverrides = [:]
    try pilot.settle()
    #expect(hints(pilot) == " ^S Save")
    try pilot.keys("!<^S>")
    #expect(desk.field.text == "one two!" && desk.done == ["save"])
  }

  @Test func previousActionLosesTheKey() throws {
    let (pilot, desk) = try pilot(["text.undo": ["^K"], "text.redo": ["^U ^U"]])
    try pilot.keys("!<^A><^K>")
    #expect(desk.field.text == "one two")
    try pilot.keys("<^E><^U><^U>")
    #expect(desk.field.text == "one two!", "^U begins other keys, and cuts no more")
  }

  @Test(arguments: [false, true])
  func keysPressedOneAfterTheOtherEdit(inLines: Bool) throws {
    let (pilot, desk) = try pilot(["text.undo": ["^X u", "^X ^X"]])
    if inLines { desk.text.becomeFirstResponder() }
    func text() -> String { inLines ? desk.text.text : desk.field.text }
    let before = text()
    try pilot.keys("!<^X>")
    #expect(
      pilot.screen.contains("^X Undo") && pilot.screen.contains("u  typing"),
      "a popup shows how it continues")
    try pilot.keys("u")
    #expect(text() == before)
    try pilot.keys("!<^X><^X>")
    #expect(text() == before)
    try pilot.keys("<^X>x")
    #expect(text() == before + "x", "what continues nothing does what it does alone")
  }

  @Test func aKeyThatTypesStaysTyping() throws {
    let (pilot, desk) = try pilot(
      ["text.undo": ["u", "^T"], "text.redo": ["g r"]], expecting: ["is typed into the text"])
    try pilot.keys("ugr<^T>")
    #expect(desk.field.text == "one two")
    #expect(
      pilot.remarks == [
        "the keys for the action “text.undo” do nothing: “u” is typed into the text",
        "the keys for the action “text.redo” do nothing: “g” is typed into the text",
      ], "said once")
  }

  @Test func helpListsAndPerformsConfiguredKeys() throws {
    let (pilot, desk) = try pilot(["text.delete-left": ["^T"], "text.start": ["Alt-g g"]])
    try pilot.keys("<F1>")
    let help = pilot.screen.split(separator: "\n").map(String.init)
    func isListed(_ title: String, _ key: String) -> Bool {
      help.contains { $0.contains(title) && $0.hasSuffix(key) }
    }
    #expect(help.contains { $0.hasSuffix(" Text") })
    #expect(isListed("Delete left", " ^T") && isListed("To the start of the text", " Alt-g g"))
    #expect(!help.contains { $0.hasSuffix(" Backspace") })
    try pilot.keys("delete left<Enter>")
    #expect(desk.field.text == "one tw")
  }

  /// A key costs a look-up, however many actions there are and whatever keys they have.
  @Test func theTableIsMadeOnceForAllTexts() throws {
    var (pilot, desk) = try pilot()
    #expect(desk.field.keys === TextAction.keys && desk.text.keys === TextViewAction.keys)
    (pilot, desk) = try self.pilot(["text.undo": ["^T"]])
    let own = desk.field.keys
    #expect(own !== TextAction.keys)
    try pilot.keys("abc<^T><Tab>d")
    #expect(desk.field.keys === own)
    pilot.application.keyOverrides = ["desk.save": ["F2"]]
    #expect(desk.field.keys === TextAction.keys, "no text is concerned")
  }

  @Test func controlsTakeAPersonsKeysAsWell() throws {
    let (toggle, choice) = (Switch(), SegmentedControl(["a", "b", "c"]))
    let pilot = try Pilot.showing(size: Self.size) { Rows("rows", [toggle, choice]) }
    pilot.application.keyOverrides = [
      "switch.change": ["x"], "segments.next": ["n"], "switch.on": [],
    ]
    try pilot.keys("x")
    #expect(toggle.isOn)
    try pilot.keys(" <Left>l")
    #expect(!toggle.isOn)
    try pilot.keys("<Tab>nnn<Home>n<Left>")
    #expect(choice.selectedIndex == 0)
    try pilot.keys("<End>")
    #expect(choice.selectedIndex == 2)
  }
}
