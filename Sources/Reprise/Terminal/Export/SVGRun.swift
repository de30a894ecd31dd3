/// Adjacent cells of one row and one style: one element of an exported picture.
struct SVGRun {
  private let column: Int
  private let style: Style
  private let paper: Paper
  private var text = ""
  private var columns = 0

  private init(column: Int, style: Style, paper: Paper) {
    self.column = column
    self.style = style
    self.paper = paper
  }

  /// Splits a row into runs.
  ///
  /// A glyph that not every monospaced font contains is a run of its own, since it may come from a
  /// font with another advance.
  static func runs(of row: ArraySlice<Cell>, on paper: Paper) -> [SVGRun] {
    var runs: [SVGRun] = []
    var mayGrow = false
    for (column, cell) in row.enumerated() {
      if cell.glyph == .continuation, !runs.isEmpty {
        runs[runs.count - 1].columns += 1
        continue
      }
      let isPlain = isInEveryFont(cell.glyph)
      if !(mayGrow && isPlain && runs.last?.style == cell.style) {
        runs.append(SVGRun(column: column, style: cell.style, paper: paper))
      }
      mayGrow = isPlain
      runs[runs.count - 1].text += cell.glyph.string
      runs[runs.count - 1].columns += 1
    }
    return runs
  }

  private static func isInEveryFont(_ glyph: Glyph) -> Bool {
    guard glyph.marks == .zero else { return false }
    return switch glyph.base {
    case 0x20...0x7E, 0xA1...0xFF, 0x400...0x45F, 0x2500...0x257F: true
    default: false
    }
  }

  /// The rectangle behind the text, unless it has the page's colour.
  func backdrop(y: Int) -> String? {
    let color = colors.background
    guard color != paper.background.hex else { return nil }
    return """
      <rect x="\(column * SVG.column)" y="\(y * SVG.row)" width="\(columns * SVG.column)" \
      height="\(SVG.row)" fill="\(color)"/>
      """
  }

  /// The text, unless it consists of spaces.
  func text(y: Int) -> String? {
    let isUnderlined = style.attributes.contains(.underline)
    guard isUnderlined || text.contains(where: { $0 != " " }) else { return nil }
    var attributes = "fill=\"\(colors.foreground)\""
    if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    if style.attributes.contains(.dim) { attributes += " opacity=\"0.6\"" }
    if isUnderlined { attributes += " text-decoration=\"underline\"" }
    return """
      <text x="\(column * SVG.column)" y="\(y * SVG.row + SVG.baseline)" \
      textLength="\(columns * SVG.column)" lengthAdjust="spacingAndGlyphs" \
      \(attributes)>\(SVG.escaped(text))</text>
      """
  }

  private var colors: (foreground: String, background: String) {
    let foreground = (style.foreground.rgb(ansi: paper.ansi) ?? paper.foreground).hex
    let background = (style.background.rgb(ansi: paper.ansi) ?? paper.background).hex
    return style.attributes.contains(.reverse)
      ? (background, foreground) : (foreground, background)
  }
}
