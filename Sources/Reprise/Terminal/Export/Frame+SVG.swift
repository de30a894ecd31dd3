extension Frame {
  /// The picture as a self-contained SVG document, for documentation and reports.
  ///
  /// Dark theme, the usual 256 colours, the cursor as an outline. Each run of one style has an
  /// explicit position and length, so columns line up in any monospaced font.
  ///
  /// - parameter paper: The terminal that it pretends to come from.
  public func svg(on paper: Paper = .dark) -> String {
    let pixels = (width: size.width * SVG.column, height: size.height * SVG.row)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(pixels.width)" height="\(pixels.height)" \
      viewBox="0 0 \(pixels.width) \(pixels.height)" xml:space="preserve" \
      font-family="'DejaVu Sans Mono', 'Noto Sans Mono', Menlo, Consolas, monospace" \
      font-size="\(SVG.fontSize)">
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"\(paper.background.hex)\"/>",
    ]
    for y in 0..<size.height {
      let runs = SVGRun.runs(of: row(y), on: paper)
      lines += runs.compactMap { $0.backdrop(y: y) }
      lines += runs.compactMap { $0.text(y: y) }
    }
    if let cursor, bounds.contains(cursor) {
      lines.append(
        """
        <rect x="\(cursor.x * SVG.column).5" y="\(cursor.y * SVG.row).5" \
        width="\(SVG.column - 1)" height="\(SVG.row - 1)" fill="none" stroke="\(paper.foreground.hex)"/>
        """)
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The dimensions and the theme of exported pictures, in pixels.
enum SVG {
  static let column = 9
  static let row = 19
  static let baseline = 14
  static let fontSize = "14.95"

  /// Text escaped for XML; ``Glyph`` contains no character that XML forbids.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
