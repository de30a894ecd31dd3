import RepriseTesting
import Terminal
import Testing

@testable import Reprise

/// What is revealed of a screen before the passphrase.
@Suite struct ScreenOutlineTests {
  private static func frame(_ rows: [String], width: Int = 40) -> Frame {
    let canvas = Canvas(size: Size(width: width, height: rows.count))
    for (y, row) in rows.enumerated() { canvas.draw(row, at: Point(x: 0, y: y)) }
    return canvas.frame
  }

  @Test func outlineRevealsOnlyWhichRowsHaveContents() {
    let outline = ScreenOutline(
      of: Self.frame(["Items", "", "          Krugerrand  1,800", "  x"]))
    #expect(outline.starts == [0, nil, 8, 0])
    #expect(outline.bars.map(\.width) == [13, 13, 13])
  }

  /// Two screens that differ in their letters, in the lengths of their words, in colors and in pictures are the same.
  @Test func outlineIgnoresTheRowsContents() {
    let one = ScreenOutline(of: Self.frame(["Krugerrand", "  from grandmother"]))
    let canvas = Canvas(size: Size(width: 40, height: 2))
    canvas.draw("▄▀▄", at: .zero, style: .warning)
    canvas.draw("x", at: Point(x: 5, y: 1), style: .selected)
    #expect(one == ScreenOutline(of: canvas.frame))
  }

  @Test func outlineBytesContainNoLetters() throws {
    let outline = ScreenOutline(of: Self.frame(["Krugerrand", "", "         gold"]))
    #expect(outline.encoded() == [1, 40, 0, 3, 0, 0, 0, 0xFF, 0xFF, 8, 0])
    #expect(ScreenOutline(bytes: outline.encoded()) == outline)
  }

  @Test(arguments: [
    [], [1], [2, 40, 0, 0, 0], [1, 40, 0, 2, 0, 0, 0], [1, 40, 0, 1, 0, 40, 0], [1, 0, 0, 0, 0],
    [1, 40, 0, 1, 0, 0, 0, 0], [1, 0xFF, 0xFF, 0, 0], [1, 40],
  ])
  func nonsenseIsNone(bytes: [UInt8]) {
    #expect(ScreenOutline(bytes: bytes) == nil)
  }

  @Test func theBarsStayOnTheScreen() {
    let frame = Self.frame([String(repeating: " ", count: 38) + "x"])
    for bar in ScreenOutline(of: frame).bars { #expect(bar.maxX <= 40) }
  }
}
