import CTerminal
import Testing

@testable import Terminal

struct CellTextTests {
  /// The pieces of a text, with `|` between cells and `+` before a piece inside a grapheme.
  private func cells(_ text: String) -> String {
    CellText(text).pieces.map { piece in
      (piece.startsGrapheme ? "|" : "+") + piece.glyph.string
    }.joined()
  }

  struct Example: CustomTestStringConvertible {
    let name: String
    let text: String
    let cells: String
    let width: Int

    init(_ name: String, _ text: String, _ cells: String, _ width: Int) {
      (self.name, self.text, self.cells, self.width) = (name, text, cells, width)
    }

    var testDescription: String { name }
  }

  static let examples = [
    Example("empty", "", "", 0),
    Example("ASCII", "a b~", "|a| |b|~", 4),
    Example("Russian", "Чайник", "|Ч|а|й|н|и|к", 6),
    Example("Russian, decomposed", "и\u{306}", "|и\u{306}", 1),
    Example("Chinese", "茶壶", "|茶|壶", 4),
    Example("Hindi with a spacing vowel", "हि", "|ह+ि", 2),
    Example("Hindi conjunct", "क्ष", "|क्+ष", 2),
    Example("Thai", "น้ำ", "|น้+ำ", 2),
    Example("Korean, decomposed", "\u{1112}\u{1161}\u{11AB}", "|\u{1112}\u{1161}\u{11AB}", 2),
    Example("Hebrew", "שלום", "|ש|ל|ו|ם", 4),
    Example("accent", "e\u{301}x", "|e\u{301}|x", 2),
    Example("emoji", "🏠", "|🏠", 2),
    Example("family", "👨‍👩‍👧", "|👨+👩+👧", 6),
    Example("flag", "🇩🇪", "|D+E", 2),
    Example("half a flag", "🇩", "|D", 1),
    Example("England", "🏴\u{E0067}\u{E0062}\u{E007F}", "|🏴+g+b", 4),
    Example("hidden tags", "a\u{E0078}\u{E0079}", "|a+x+y", 3),
    Example("skin tone", "👍🏿", "|👍+█", 3),
    Example("light skin tone", "👍🏻", "|👍+░", 3),
    Example("heart as emoji", "❤\u{FE0F}", "|❤", 1),
    Example("keycap", "1\u{FE0F}\u{20E3}", "|1\u{20E3}", 1),
    Example("four marks", "a\u{300}\u{301}\u{302}\u{303}", "|a\u{300}\u{301}\u{302}\u{303}", 1),
    Example("zalgo", "a\u{300}\u{301}\u{302}\u{303}\u{304}b", "|\u{FFFD}|b", 2),
    Example("mark alone", "\u{301}a", "|\u{25CC}\u{301}|a", 2),
    Example("joiner alone", "\u{200D}", "|\u{25CC}", 1),
    Example("selector alone", "\u{FE0F}", "|\u{25CC}", 1),
    Example("zero-width space", "a\u{200B}b", "|a|\u{25CC}\u{200B}|b", 3),
    Example("escape sequence", "\u{1B}[2J", "|^+[|[|2|J", 5),
    Example("newline", "a\nb", "|a|^+J|b", 4),
    Example("carriage return, newline", "\r\n", "|^+M+^+J", 4),
    Example("tab", "\t", "|^+I", 2),
    Example("NUL and DEL", "\0\u{7F}", "|^+@|^+?", 4),
    Example("C1", "\u{9B}31m\u{85}", "|\u{FFFD}|3|1|m|\u{FFFD}", 5),
    Example(
      "bidi override", "\u{202E}a\u{2066}\u{200F}\u{61C}", "|\u{FFFD}|a|\u{FFFD}|\u{FFFD}|\u{FFFD}",
      5),
    Example("line separator", "\u{2028}\u{2029}", "|\u{FFFD}|\u{FFFD}", 2),
    Example("unassigned", "\u{0378}", "|\u{FFFD}", 1),
  ]

  @Test(arguments: examples)
  func becomesCells(_ example: Example) {
    #expect(cells(example.text) == example.cells)
    #expect(CellText(example.text).width == example.width)
    #expect(CellText.width(of: example.text) == example.width)
    #expect(example.text.reduce(0) { $0 + CellText.width(of: $1) } == example.width)
  }

  @Test(arguments: [0xFDD0, 0xFFFE, 0xFFFF, 0x10FFFE, 0xE000F] as [UInt32])
  func noncharactersAndStraysAreReplacedOrMarked(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(["|\u{FFFD}", "|\u{25CC}"].contains(cells(String(scalar))))
  }

  /// The fast path stops where a mark may follow; the text after it must not change the result.
  @Test func everydayTextIsReadTheSameNextToOtherText() {
    let everyday = "aЖ茶é─ z"
    let alone = CellText(everyday).pieces
    #expect(alone.count == everyday.count)
    for tail in ["\u{301}", "\u{1B}", "🏠", "\u{93F}", "\r\n"] {
      let whole = CellText(everyday + tail)
      let split = (everyday + tail).map { CellText(String($0)).pieces }.flatMap { $0 }
      #expect(whole.pieces == split, "\(tail.debugDescription)")
      #expect(
        CellText(tail + everyday).pieces.suffix(alone.count).map(\.glyph) == alone.map(\.glyph))
    }
  }

  @Test func theStringIsSafeToPrint() {
    #expect(CellText("a\u{1B}]0;b\u{7}\u{202E}茶").string == "a^[]0;b^G\u{FFFD}茶")
    let error = TerminalError.unusableType("\u{1B}[31m")
    #expect(error.description == "the terminal type \"^[[31m\" cannot show a full screen")
  }

  @Test func substringsAreReadWithinTheirBounds() {
    let text = "xe\u{301}y"
    #expect(CellText(text.dropFirst().dropLast()).pieces.map(\.glyph.string) == ["e\u{301}"])
  }

  /// Compares the fast path's ranges with the C library and Swift's segmentation, code point by
  /// code point.
  @Test func everydayRangesHoldOnlyPlainLetters() throws {
    for value in UInt32(0x20)...0x1FFFF {
      guard let width = EverydayText.width(value) else { continue }
      let scalar = try #require(Unicode.Scalar(value))
      #expect(ScalarRole(scalar) == .spacing(value, width: width), "U+\(String(value, radix: 16))")
      let twice = String(String.UnicodeScalarView([scalar, scalar]))
      #expect(twice.count == 2, "U+\(String(value, radix: 16))")
    }
  }

  /// Reliability S1: a glyph of any text holds one spacing code point and marks, nothing else.
  @Test func randomTextNeverMakesAHostileGlyph() {
    let seed: UInt64 = 0x5EED_0001
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = random.hostileText(length: 24)
      let made = CellText(text)
      let isSafe = made.pieces.allSatisfy { $0.glyph.isSafe }
      #expect(
        isSafe, "seed \(seed), text \(text.debugDescription)")
      #expect(made.pieces.reduce(0) { $0 + $1.width } == made.width)
      #expect(CellText.width(of: text) == made.width)
    }
  }
}

extension Glyph {
  /// Whether a terminal treats the glyph as text in any context.
  fileprivate var isSafe: Bool {
    let values = [base, marks[0], marks[1], marks[2], marks[3]]
    return values.allSatisfy { value in
      guard value != 0 else { return true }
      guard let scalar = Unicode.Scalar(value) else { return false }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
      // Swift may have an older Unicode version than the table of widths.
      case .unassigned: return terminal_scalar_width(value) >= 0
      default: return !scalar.properties.isBidiControl && !scalar.properties.isNoncharacterCodePoint
      }
    }
  }
}
