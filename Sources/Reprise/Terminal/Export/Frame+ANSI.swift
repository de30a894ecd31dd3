extension Frame {
  /// The picture as colored text, for `cat` in a terminal.
  ///
  /// SGR sequences are the only escapes in it. Each line starts and ends in the terminal's own
  /// colors. Trailing spaces are kept where their style is visible.
  public func ansi() -> String {
    (0..<size.height).map { ansi(row: $0) + "\n" }.joined()
  }

  /// One row as colored text, with the terminal's own colors at both ends.
  ///
  /// - Precondition: `y` is in `0..<size.height`.
  public func ansi(row y: Int) -> String {
    let cells = row(y)
    let end = cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? cells.startIndex
    var text = ""
    var style = Style.plain
    for cell in cells[..<end] where cell.glyph != .continuation {
      if cell.style != style {
        style = cell.style
        text += style.selectGraphicRendition
      }
      text += cell.glyph.string
    }
    return style == .plain ? text : text + Style.plain.selectGraphicRendition
  }
}

extension Style {
  /// The SGR sequence that sets exactly this style.
  var selectGraphicRendition: String {
    var codes = ["0"]
    for (attribute, code) in [
      (Attributes.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ] where attributes.contains(attribute) {
      codes.append(code)
    }
    if let code = foreground.code(base: 30) { codes.append(code) }
    if let code = background.code(base: 40) { codes.append(code) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}

extension Color {
  /// The SGR parameters of the color; `base` is 30 for the foreground and 40 for the background.
  fileprivate func code(base: Int) -> String? {
    switch index {
    case ..<0: nil
    case 0..<8: "\(base + Int(index))"
    case 8..<16: "\(base + 60 + Int(index) - 8)"
    default: "\(base + 8);5;\(index)"
    }
  }
}

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
