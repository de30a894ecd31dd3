import RepriseTesting
import Testing

@testable import Reprise

/// Controls that show and set a property that lies elsewhere.
@Suite struct BoundControlTests {
  private final class Form: ViewController {
    @Restorable("name") var name = "pot"
    @Restorable("about") var about = "one\ntwo"
    @Restorable("isLoud") var isLoud = false
    lazy var field = TextField($name)
    lazy var text = TextView($about)
    lazy var toggle = Switch($isLoud)

    override init() {
      super.init()
      restorationIdentifier = "form"
    }

    override func viewDidLoad() {
      for (row, (control, height)) in [(field as View, 1), (text, 3), (toggle, 1)].enumerated() {
        control.frame = Rect(x: 1, y: 2 * row, width: 20, height: height)
        view.addSubview(control)
      }
      toggle.frame.origin.y = 6
    }
  }

  private func form() throws -> (Pilot, Form) {
    let pilot = try Pilot.showing { Form() }
    return (pilot, try #require(pilot.root(Form.self)))
  }

  @Test func userInputSetsTheProperties() throws {
    let (pilot, form) = try form()
    #expect(pilot.screen == " pot\n\n one\n two\n\n\n [ ] no")
    try pilot.type("s")
    try pilot.press(KeyPress(.tab))
    try pilot.type("z")
    try pilot.press(KeyPress(.tab), .character(" "))
    #expect((form.name, form.about, form.isLoud) == ("pots", "zone\ntwo", true))
  }

  @Test func valuesSetByTheAppAreShown() throws {
    let (pilot, form) = try form()
    (form.name, form.about, form.isLoud) = ("茶壶", "three", true)
    #expect(pilot.isTurnScheduled)
    try pilot.settle()
    #expect(pilot.screen == " 茶壶\n\n three\n\n\n\n [x] yes")
    form.isLoud = false
    try pilot.settle()
    #expect(!form.toggle.isOn)
  }

  /// Nothing was named explicitly: the properties' keys are the names.
  @Test func caretUndoAndFocusAreRestoredAutomatically() throws {
    let (pilot, form) = try form()
    try pilot.type("s")
    for _ in 0..<2 { try pilot.press(KeyPress(.left)) }
    let frame = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame)
    let after = try #require(pilot.root(Form.self))
    #expect(after !== form)
    #expect((after.name, after.field.text, after.field.caret) == ("pots", "pots", 2))
    try pilot.press(.control("_"))
    #expect(after.name == "pot")
    try pilot.press(KeyPress(.tab), KeyPress(.down), KeyPress(.right))
    try pilot.type("!")
    let second = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == second)
    #expect(pilot.root(Form.self)?.text.text == "one\nt!wo")
    #expect(pilot.root(Form.self)?.text.caret == 6)
  }

  @Test func explicitIdentifierIsKept() {
    let form = Form()
    #expect(form.field.restorationIdentifier == "name")
    #expect(TextField(Binding(get: { "" }, set: { _ in })).restorationIdentifier == nil)
    form.field.restorationIdentifier = "mine"
    form.field.layoutIfNeeded()
    #expect(form.field.restorationIdentifier == "mine")
  }

  /// The caret is a matter of the person's, whatever the app makes of what they type.
  @Test func rewritingTheTextKeepsTheCaret() throws {
    var stored = "AC"
    let field = TextField(Binding(get: { stored }, set: { stored = $0.uppercased() }))
    let pilot = try Pilot.showing { Rows("rows", [field]) }
    try pilot.press(KeyPress(.left))
    try pilot.type("b")
    #expect((stored, field.text, field.caret) == ("ABC", "ABC", 2))
  }

  @Test func unsettableValueIsUnchanged() throws {
    let (field, text, toggle) = (
      TextField(.constant("a")), TextView(.constant("b")), Switch(.constant(true))
    )
    let pilot = try Pilot.showing { Rows("rows", [field, text, toggle]) }
    try pilot.type("x")
    try pilot.press(KeyPress(.tab))
    try pilot.type("y")
    try pilot.press(KeyPress(.tab), .character(" "))
    #expect((field.text, text.text, toggle.isOn) == ("a", "b", true))
  }

  @Test func controlSetsTheBoundPartInPlace() {
    let form = Form()
    form.field.text = "cup"
    form.text.text = "blue"
    form.toggle.isOn = true
    #expect((form.name, form.about, form.isLoud) == ("cup", "blue", true))
  }

  @Test func twoControlsOfOnePropertyShowTheSame() throws {
    let name = Restorable(wrappedValue: "a", "name")
    let (one, two) = (TextField(name.projectedValue), TextField(name.projectedValue))
    let pilot = try Pilot.showing { Rows("rows", [one, two]) }
    try pilot.type("b")
    #expect(pilot.screen == " ab\n ab")
  }

  /// A key costs what it changes: a long text is compared by where it lies, not letter by letter.
  @Test func typingUpdatesTheFieldOnceForEachKey() throws {
    var reads = 0
    var stored = "a"
    let binding = Binding(
      get: {
        reads += 1
        return stored
      }, set: { stored = $0 })
    let pilot = try Pilot.showing { Rows("rows", [TextField(binding)]) }
    reads = 0
    try pilot.type("b")
    #expect(reads <= 2)
    reads = 0
    try pilot.press(KeyPress(.left))
    #expect(reads == 0)
  }

  // MARK: - Choosing

  private final class Choosing: ViewController {
    @Restorable("size") var size = 1
    @Restorable("colour") var colour = 0
    @Restorable("maker") var maker: Int?
    @Restorable("name") var name = ""
    lazy var segments = SegmentedControl(["S", "M"], $size)
    lazy var choices = [
      Choice(["red", "green"], $colour), Choice(["Acme", "Zenith"], $maker),
    ]
    lazy var save = Button(
      Action("save", "Save", enabled: { [unowned self] in !name.isEmpty }) {})

    override init() {
      super.init()
      restorationIdentifier = "choosing"
    }

    override func viewDidLoad() {
      let controls: [Control] = [segments, choices[0], choices[1], save]
      for (row, control) in controls.enumerated() {
        control.frame = Rect(x: 1, y: row, width: 20, height: 1)
        view.addSubview(control)
      }
    }
  }

  @Test func choicesSetThePropertiesAndAreRestored() throws {
    let pilot = try Pilot.showing { Choosing() }
    #expect(pilot.screen == "  S [M]\n red ›\n none ›\n [ Save ]")
    for key in KeyScript("<Left><Down><Enter><Down><Enter><Down><Enter><Down><Enter>").keys {
      try pilot.press(key)
    }
    let former = try #require(pilot.root(Choosing.self))
    #expect((former.size, former.colour, former.maker) == (0, 1, 1))
    let frame = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == frame, "the focus, too")
    let screen = try #require(pilot.root(Choosing.self))
    #expect(screen !== former)
    #expect((screen.size, screen.colour, screen.maker) == (0, 1, 1))
    (screen.size, screen.colour, screen.maker) = (1, 0, nil)
    try pilot.settle()
    #expect(pilot.screen == "  S [M]\n red ›\n none ›\n [ Save ]")
  }

  /// More segments in the next version, say, and then the former version again.
  @Test func aPositionThatDoesNotExistIsShownAsTheNearestAndKept() throws {
    let pilot = try Pilot.showing { Choosing() }
    let screen = try #require(pilot.root(Choosing.self))
    pilot.expectedRemarks = ["has no segment 7", "has no option 7"]
    screen.size = 7
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("  S [M]"))
    #expect(screen.size == 7)
  }

  @Test func aButtonFollowsWhetherItsActionCanBeDone() throws {
    let pilot = try Pilot.showing { Choosing() }
    let screen = try #require(pilot.root(Choosing.self))
    #expect(!screen.save.isEnabled)
    screen.name = "pot"
    try pilot.settle()
    #expect(screen.save.isEnabled)
  }

  @Test func storedSecretIsReported() throws {
    final class Vault: ViewController {
      @Restorable("password") var password = ""
      lazy var field = TextField($password)
      override func viewDidLoad() { view.addSubview(field) }
    }
    let pilot = try Pilot.showing {
      let vault = Vault()
      vault.restorationIdentifier = "vault"
      return vault
    }
    #expect(pilot.remarks == [])
    pilot.root(Vault.self)?.field.isSecureTextEntry = true
    #expect(pilot.remarks.contains { $0.contains("\"password\" is a secret") })
  }
}
