import Preservation
import RepriseTesting
import Testing

@testable import Reprise

/// Editing text without a view.
@Suite struct TextBufferTests {
  private func buffer(_ text: String, caret: Int? = nil) -> TextBuffer {
    var buffer = TextBuffer(text)
    if let caret { buffer.move(to: caret) }
    return buffer
  }

  private func after(_ actions: TextAction..., in start: TextBuffer) -> TextBuffer {
    var buffer = start
    for action in actions { action.apply(to: &buffer, limit: 1000) }
    return buffer
  }

  @Test func typingGoesInAtTheCaret() {
    let result = after(.insert("a"), .insert("b"), in: buffer("xy", caret: 1))
    #expect(result.text == "xaby")
    #expect(result.caret == 3)
  }

  @Test func typingReplacesTheSelection() {
    let result = after(
      .right(selecting: true), .right(selecting: true), .insert("Z"), in: buffer("abc", caret: 0))
    #expect(result.text == "Zc")
    #expect(result.selection == nil)
  }

  @Test func theCaretStepsOverWholeGraphemes() {
    let result = after(
      .left(selecting: false), .left(selecting: false), .deleteRight, in: buffer("a👩‍👩‍👧é"))
    #expect(result.text == "aé")
    #expect(result.caret == 1)
  }

  @Test func aCombiningMarkJoinsTheLetterBeforeIt() {
    let result = after(.insert("\u{301}"), in: buffer("e"))
    #expect(result.text == "é")
    #expect(result.characters.count == 1)
    #expect(result.caret == 1)
  }

  @Test func mergedGraphemesSeparateAgain() {
    let merged = after(.insert("\u{301}"), in: buffer("e"))
    #expect(after(.undo, in: merged).text == "e")
    #expect(after(.undo, .redo, in: merged).text == "é")
  }

