import Testing

@testable import Terminal

/// Of a row only what differs is sent, and no half of a wide glyph.
@Suite struct FrameDifferenceTests {
  private func frame(_ text: String) -> Frame {
    let canvas = Canvas(size: Size(width: 10, height: 1))
    canvas.draw(text, at: .zero)
    return canvas.frame
  }

  @Test(arguments: [
    ("abcdefgh", "abcXefgh", 3..<4), ("abcdefgh", "Xbcdefgh", 0..<1), ("ab茶ef", "abXYef", 2..<4),
    ("abXYef", "ab茶ef", 2..<4), ("ab茶壶g", "ab茶茶g", 4..<6), ("same", "same", 0..<0),
  ])
  func onlyWhatDiffersCounts(_ before: String, _ after: String, _ columns: Range<Int>) {
    let changed = frame(after).columns(ofRow: 0, differingFrom: frame(before), at: 0)
    #expect(changed == columns, "\(before) → \(after)")
  }
}
