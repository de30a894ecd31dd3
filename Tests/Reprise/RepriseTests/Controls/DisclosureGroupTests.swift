import Reprise
import RepriseTesting
import Testing

/// Groups of a form that fold: keys, mouse, focus, captions, and coming back.
@Suite struct DisclosureGroupTests {
  /// Data that outlives the screen.
  private final class Facts {
    var showsWarranty = false
    var name = ""
    var until = ""
    var buyer = ""
    var isTold = false
  }

  /// A field, a group that the app folds, and one that keeps its own state.
  private final class Form: ViewController, TextFieldDelegate {
    let facts: Facts
    let name = TextField().named("name")
    let until = TextField().named("until")
    let buyer = TextField().named("buyer")
    lazy var warranty = DisclosureGroup(
      "Warranty", isExpanded: Binding(facts, \.showsWarranty)
    ) {
      Field("Until", until)
      Field("Told", Switch(Binding(facts, \.isTold)).named("told"))
    }
    .named("warranty")
    lazy var sale = DisclosureGroup("Sale") { Field("Buyer 茶", buyer) }.named("sale")

    init(_ facts: Facts) {
      self.facts = facts
      super.init()
      restorationIdentifier = "form"
      (name.text, until.text) = (facts.name, facts.until)
      name.delegate = self
      buyer.text = facts.buyer
      until.delegate = self
      buyer.delegate = self
    }

    override func loadView() -> View {
      ScrollView {
        Column(padding: EdgeInsets(left: 1)) {
          Field("Name", name)
          warranty
          sale
        }
      }
      .named("view")
    }

    func textFieldDidChange(_ textField: TextField) {
      (facts.name, facts.until, facts.buyer) = (name.text, until.text, buyer.text)
    }
  }