  /// Whatever texts are joined, the result is split into the same graphemes as in Swift, and can be separated again.
  @Test(arguments: 0..<100 as Range<UInt64>) func graphemesAreThoseOfTheText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "e", "\u{301}", "🇩", "🇪", "👩", "\u{200D}", "\r", "\n", " ", "茶", "\u{600}", "1",
      "क", "\u{94D}", "ि", "ᄒ", "ᅡ", "\u{1F3FF}", "❤", "\u{FE0F}", "ก", "ำ",
    ]
    var text = buffer("")
    for _ in 0..<40 {
      text.move(to: Int.random(in: 0...text.characters.count, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        TextAction.deleteLeft.apply(to: &text, limit: 1000)
      } else {
        text.insert(parts.randomElement(using: &random) ?? "")
      }
      #expect(text.characters == Array(text.text), "seed \(seed)")
    }
    while text.undo() {}
    #expect(text.text == "", "seed \(seed)")
  }

  @Test func undoKeepsNoMoreTextThanItMay() {
    var text = buffer("")
    let long = String(repeating: "x", count: TextBuffer.undoTextLimit / 2)
    for _ in 0..<4 {
      text.insert(long)
      text.delete(0..<long.count)
    }
    #expect(text.undoSteps.reduce(0) { $0 + $1.text.utf8.count } <= TextBuffer.undoTextLimit)
    #expect((0..<5).map { _ in text.undo() } == [true, true, true, true, false])
  }

  @Test func wordsAreKilledAndYankedBack() {
    let killed = after(.killWordLeft, in: buffer("one two, three"))
    #expect(killed.text == "one two, ")
    #expect(after(.yank, .yank, in: killed).text == "one two, threethree")
  }

  @Test func killingReachesTheEndsOfTheLine() {
    #expect(after(.killToEnd, in: buffer("abcd", caret: 2)).text == "ab")
    #expect(after(.killToStart, in: buffer("abcd", caret: 2)).text == "cd")
  }

  @Test func undoRevertsAWordAtATime() {
    var typed = buffer("")
    for character in "one two" { TextAction.insert(String(character)).apply(to: &typed, limit: 99) }
    #expect(after(.undo, in: typed).text == "one ")
    #expect(after(.undo, .undo, in: typed).text == "")
    #expect(after(.undo, .undo, .redo, .redo, in: typed).text == "one two")
  }

  @Test func typingAfterUndoForgetsRedo() {
    let result = after(.insert("a"), .undo, .insert("b"), .redo, in: buffer(""))
    #expect(result.text == "b")
  }

  @Test func mismatchedStepIsIgnored() {
    var broken = buffer("abc")
    for (location, length) in [(50, 1), (-1, 1), (1, 3), (0, -1), (2, Int.max), (Int.max, 1)] {
      broken.undoSteps = [TextStep(location: location, length: length, text: "x")]
      #expect(after(.undo, in: broken).text == "abc")
    }
  }

  @Test func aRestoredCaretThatDoesNotFitIsLeftOut() {
    var text = buffer("abc", caret: 1)
    text.restore(caret: 9, anchor: 2)
    #expect(text.caret == 1)
    text.restore(caret: 3, anchor: 9)
    #expect(text.caret == 3)
    #expect(text.selection == nil)
  }

  @Test func limitCutsPastedAndYankedText() {
    var text = buffer("abc")
    #expect(TextAction.insert("defgh").apply(to: &text, limit: 5) == 3)
    #expect(text.text == "abcde")
    #expect(TextAction.killToStart.apply(to: &text, limit: 5) == 0)
    #expect(TextAction.yank.apply(to: &text, limit: 5) == 0)
    #expect(TextAction.yank.apply(to: &text, limit: 5) == 5)
    #expect(text.text == "abcde")
  }

  /// Steps that earlier versions saved, with both texts, are still taken.
  @Test func stepsOfEarlierVersionsAreTaken() throws {
    func step(_ location: Int64, _ removed: String, _ inserted: String) -> Value {
      .array([.int(location), .string(removed), .string(inserted)])
    }
    let coder = Coder(
      values: [
        ("text.digest", .string(Digest.of("one two"))), ("caret", .int(7)),
        ("undo", .array([step(0, "", "one "), step(4, "2", "two")])),
        ("redo", .array([step(7, "", " three")])), ("killed", .string("cut")),
      ], references: NoReferences())
    let state = try #require(TextEditingState(coder: coder))
    var text = buffer("one two")
    state.apply(to: &text)
    #expect(after(.redo, in: text).text == "one two three")
    #expect(after(.undo, in: text).text == "one 2")
    #expect(after(.undo, .undo, .redo, in: text).text == "one 2")
    #expect(after(.yank, in: text).text == "one twocut")
  }

  /// Typing and pasting leave nothing behind but how much it was.
  @Test func undoStoresOnlyTextNotInTheBuffer() {
    var text = buffer("old")
    for character in "typed" { text.insert(String(character)) }
    text.insert("and pasted")
    #expect(text.undoSteps.allSatisfy { $0.text.isEmpty })
    text.delete(0..<3)
    #expect(text.undoSteps.map(\.text).joined() == "old")
  }

  @Test func thereIsNothingToTakeBackOrBringBackAtFirst() {
    var buffer = TextBuffer("text")
    #expect(buffer.undo() == false)
    #expect(buffer.redo() == false)
  }

  /// Undoing all edits restores the text, as far as undo reaches.
  @Test(arguments: 0..<100 as Range<UInt64>) func undoingEverythingGivesTheTextBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let start = buffer("The old text, with 茶壶 and дрель.")
    var text = start
    for _ in 0..<60 {
      let actions: [TextAction] = [
        .insert("x"), .insert(" "), .insert("壶"), .left(selecting: false),
        .right(selecting: true), .deleteLeft, .deleteRight, .killWordLeft, .killToEnd, .yank,
        .wordRight(selecting: false), .start(selecting: true), .end(selecting: false),
      ]
      (actions.randomElement(using: &random) ?? .yank).apply(to: &text, limit: 1000)
      #expect((0...text.characters.count).contains(text.caret), "seed \(seed)")
    }
    #expect(text.undoSteps.count < TextBuffer.undoLimit)
    while text.undo() {}
    #expect(text.text == start.text, "seed \(seed)")
  }
}

/// Knows no objects.
private struct NoReferences: ReferenceCoding {
  func reference(to object: AnyObject) -> NodeID? { nil }
  func object(for node: NodeID) -> AnyObject? { nil }
  func coder(for node: NodeID) -> Coder? { nil }
  func object(named value: Value, forKey key: String) -> AnyObject? { nil }
}
