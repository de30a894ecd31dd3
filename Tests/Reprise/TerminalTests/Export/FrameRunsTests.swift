import Testing

@testable import Terminal

/// Frames as runs of text, which may come from an untrusted source.
@Suite struct FrameRunsTests {
  private func frame(_ lines: [String], width: Int = 6, style: Style = .plain) -> Frame {
    let canvas = Canvas(size: Size(width: width, height: lines.count))
    for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(x: 0, y: y), style: style) }
    return canvas.frame
  }

  @Test func cellsThatLookAlikeAreOneRun() {
    let canvas = Canvas(size: Size(width: 4, height: 2))
    canvas.draw("茶b", at: Point(x: 0, y: 1), style: Style(.bold))
    #expect(
      canvas.frame.runs == [
        StyledRun(text: "    ", style: .plain), StyledRun(text: "茶b", style: Style(.bold)),
        StyledRun(text: " ", style: .plain),
      ])
  }

  @Test(arguments: 0..<200) func frameRoundTripsThroughRuns(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = Size(
      width: Int.random(in: 1...30, using: &random), height: Int.random(in: 1...9, using: &random))
    let canvas = Canvas(size: size)
    let texts = ["plain", "茶壶", "e\u{301}x", "👩‍👩‍👧", "\u{1B}[31m", "▒░", "क्षि", "a\u{200B}b"]
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let place = Point(
        x: Int.random(in: -3..<size.width, using: &random),
        y: Int.random(in: 0..<size.height, using: &random))
      let style = Style(
        Style.Attributes(rawValue: UInt8.random(in: 0..<32, using: &random)),
        foreground: Bool.random(using: &random) ? .red : .default)
      let hostile = random.hostileText(length: 5)
      canvas.draw(texts.randomElement(using: &random) ?? "", at: place, style: style)
      canvas.draw(hostile, at: Point(x: place.x + 2, y: place.y), style: style)
    }
    let frame = canvas.frame
    #expect(Frame(size: size, runs: frame.runs) == frame, "seed \(seed)")
  }

  @Test(arguments: [
    "abcde", "abcdefg", "abcde\u{1B}", "abcde\u{7F}", "abcde\u{9B}", "abcde\u{202E}",
    "abcde\u{200D}", "abcde\u{E0041}", "\u{301}abcdef", "abcde茶", "abcde\n", "abcde\u{FFFF}",
    "abcdef\u{301}\u{301}\u{301}\u{301}\u{301}", "abcde\u{1F1E6}",
  ])
  func whatNoScreenShowsIsRefused(text: String) {
    let runs = [StyledRun(text: text, style: .plain)]
    #expect(Frame(size: Size(width: 6, height: 1), runs: runs) == nil)
  }

  @Test func wideGlyphMayNotCrossTheEdge() {
    let runs = [StyledRun(text: "ab茶de", style: .plain)]
    #expect(Frame(size: Size(width: 3, height: 2), runs: runs) == nil)
    #expect(Frame(size: Size(width: 2, height: 3), runs: runs) != nil)
  }

  @Test(arguments: [
    Size(width: 0, height: 6), Size(width: -6, height: -1), Size(width: Int.max, height: Int.max),
    Size(width: Int.max, height: 1), Size(width: 1 << 17, height: 1 << 17),
  ])
  func aSizeThatTheTextDoesNotFillIsRefused(size: Size) {
    let runs = [StyledRun(text: "abcdef", style: .plain)]
    #expect(Frame(size: size, runs: runs) == nil)
  }

  @Test func cursorIsInsideTheFrame() {
    let runs = [StyledRun(text: "ab", style: .plain)]
    let size = Size(width: 2, height: 1)
    #expect(Frame(size: size, runs: runs, cursor: Point(x: 1, y: 0))?.cursor == Point(x: 1, y: 0))
    #expect(Frame(size: size, runs: runs, cursor: Point(x: 2, y: 0)) == nil)
  }

  // MARK: - Frames on canvases

  @Test func aPictureIsDrawnWhereItFits() {
    let canvas = Canvas(size: Size(width: 5, height: 3))
    canvas.fill(canvas.bounds, with: Glyph(ascii: UInt8(ascii: ".")))
    canvas.draw(frame(["abc", "def"], width: 3), at: Point(x: 3, y: -1))
    #expect(canvas.frame.plainText() == "...de\n.....\n.....")
  }

  @Test(arguments: [(0, "茶壶xx"), (-1, " 壶xx"), (-2, "壶xx茶"), (1, ".茶壶x")])
  func aWideGlyphThatIsCutBecomesASpace(x: Int, expected: String) {
    let canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.fill(canvas.bounds, with: Glyph(ascii: UInt8(ascii: ".")))
    canvas.draw("  茶", at: Point(x: 2, y: 0))
    canvas.draw(frame(["茶壶xx"]), at: Point(x: x, y: 0))
    #expect(canvas.frame.plainText() == expected)
    #expect(Frame(size: canvas.frame.size, runs: canvas.frame.runs) == canvas.frame, "whole glyphs")
  }

  @Test func pictureEndingOnHalfAGlyphOmitsIt() {
    let canvas = Canvas(size: Size(width: 3, height: 1))
    canvas.draw(frame(["茶壶xx"]), at: .zero)
    #expect(canvas.frame.plainText() == "茶")
    #expect(canvas.frame[Point(x: 2, y: 0)] == .blank)
  }

  @Test func fillingOverHalfAGlyphLeavesNoHalf() {
    let canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.draw("茶茶茶", at: .zero)
    canvas.fill(Rect(x: 1, y: 0, width: 2, height: 1), with: .shade)
    #expect(canvas.frame.plainText() == " ░░ 茶")
  }
}
