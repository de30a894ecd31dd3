import Testing

@testable import Terminal

struct TruncationTests {
  @Test(arguments: [
    ("teapot", 6, "teapot"), ("teapot", 5, "teap…"), ("teapot", 1, "…"), ("teapot", 0, ""),
    ("teapot", -3, ""), ("", 0, ""), ("茶壶", 4, "茶壶"), ("茶壶", 3, "茶…"), ("茶壶", 2, "…"),
    ("a👨‍👩‍👧b", 8, "a👨👩👧b"), ("a👨‍👩‍👧b", 7, "a…"), ("न\u{94D}ह", 1, "…"), ("a\nb", 3, "a…"),
  ])
  func cutsBetweenGraphemes(_ text: String, _ limit: Int, _ expected: String) {
    let cut = CellText(text).truncated(toWidth: limit)
    #expect(cut.pieces.map(\.glyph.string).joined() == expected)
    #expect(cut.width <= max(0, limit))
    #expect(cut.width == cut.pieces.reduce(0) { $0 + $1.width })
    #expect(CellText(text, width: limit) == cut)
  }

  @Test(arguments: ["a", "茶", "👨‍👩‍👧", "e\u{301}", "\u{1B}"])
  func aTextOfMegabytesIsCutAsAShortOneIs(_ unit: String) {
    let long = String(repeating: unit, count: 1 << 20)
    let short = String(repeating: unit, count: 300)
    for limit in [0, 1, 7, 40] {
      #expect(CellText(long, width: limit) == CellText(short).truncated(toWidth: limit))
    }
  }
}
