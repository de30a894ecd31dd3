import Reprise
import RepriseTesting
import Testing

/// Typing in a multiline text, and the motion of the caret.
///
/// `|` stands where the caret is. Everything is done twice, the second time with the app killed and
/// started again after every key.
@Suite struct TextViewTests {
  private func screen(
    _ text: String, _ keys: String, restarts: Bool, _ more: (Letter) -> Void = { _ in }
  ) throws -> String {
    let letter = Letter(text)
    more(letter)
    let pilot = try letter.pilot(restarts: restarts)
    try pilot.keys(keys)
    return pilot.screenWithCaret
  }

  @Test(arguments: [true, false]) func longLinesWrap(restarts: Bool) throws {
    let text = try screen("", "The quick brown fox jumps<Enter>over", restarts: restarts)
    #expect(text == "The quick brown fox\njumps\nover|")
  }

  @Test(arguments: [true, false]) func theCaretKeepsItsColumn(restarts: Bool) throws {
    let text = "a long line here\nab\nanother long line"
    let at = { try screen(text, $0, restarts: restarts) }
    #expect(
      try at("<Right><Right><Right><Right><Right><Down>")
        == "a long line here\nab|\nanother long line")
    #expect(
      try at("<Right><Right><Right><Right><Right><Down><Down>")
        == "a long line here\nab\nanoth|er long line")
    #expect(
      try at("<Right><Right><Right><Right><Right><Down><Left><Down>")
        == "a long line here\nab\na|nother long line")
  }

  @Test(arguments: [true, false]) func wideGraphemesAreNeverHalved(restarts: Bool) throws {
    let text = "abcdef\n茶壶和杯子"
    let at = { try screen(text, $0, restarts: restarts) }
    #expect(try at("<Right><Right><Right><Down>") == "abcdef\n茶|壶和杯子")
    #expect(try at("<Right><Right><Down>x") == "abcdef\n茶x|壶和杯子")
  }

  @Test(arguments: [true, false]) func homeAndEndGoByTheLineOnTheScreen(restarts: Bool) throws {
    let text = "The quick brown fox jumps\nover"
    let at = { try screen(text, $0, restarts: restarts) }
    #expect(try at("<End>") == "The quick brown fox |\njumps\nover")
    #expect(try at("<Down><End><Home>") == "The quick brown fox\n|jumps\nover")
    #expect(try at("<Down><^A><^E>!") == "The quick brown fox\njumps!|\nover")
  }

  @Test(arguments: [true, false]) func theEndOfAFullLineIsNotTheStartOfTheNext(
    restarts: Bool
  ) throws {
    let text = "茶壶和杯子茶壶和杯子茶壶"
    let at = { try screen(text, $0, restarts: restarts) }
    #expect(try at("<End>") == "茶壶和杯子茶壶和杯子|\n茶壶")
    #expect(try at("<End><Right><Left>") == "茶壶和杯子茶壶和杯子\n|茶壶")
    #expect(try at("<End><Down>") == "茶壶和杯子茶壶和杯子\n茶壶|")
  }

  @Test(arguments: [true, false]) func aLongTextIsScrolledWithItsCaret(restarts: Bool) throws {
    let text = (1...12).map { "line \($0)" }.joined(separator: "\n")
    let at = { try screen(text, $0, restarts: restarts) }
    let mark = String(repeating: " ", count: 14) + "▐"
    #expect(try at("<PgDn>") == "|line 5\nline 6\nline 7\(mark)\nline 8\nline 9")
    #expect(try at("<PgDn><PgDn><PgDn><PgDn>").hasSuffix("line 11\nline 12|\(mark.dropFirst())"))
  }

  @Test(arguments: [true, false]) func pagesOverlapByALineAndEndAtTheEnd(restarts: Bool) throws {
    let text = (1...12).map { "line \($0)" }.joined(separator: "\n")
    let pages = [
      "<PgDn>": "|line 5\nline 6\nline 7\nline 8\nline 9",
      "<Down><PgDn><PgDn>": "line 8\nline 9\n|line 10\nline 11\nline 12",
      "<PgDn><PgDn><PgDn><PgDn>": "line 8\nline 9\nline 10\nline 11\nline 12|",
      "<PgDn><PgDn><PgUp>": "line 4\n|line 5\nline 6\nline 7\nline 8",
      "<PgDn><Down><PgUp><PgUp>": "|line 1\nline 2\nline 3\nline 4\nline 5",
    ]
    for (keys, wanted) in pages {
      let shown = try screen(text, keys, restarts: restarts)
      #expect(shown.replacing(#/ +▐/#, with: "") == wanted, "\(keys)")
    }
  }

  @Test(arguments: [true, false]) func cuttingWorksOnParagraphsNotRows(restarts: Bool) throws {
    let text = "The quick brown fox jumps\nover"
    let at = { try screen(text, $0, restarts: restarts) }
    #expect(try at("<Right><Right><Right><^K>") == "The|\nover")
    #expect(try at("<Right><Right><Right><^K><^K>") == "The|over")
    #expect(try at("<Down><Right><^U>") == "|umps\nover")
    #expect(try at("<Down><Right><^U><^Y>") == "The quick brown fox\nj|umps\nover")
  }

  /// Text that undo restored is no longer in any step, but is still the last cut.
  @Test(arguments: [true, false]) func cutTextCanBeYankedAfterUndo(restarts: Bool) throws {
    let text = try screen("", "one two<^W><^_><^Y>", restarts: restarts)
    #expect(text == "one twotwo|")
  }

  @Test(arguments: [true, false]) func undoGoesBackOverLines(restarts: Bool) throws {
    let at = { try screen("", $0, restarts: restarts) }
    #expect(try at("one<Enter>two<^_>") == "one\n|")
    #expect(try at("one<Enter>two<^_><^_>") == "|")
    #expect(try at("one<Enter>two<^_><^_><^R><^R>") == "one\ntwo|")
  }

  @Test(arguments: [true, false]) func aSelectionReachesOverLines(restarts: Bool) throws {
    let at = { try screen("one\ntwo\nthree", $0, restarts: restarts) }
    #expect(try at("<Right><Shift-Down><Shift-Down>X") == "oX|hree")
    #expect(try at("<Down><Down><Shift-Up><Shift-Up><Shift-Up><Del>") == "|three")
  }

  @Test func pastedTextKeepsItsLines() throws {
    let letter = Letter("")
    let pilot = try letter.pilot()
    try pilot.paste("one\r\ntwo\rthree\n\tfour")
    #expect(letter.text == "one\ntwo\nthree\n    four")
    try pilot.keys("<^_>")
    #expect(letter.text == "")
  }

  @Test func lineEndsOfAnotherSystemStayAsTheyAre() throws {
    let letter = Letter("one\r\ntwo\rthree")
    let pilot = try letter.pilot()
    try pilot.keys("<Down><End>!")
    #expect(letter.text == "one\r\ntwo!\rthree")
  }

  @Test func aTextThatIsOnlyShownCanBeScrolledAndSelected() throws {
    let letter = Letter("one\ntwo")
    letter.isEditable = false
    let pilot = try letter.pilot()
    try pilot.keys("x<Enter><Down><Shift-End><Del>")
    try pilot.paste("y")
    #expect(letter.text == "one\ntwo")
    #expect(pilot.screenWithCaret == "one\ntwo|")
  }

  @Test func aClickPutsTheCaretThereAndShiftSelects() throws {
    let letter = Letter("one two\nthree")
    let pilot = try letter.pilot()
    try pilot.click(x: 2, y: 1)
    #expect(pilot.screenWithCaret == "one two\nth|ree")
    try pilot.click(x: 30, y: 8)
    try pilot.click(x: 20, y: 4)
    #expect(pilot.screenWithCaret == "one two\nthree|")
    try pilot.send(.mouse(MouseEvent(.press, at: Point(x: 4, y: 0), modifiers: .shift)))
    try pilot.keys("<Del>")
    #expect(letter.text == "one ")
  }

  @Test func wheelScrollsAndTheNextKeyReturnsToTheCaret() throws {
    let letter = Letter((1...12).map { "line \($0)" }.joined(separator: "\n"))
    let pilot = try letter.pilot()
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3))))
    #expect(pilot.screen.hasPrefix("line 4"))
    #expect(pilot.frame.cursor == nil)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try pilot.keys("!")
    #expect(pilot.screen.hasPrefix("!line 1"))
  }

  /// Position 0 is a valid top, although an empty line has no character there.
  @Test func emptyFirstLineIsRestoredOnTop() throws {
    let letter = Letter("\n" + (2...12).map { "line \($0)" }.joined(separator: "\n"))
    let pilot = try letter.pilot()
    try pilot.keys("<Down><Down>")
    let before = pilot.frame
    #expect(pilot.screenWithCaret.hasPrefix(" "), "the first row holds nothing but the mark")
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  @Test func aViewThatShrinksAndGrowsShowsWhatItShowed() throws {
    let letter = Letter((1...12).map { "line number \($0)" }.joined(separator: "\n"))
    let pilot = try letter.pilot()
    try pilot.keys("<PgDn><PgDn><Up><Up>")
    let before = pilot.frame
    let controller = try #require(
      pilot.application.window.rootViewController as? LetterViewController)
    for width in [7, 3, 60] {
      controller.textView.frame = Rect(x: 0, y: 0, width: width, height: 2)
      try pilot.resize(to: Size(width: 60, height: 12))
    }
    controller.textView.frame = letter.frame
    try pilot.resize(to: Size(width: 40, height: 10))
    #expect(pilot.frame == before)
  }

  @Test func noMoreThanTheLimitGoesIn() throws {
    let letter = Letter("abc")
    let pilot = try letter.pilot()
    let controller = pilot.application.window.rootViewController as? LetterViewController
    controller?.textView.maximumLength = 5
    try pilot.paste("12345")
    #expect(letter.text == "12abc")
  }

  /// A state for another text is replaced by the current one in the first turn.
  @Test func replacedTextIsNoMissingMark() throws {
    let letter = Letter("one two three")
    let pilot = try letter.pilot()
    try pilot.keys("<End>four<^W>")
    letter.text = "another text by now"
    let problems = try pilot.problems {
      try pilot.restartAndRestore()
      try pilot.settle()
    }
    #expect(problems == [])
  }

  /// A state for a text that has changed since is applied when the text is shown, and its deleted text is
  /// dropped.
  @Test func lateAppliedStateIsStoredAsApplied() throws {
    let letter = Letter("one two three")
    let pilot = try letter.pilot()
    try pilot.keys("<End>four<^W>")
    (letter.text, letter.isHidden) = ("another text by now", true)
    try pilot.restartAndRestore()
    let screen = try #require(pilot.root(LetterViewController.self))
    let problems = try pilot.problems {
      screen.textView.isHidden = false
      try pilot.settle()
    }
    #expect(problems == [])
  }
}
