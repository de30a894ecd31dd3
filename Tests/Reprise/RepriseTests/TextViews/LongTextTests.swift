import RepriseTesting
import Testing

@testable import Reprise

/// A key in a long text costs what it shows, not what the text holds: what is counted is how many
/// graphemes are measured and lines broken, not time.
@Suite struct LongTextTests {
  /// Texts of 100,000 graphemes, each of another kind.
  private static let texts: [(name: String, text: String)] = [
    ("words", cut("The quick brown fox jumps over the lazy dog. ")),
    ("one long word", cut("x")),
    ("Russian", cut("Съешь же ещё этих мягких французских булок. ")),
    ("Hindi", cut("सभी मनुष्यों को गौरव और अधिकारों के मामले में ")),
    ("emoji", cut("👩‍👩‍👧🇩🇪👍🏿 ")),
    ("lines", cut("one\n\nthree and four\n")),
  ]

  private static func cut(_ piece: String) -> String {
    String(String(repeating: piece, count: 100_000 / piece.count + 1).prefix(100_000))
  }

  /// One key each: typing, deleting, moving, to the ends and back, undo and redo.
  private static let keys: [KeyPress] = [
    .character("a"), .character("ж"), KeyPress(.backspace), KeyPress(.right), KeyPress(.left),
    KeyPress(.delete), .control("a"), .character("b"), .control("e"), .character("c"),
    .control("_"), .control("r"), KeyPress(.right, .shift), KeyPress(.left, .shift),
    .character("d"), .control("d"),
  ]

  @Test(arguments: 0..<5) func keyInAFieldMeasuresOnlyVisibleText(kind: Int) throws {
    let (name, text) = Self.texts[kind]
    let entry = Entry(text.onOneLine)
    let pilot = try entry.pilot()
    let field = try #require(Entry.field(in: pilot))
    for start in [0, 50_000, 100_000] {
      field.perform(.move(to: start, selecting: false))
      // The first change after a jump goes the way there, once.
      try pilot.press(.character("x"), KeyPress(.backspace))
      for key in Self.keys {
        let (measured, walked) = (field.measured, field.buffer.walked)
        pilot.terminal.send([.key(key)])
        #expect(field.measured - measured < 8 * 30, "\(name), at \(start), \(key)")
        #expect(field.buffer.walked - walked < 100, "\(name), at \(start), \(key)")
      }
    }
    #expect(pilot.problems == [])
  }

  @Test(arguments: [0, 2, 3, 5]) func keyInATextViewBreaksOnlyVisibleLines(kind: Int) throws {
    let (name, text) = Self.texts[kind]
    let letter = Letter(text)
    let pilot = try letter.pilot()
    let controller = try #require(
      pilot.application.window.rootViewController as? LetterViewController)
    let view = controller.textView
    for start in [0, 50_000, 100_000] {
      view.perform(.edit(.move(to: start, selecting: false)))
      try pilot.press(.character("x"), KeyPress(.backspace))
      for key in Self.keys + [KeyPress(.down), KeyPress(.up), KeyPress(.enter)] {
        let (broken, walked) = (view.linesBroken, view.buffer.walked)
        pilot.terminal.send([.key(key)])
        #expect(view.linesBroken - broken < 60, "\(name), at \(start), \(key)")
        #expect(view.buffer.walked - walked < 200, "\(name), at \(start), \(key)")
      }
    }
    #expect(pilot.problems == [])
  }

  @Test func longPasteMeasuresOnlyVisibleText() throws {
    let entry = Entry("")
    let pilot = try entry.pilot()
    let field = try #require(Entry.field(in: pilot))
    pilot.terminal.send([.paste(String(repeating: "x", count: 10_000))])
    #expect(entry.text.count == 10_000)
    #expect(field.measured < 8 * 30)
    // The same as keys of one turn, as from a terminal that does not mark a paste.
    pilot.terminal.send([.key(.control("u"))])
    let measured = field.measured
    pilot.terminal.send(Array(repeating: .key(.character("y")), count: 2_000))
    #expect(entry.text == String(repeating: "y", count: 2_000))
    #expect(field.measured - measured < 2_000 * 8 * 30)
    #expect(pilot.frame.plainText().hasPrefix(String(repeating: "y", count: 29)))
  }

  /// A field that does not have the focus shows its start, however long it is.
  @Test func aLongTextInAFieldWithoutTheFocusIsCut() {
    let field = TextField()
    field.text = Self.texts[1].text
    field.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    let canvas = Canvas(size: Size(width: 30, height: 1))
    field.render(on: canvas)
    #expect(canvas.frame.plainText() == String(repeating: "x", count: 29) + "…")
  }

  /// Text that does not fit is reported in the bottom line, until the next key.
  @Test func textBeyondTheLimitIsReported() throws {
    let entry = Entry("")
    entry.maximumLength = 12_000
    let pilot = try entry.pilot()
    let notice = "Full: there is room for 12,000 characters; the rest was dropped"
    try pilot.paste(String(repeating: "x", count: 12_000))
    #expect(!pilot.screen.contains("Full"), "it fits")
    try pilot.type("y")
    #expect(pilot.application.window.notice == notice)
    #expect(pilot.screen.contains("Full: there is room for 12,000 characters"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.contains("Full: there is room for 12,000 characters"))
    try pilot.press(KeyPress(.backspace))
    #expect(!pilot.screen.contains("Full"))
    try pilot.paste("yz")
    #expect(pilot.application.window.notice == notice)
    #expect(entry.text.hasSuffix("xy"))
    #expect(pilot.problems == [])
  }

  /// The terminal reader's cut of a paste is reported as well, unless the field has reported one.
  @Test func pasteCutByTheReaderIsReported() throws {
    let letter = Letter("")
    let pilot = try letter.pilot()
    pilot.terminal.send([.paste("as much as came"), .pasteCut(limit: 1 << 20)])
    #expect(pilot.screen.contains("Only 1 MiB of the paste"))
    try pilot.paste("and more")
    #expect(pilot.application.window.notice == nil)
    pilot.terminal.send([.paste(Self.texts[1].text), .pasteCut(limit: 1 << 20)])
    #expect(pilot.application.window.notice?.hasPrefix("Full") == true)
  }

  @Test func textBeyondATextViewsLimitIsReported() throws {
    let letter = Letter("")
    let pilot = try letter.pilot()
    try pilot.paste(String(repeating: "line\n", count: 30_000))
    #expect(letter.text.count == 100_000)
    #expect(
      pilot.application.window.notice
        == "Full: there is room for 100,000 characters; the rest was dropped")
    try pilot.keys("<Left>")
    #expect(pilot.application.window.notice == nil)
    try pilot.keys("<Enter>")
    #expect(pilot.screen.contains("Full: there is room"))
  }

  /// The bytes saved for a key do not grow with the text.
  @Test func savedBytesDoNotGrowWithTheText() throws {
    let entry = Entry("")
    let pilot = try entry.pilot()
    try pilot.paste(String(repeating: "x", count: 90_000))
    try pilot.keys("<^A>abc")
    try pilot.press(KeyPress(.backspace))
    try pilot.keys("<^E>def")
    #expect(entry.text.count == 90_005)
    try pilot.restartAndRestore()
    try pilot.keys("<^_><^_><^_><^_><^_>")
    #expect(entry.text == "")
    #expect(pilot.problems == [])
  }
}
