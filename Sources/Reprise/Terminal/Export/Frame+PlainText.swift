extension Frame {
  /// The picture as unstyled lines: each wide glyph once, without trailing spaces.
  public func plainText() -> String {
    (0..<size.height).map { plainText(row: $0) }.joined(separator: "\n")
  }

  /// One row as unstyled text without trailing spaces.
  ///
  /// - Precondition: `y` is in `0..<size.height`.
  public func plainText(row y: Int) -> String {
    let cells = row(y)
    let end = cells.lastIndex { $0.glyph != .space }.map { $0 + 1 } ?? cells.startIndex
    return cells[..<end].reduce(into: "") { text, cell in text += cell.glyph.string }
  }
}
