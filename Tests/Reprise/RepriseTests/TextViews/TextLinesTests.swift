import RepriseTesting
import Testing

@testable import Reprise

/// Updated lines equal those of breaking the whole text again.
@Suite struct TextLinesTests {
  private static let pieces = [
    "a", "word", " ", "  ", "\n", "\r\n", "\n\n", "茶", "壶。", "，", "e\u{301}", "unbreakablylong",
    "👩‍👩‍👧", "\t", "x, y", "»",
  ]

  @Test(arguments: 0..<200 as Range<UInt64>) func changesRebreakOnlyAffectedLines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...14, using: &random)
    var buffer = TextBuffer()
    var lines = TextLines(width: width)
    for _ in 0..<60 {
      let end = buffer.characters.count
      buffer.move(to: Int.random(in: 0...end, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 {
        buffer.delete(buffer.caret..<min(end, buffer.caret + Int.random(in: 1...9, using: &random)))
      } else if Int.random(in: 0..<8, using: &random) == 0 {
        _ = buffer.undo()
      } else {
        buffer.insert(Self.pieces.randomElement(using: &random) ?? "")
      }
      if let edit = buffer.takeEdit() { lines.update(for: edit, in: buffer.measures) }
      #expect(buffer.measures == TextBuffer(buffer.text).measures, "seed \(seed)")
      let anew = TextLines(buffer.measures, width: width)
      #expect(lines == anew, "seed \(seed), width \(width), text \(buffer.text.debugDescription)")
    }
  }

  @Test func aPositionBetweenTwoLinesBelongsToTheSecond() {
    let lines = TextLines(TextBuffer("one two\nthree").measures, width: 4)
    #expect(lines.starts == [0, 4, 8, 12])
    #expect([0, 3, 4, 7, 8, 12, 13].map(lines.line) == [0, 0, 1, 1, 2, 3, 3])
  }

  @Test func lineEndIsNotPartOfItsLine() {
    let text = TextBuffer("ab\r\n\ncd").measures
    let lines = TextLines(text, width: 9)
    #expect((0..<lines.count).map { lines.range(of: $0, in: text) } == [0..<2, 3..<3, 4..<6])
    #expect(!lines.goesOn(0, in: text))
  }
}
