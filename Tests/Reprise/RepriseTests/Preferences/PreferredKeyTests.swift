import Reprise
import RepriseTesting
import Testing

/// The keys that a file gives to actions, checked against the actions that there are.
@Suite struct PreferredKeyTests {
  private static let table = ActionTable(
    text: """
      list.new\tNew\tn\t^N
      list.trash\tTrash\tx\tDel
      list.sort\tSort\to n
      list.open\tOpen\tEnter
      form.save\tSave\t^S
      text.cut\tCut to the end\t^K

      list\tlist.new\tlist.trash\tlist.sort\tlist.open
      form\tform.save\ttext.cut

      """)

  private func read(_ text: String) -> (keys: [String: [KeyBinding]], problems: [String]) {
    var preferences = Preferences(text: "[keys]\n" + text, file: "f")
    let keys = preferences.keys(of: Self.table, listedBy: "`shelf keys`")
    preferences.nameUnknownKeys()
    return (keys, preferences.problems.map(\.description))
  }

  @Test func keysAreGivenInEachWayOfWritingThem() {
    let (keys, problems) = read(
      "list.new = \"N\"\n\"list.trash\" = [\"X\", \"g x\"]\nlist.open = []\n[keys.form]\nsave = '^T'"
    )
    #expect(
      keys == [
        "list.new": ["N"], "list.trash": ["X", "g x"], "list.open": [], "form.save": ["^T"],
      ])
    #expect(problems == [])
  }

  @Test(
    arguments: [
      (
        "list.nwe = \"N\"",
        "“list.nwe” is not an action: did you mean “list.new”?; `shelf keys` lists"
      ),
      ("other = \"N\"", "“other” is not an action; `shelf keys` lists them"),
      ("list.new = \"^I\"", "“^I” is the same key as Tab: write a key as in the help"),
      ("list.new = \"Entr\"", "“Entr” is not a key: write a key as in the help"),
      ("list.new = \"\"", "no key is given: write a key"),
      ("list.new = 5", "put keys in quotes"), ("list.new = true", "put keys in quotes"),
      ("text.cut = \"k\"", "“k” types text: choose a key that types nothing"),
    ])
  func whatIsNoActionOrNoKeyIsNamed(_ line: String, _ words: String) {
    let (keys, problems) = read(line)
    #expect(keys == [:], "the action keeps its keys")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("f:2: " + words) == true, "\(problems)")
  }

  @Test func validKeysOfAListCount() {
    let (keys, problems) = read("list.new = [\"N\", \"^I\"]")
    #expect(keys == ["list.new": ["N"]])
    #expect(problems.count == 1)
  }

  @Test(
    arguments: [
      ("list.new = \"x\"", "f:2: “x” is also a key of “list.trash” (list): change"),
      ("list.new = \"X\"\nlist.trash = \"X\"", "f:2: “X” is also a key of “list.trash” (list)"),
      ("list.new = \"o\"", "f:2: “o” also begins or continues keys of “list.sort” (list)"),
      ("list.new = \"Enter Enter\"", "also begins or continues keys of “list.open” (list)"),
      ("form.save = \"^K\"", "f:2: “^K” is also a key of “text.cut” (form)"),
    ])
  func twoActionsWithOneKeyAreNamed(_ lines: String, _ words: String) {
    #expect(read(lines).problems.first?.contains(words) == true, "\(read(lines).problems)")
  }

  @Test func keysMayBeExchangedAndSharedByScreens() {
    #expect(read("list.new = \"x\"\nlist.trash = \"n\"").problems == [])
    #expect(read("list.new = \"x\"\nlist.trash = \"Del\"").problems == [])
    #expect(read("list.new = \"^S\"").problems == [], "the form is another screen")
  }

  @Test func actionTableRoundTrips() {
    #expect(ActionTable(text: Self.table.text) == Self.table)
    #expect(Self.table["list.trash"]?.keys == ["x", "Del"])
    #expect(Self.table["list.trash"]?.title == "Trash")
  }

  @Test func preferredThemeIsAppliedAndRemoved() throws {
    let pilot = try Pilot.showing(size: Size(width: 20, height: 4)) { ViewController() }
    let application = pilot.application
    #expect(application.theme == .dark)
    application.preferredTheme = Theme.Definition(.light)
    #expect(application.theme == .light)
    try pilot.settle()
    application.theme = .highContrast
    #expect(application.theme == .highContrast, "what the app sets is what it shows")
  }

  @Test func environmentOverridesTheFile() throws {
    let pilot = try Pilot.showing(size: Size(width: 20, height: 4)) { ViewController() }
    pilot.application.preferredTheme = Theme.Definition(.light)
    pilot.terminal.capabilities.isThemeChosen = true
    #expect(pilot.application.theme == .dark)
    pilot.terminal.capabilities.isThemeChosen = false
    pilot.terminal.capabilities.colors = 0
    #expect(pilot.application.theme == .monochrome, "without color there is one theme")
  }
}
