import Reprise
import RepriseTesting
import Testing

/// A form of stacks and fields: as it looks, as it comes back, and as a window of another size shows it.
@Suite struct FormLayoutTests {
  /// The form's data, which outlive it.
  private final class Note {
    var name = ""
    var about = ""
  }

  private final class Form: ViewController, TextFieldDelegate, TextViewDelegate {
    let note: Note
    let name = TextField().named("name")
    let about = TextView().named("about")
    var sizes: [Size] = []

    init(_ note: Note) {
      self.note = note
      super.init()
      restorationIdentifier = "form"
      (name.text, about.text) = (note.name, note.about)
      name.delegate = self
      about.delegate = self
    }

    override func loadView() -> View {
      Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) {
        Field("Name", name)
        Field("What about", about).length(.fill().atLeast(1))
        Row {
          Button("Save").named("save")
          Button("Cancel").named("cancel")
        }
      }
    }

    func textFieldDidChange(_ textField: TextField) { note.name = textField.text }

    func textViewDidChange(_ textView: TextView) { note.about = textView.text }

    override func viewWillTransition(to size: Size) { sizes.append(size) }
  }

  private func pilot(
    size: Size = Size(width: 60, height: 10), restarts: Bool = false
  ) throws -> Pilot {
    let note = Note()
    return try Pilot.showing(size: size, restarts: restarts) { Form(note) }
  }

  private let script = KeyScript("Lamp<Left><Tab>first<Enter>second<Up><Tab>")

  @Test func captionsAlignInAColumn() throws {
    let pilot = try pilot()
    for key in script.keys { try pilot.press(key) }
    #expect(
      pilot.screen == """

         Name       Lamp
         What about first
                    second




         [ Save ] [ Cancel ]
        """)
  }

  @Test func captionsMoveAboveInANarrowWindow() throws {
    let pilot = try pilot(size: Size(width: 59, height: 10))
    for key in script.keys { try pilot.press(key) }
    #expect(
      pilot.screen == """

         Name
         Lamp
         What about
         first
         second


         [ Save ] [ Cancel ]
        """)
  }

  @Test func theViewIsTheLastToGoWhereRowsAreFew() throws {
    let field = Field("Name", Switch())
    field.remark = "must be on"
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      let holder = Rows("rows", [field])
      return holder
    }
    #expect(pilot.screen == " [ ] no")
    field.frame.size.height = 3
    try pilot.settle()
    #expect(pilot.screen == " Name\n [ ] no\n must be on")
  }

  @Test func remarkTakesAndReturnsRows() throws {
    let field = Field("Price", TextField().named("price").length(.cells(8)))
    let pilot = try Pilot.showing(size: Size(width: 60, height: 10)) {
      let rows = ViewController()
      rows.restorationIdentifier = "rows"
      rows.view.addSubview(
        Column {
          field
          Label("below")
        })
      rows.view.subviews[0].frame = Rect(x: 0, y: 0, width: 60, height: 6)
      return rows
    }
    field.remark = "12 is expected, or 12.50"
    try pilot.settle()
    #expect(pilot.screen == "Price\n      12 is expected, or 12.50\nbelow")
    #expect(field.content.frame == Rect(x: 6, y: 0, width: 8, height: 1))
    field.remark = ""
    try pilot.settle()
    #expect(pilot.screen == "Price\nbelow")
  }

  @Test func aClickOnACaptionGoesToItsView() throws {
    let pilot = try pilot()
    try pilot.click(x: 3, y: 2)
    try pilot.type("x")
    #expect(pilot.screen.contains("What about x"))
  }

  @Test func viewsFromTheBuilderKeepTheirState() throws {
    let pilot = try pilot()
    for key in script.keys.dropLast() { try pilot.press(key) }
    let (screen, cursor) = (pilot.screen, pilot.frame.cursor)
    try pilot.restartAndRestore()
    #expect(pilot.screen == screen && pilot.frame.cursor == cursor)
    try pilot.type("!")
    #expect(pilot.screen.contains("first!"))
    for key in KeyScript("<Shift-Tab>X").keys { try pilot.press(key) }
    #expect(pilot.screen.contains("LamXp"))
  }

  @Test(arguments: [59, 60])
  func aRestartAfterEveryKeyShowsTheSame(_ width: Int) throws {
    let size = Size(width: width, height: 10)
    let (plain, restarted) = (try pilot(size: size), try pilot(size: size, restarts: true))
    for key in script.keys {
      try plain.press(key)
      try restarted.press(key)
      #expect(plain.frame == restarted.frame)
    }
  }

  @Test func screenIsNotifiedBeforeItsSizeChanges() throws {
    let pilot = try pilot()
    let form = try #require(pilot.root(Form.self))
    #expect(form.sizes.isEmpty)
    #expect(form.horizontalSizeClass == .regular && form.verticalSizeClass == .compact)
    try pilot.resize(to: Size(width: 50, height: 20))
    #expect(form.sizes == [Size(width: 50, height: 19)])
    #expect(form.horizontalSizeClass == .compact && form.verticalSizeClass == .regular)
  }

  @Test func aSheetIsAsLargeAsItsViewNeeds() throws {
    let pilot = try pilot(size: Size(width: 60, height: 12))
    let label = Label("All of it goes")
    let column = Column(spacing: 1) {
      label
      Row {
        Button("Delete")
        Button("Keep")
      }
    }
    let made = Sheet(column)
    made.title = "Delete it?"
    pilot.root(Form.self)?.present(made)
    try pilot.settle()
    #expect(
      pilot.screen == """

         Name
         What about
                          ╭ Delete it? ─────────╮
                          │ All of it goes      │
                          │                     │
                          │ [ Delete ] [ Keep ] │
                          ╰─────────────────────╯


         [ Save ] [ Cancel ]
         Esc Close
        """)
    label.text = "All of it goes, and what lies in it"
    try pilot.settle()
    #expect(pilot.screen.contains("│ All of it goes, and what lies in it │"))
  }

  private final class Sheet: ViewController {
    let content: View

    init(_ content: View) {
      self.content = content
      super.init()
      fitsContentSize = true
    }

    override func loadView() -> View { content }
  }

  /// The attributes of the cells of each row where they differ from those around, as `row:column-column`.
  private func cells(of pilot: Pilot, with attribute: Style.Attributes) -> [String] {
    (0..<pilot.frame.size.height).compactMap { y in
      let columns = pilot.frame.row(y).enumerated().filter {
        $1.style.attributes.contains(attribute)
      }
      guard let first = columns.first?.offset, let last = columns.last?.offset else { return nil }
      return "\(y):\(first)-\(last)"
    }
  }

  @Test func onlyTheFieldWithTheFocusIsUnderlinedAndItsCaptionBold() throws {
    let pilot = try pilot()
    #expect(cells(of: pilot, with: .underline) == ["1:12-58"])
    #expect(cells(of: pilot, with: .bold).contains("1:1-4"))
    try pilot.press(KeyPress(.tab))
    #expect(cells(of: pilot, with: .underline) == (2...7).map { "\($0):12-58" })
    #expect(!cells(of: pilot, with: .bold).contains("1:1-4"))
    #expect(cells(of: pilot, with: .bold).contains("2:1-10"))
    try pilot.press(KeyPress(.tab))
    #expect(cells(of: pilot, with: .underline).isEmpty)
  }

  @Test func aFieldWithoutACaptionBeginsAtTheEdge() throws {
    let pilot = try Pilot.showing(size: Size(width: 80, height: 10)) {
      Rows("form", [Column { Field("", Label("all of it")) }])
    }
    #expect(pilot.screen.hasPrefix(" all of it"))
  }
}
