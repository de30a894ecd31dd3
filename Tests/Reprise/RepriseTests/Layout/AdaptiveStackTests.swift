import RepriseTesting
import Testing

@testable import Reprise

/// A stack whose axis depends on its width.
@Suite struct AdaptiveStackTests {
  /// The form's data, which outlive it.
  private final class Note {
    var price = ""
  }

  private final class Form: ViewController {
    let name = TextField().named("name")
    let price = TextField().named("price")
    let notes = (0..<12).map { TextField().named("note \($0)") }

    init(_ note: Note) {
      super.init()
      restorationIdentifier = "form"
      price.text = note.price
      price.addAction(for: .valueChanged) { [unowned self] in note.price = price.text }
    }

    override func loadView() -> View {
      ScrollView {
        Column(spacing: 1) {
          Column {
            Column {
              Field("Name", name)
              for (number, note) in notes.enumerated() { Field("\(number)", note) }
            }
            Column { Field("Price paid", price) }
          }
          .adaptsAxis(from: 70)
        }
      }
      .named("scroll")
    }
  }

  private static let wide = Size(width: 80, height: 10)
  private static let narrow = Size(width: 62, height: 10)

  private func pilot(_ size: Size = wide) throws -> Pilot {
    let note = Note()
    return try Pilot.showing(size: size) { Form(note) }
  }

  @Test func viewsAreSideBySideInAWideStackOnly() throws {
    let pilot = try pilot()
    let form = try #require(pilot.root(Form.self))
    func row(_ field: TextField) -> Int? { field.superview?.superview?.frame.minY }
    #expect(row(form.name) == 0 && row(form.price) == 0)
    #expect(form.price.superview?.superview?.frame.minX == 41)
    try pilot.resize(to: Self.narrow)
    #expect(row(form.name) == 0 && row(form.price) == 13)
  }

  @Test func captionsHaveOneWidthInEitherArrangement() throws {
    let pilot = try pilot()
    let form = try #require(pilot.root(Form.self))
    for size in [Self.wide, Self.narrow] {
      try pilot.resize(to: size)
      #expect(form.name.frame.minX == 11 && form.price.frame.minX == 11)
    }
  }

  @Test func tabVisitsTheColumnsInOrder() throws {
    let pilot = try pilot()
    for _ in 0..<13 { try pilot.press(KeyPress(.tab)) }
    #expect(pilot.find("form/price").isFocused)
    try pilot.press(KeyPress(.tab))
    #expect(pilot.find("form/name").isFocused)
  }

  @Test(arguments: [false, true])
  func halfTypedWordAndCaretSurviveAnotherWidth(isKilled: Bool) throws {
    let pilot = try pilot()
    for _ in 0..<13 { try pilot.press(KeyPress(.tab)) }
    try pilot.type("12")
    try pilot.press(KeyPress(.left))
    let before = pilot.frame
    try pilot.resize(to: Self.narrow)
    if isKilled { try pilot.restartAndRestore() }
    let cursor = try #require(pilot.frame.cursor, "the caret is visible below the other column")
    #expect(cursor.y < 9 && pilot.frame.plainText(row: cursor.y).contains("12"))
    try pilot.resize(to: Self.wide)
    #expect(pilot.frame == before)
    try pilot.type(".")
    #expect(pilot.find("form/price").text == "1.2")
  }

  @Test func sheetIsWideEnoughForTwoColumns() throws {
    let pilot = try Pilot.showing(size: Size(width: 120, height: 30)) { Rows("root", []) }
    let form = Form(Note())
    form.sheetPresentationController.maximumSize.width = 110
    pilot.root(Rows.self)?.present(form)
    try pilot.settle()
    #expect(form.price.superview?.superview?.frame.minY == 0)
    try pilot.resize(to: Size(width: 70, height: 30))
    #expect(form.price.superview?.superview?.frame.minY == 13)
  }
}