  private func pilot(
    _ facts: Facts = Facts(), size: Size = Size(width: 60, height: 10), restarts: Bool = false
  ) throws -> Pilot {
    try Pilot.showing(size: size, restarts: restarts) { Form(facts) }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  private func form(_ pilot: Pilot) throws -> Form { try #require(pilot.root(Form.self)) }

  @Test(arguments: [false, true])
  func captionsAlignAndCollapsedContentTakesNoRoom(restarts: Bool) throws {
    let pilot = try pilot(restarts: restarts)
    #expect(pilot.screen == " Name\n ▸ Warranty\n ▾ Sale\n   Buyer 茶")
    try press("Lamp<Tab><Enter><Tab>2030", pilot)
    #expect(
      pilot.screen == """
         Name       Lamp
         ▾ Warranty
           Until    2030
           Told     [ ] no
         ▾ Sale
           Buyer 茶
        """)
    #expect(pilot.frame.cursor == Point(x: 16, y: 2))
    #expect(pilot.problems == [])
  }

  @Test func captionsMoveAboveInANarrowWindow() throws {
    let pilot = try pilot(size: Size(width: 59, height: 10))
    try press("Lamp<Tab><Tab><Tab>Ada", pilot)
    #expect(pilot.screen == " Name\n Lamp\n ▸ Warranty\n ▾ Sale\n   Buyer 茶\n   Ada")
  }

  @Test(arguments: [
    ("<Enter>", true), (" ", true), ("<Right>", true), ("<Enter> ", false), (" <Left>", false),
    ("<Left>", false), ("<Right><Right>", true),
  ])
  func keysOfTheHeadingFoldAndUnfold(_ keys: String, isExpanded: Bool) throws {
    let facts = Facts()
    let pilot = try pilot(facts)
    try press("<Tab>" + keys, pilot)
    #expect(facts.showsWarranty == isExpanded)
    #expect(pilot.screen.contains("Until") == isExpanded)
    #expect(pilot.screen.contains(isExpanded ? "Enter Fold" : "Enter Unfold"))
    #expect(pilot.frame.cursor == Point(x: 1, y: 1), "the focus stays on the heading")
  }

  @Test func clickOnTheHeadingTogglesAndFocuses() throws {
    let pilot = try pilot(restarts: true)
    try pilot.click(x: 12, y: 1)
    #expect(pilot.screen.contains("Until"))
    try pilot.click(x: 4, y: 2)
    try press("2030", pilot)
    #expect(pilot.screen.contains("Until    2030"), "a click on a caption leads to its field")
    try pilot.click(x: 1, y: 1)
    #expect(!pilot.screen.contains("Until"))
    #expect(pilot.frame.cursor == Point(x: 1, y: 1))
  }

  @Test func tabSkipsCollapsedContent() throws {
    let pilot = try pilot()
    let form = try form(pilot)
    var names: [String?] = []
    for _ in 0..<4 {
      try press("<Tab>", pilot)
      names.append(form.focusedView?.restorationIdentifier)
    }
    #expect(names == ["warranty heading", "sale heading", "buyer", "name"])
    try press("<Down><Up>", pilot)
    #expect(form.focusedView === form.name, "arrows move by rows")
  }

  @Test func collapsedHeadingSummarizesItsContent() throws {
    let pilot = try pilot()
    let form = try form(pilot)
    form.warranty.summary = "1 filled"
    try pilot.settle()
    #expect(pilot.screen.contains(" ▸ Warranty · 1 filled\n"))
    form.warranty.remark = "1 needs repair"
    try pilot.settle()
    #expect(pilot.screen.contains(" ▸ Warranty · 1 needs repair\n"))
    try press("<Tab><Enter>", pilot)
    #expect(pilot.screen.contains(" ▾ Warranty\n"), "what is unfolded speaks for itself")
  }

  /// By the app, as for an error.
  @Test func aFieldThatGetsTheFocusUnfoldsItsGroup() throws {
    let facts = Facts()
    let pilot = try pilot(facts)
    try form(pilot).until.becomeFirstResponder()
    try pilot.settle()
    #expect(facts.showsWarranty)
    #expect(pilot.screen.contains("Until"))
    try pilot.type("2030")
    #expect(facts.until == "2030")
  }

  /// The app may keep less than the state: the focus comes back nevertheless.
  @Test func restoredFocusExpandsItsGroup() throws {
    let facts = Facts()
    let pilot = try pilot(facts)
    try press("<Tab><Enter><Tab>20<Left>", pilot)
    let before = pilot.frame
    facts.showsWarranty = false
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    #expect(facts.showsWarranty)
  }

  @Test func foldingAwayTheFocusMovesItToTheHeading() throws {
    let pilot = try pilot()
    let form = try form(pilot)
    try press("<Tab><Tab><Tab>Ada", pilot)
    form.sale.isExpanded = false
    try pilot.settle()
    #expect(form.focusedView?.restorationIdentifier == "sale heading")
    try press("<Enter><Tab>!", pilot)
    #expect(pilot.screen.contains("Ada!"), "the caret was kept")
  }

  @Test func groupFollowsTheBoundValue() throws {
    final class Screen: ViewController {
      @Restorable("showsMore") var showsMore = false
      override init() {
        super.init()
        restorationIdentifier = "screen"
      }
      override func loadView() -> View {
        DisclosureGroup("More", isExpanded: $showsMore) { Label("all of it") }
      }
    }
    let pilot = try Pilot.showing { Screen() }
    #expect(pilot.screen.hasPrefix("▸ More"))
    pilot.root(Screen.self)?.showsMore = true
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("▾ More\n  all of it"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.hasPrefix("▾ More\n  all of it"))
    try pilot.click(x: 2, y: 0)
    #expect(pilot.root(Screen.self)?.showsMore == false)
    #expect(pilot.problems == [])
  }

  @Test func groupPreservesItsOwnFolding() throws {
    let pilot = try pilot()
    try press("<Tab><Tab><Enter>", pilot)
    #expect(pilot.screen.contains("▸ Sale"))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    #expect(pilot.problems == [])
  }

  @Test(arguments: [1, 2, 3])
  func samePictureIsRestoredAfterAnyWalk(_ seed: UInt64) throws {
    try pilot(size: Size(width: 62, height: 12)).walk(200, seed: seed, killingEvery: 10)
  }
}
