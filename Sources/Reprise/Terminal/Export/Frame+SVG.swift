extension Frame {
  /// The picture as a self-contained SVG document, for documentation and reports.
  ///
  /// Dark theme, the usual 256 colors, the cursor as an outline. Each run of one style has an
  /// explicit position and length, so columns line up in any monospaced font.
  ///
  /// - parameter paper: The terminal that it pretends to come from.
  public func svg(on paper: Paper = .dark) -> String {
    var lines = [SVG.opening(size: size, on: paper)]
    for y in 0..<size.height {
      let runs = SVGRun.runs(of: row(y), on: paper)
      lines += runs.compactMap { $0.backdrop(y: y) }
      lines += runs.compactMap { $0.text(y: y) }
    }
    if let cursor, bounds.contains(cursor) {
      lines.append(SVG.cursor(at: cursor, on: paper))
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

  /// The start of a document of some columns and rows, with its background.
  static func opening(size: Size, on paper: Paper) -> String {
    let (width, height) = (size.width * column, size.height * row)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" xml:space="preserve" \
      font-family="'DejaVu Sans Mono', 'Noto Sans Mono', Menlo, Consolas, monospace" \
      font-size="\(fontSize)">
      <rect width="100%" height="100%" fill="\(paper.background.hex)"/>
      """
  }

  /// The outline of a cursor.
  static func cursor(at cursor: Point, on paper: Paper) -> String {
    """
    <rect x="\(cursor.x * column).5" y="\(cursor.y * row).5" width="\(column - 1)" height="\(row - 1)" \
    fill="none" stroke="\(paper.foreground.hex)"/>
    """
  }

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

  /// The rectangle behind the text, unless it has the page's color.
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

/// The simulated terminal of exported pictures: its default colors.
///
/// ```swift
/// let drawing = canvas.frame.svg(on: Paper.light)
/// ```
public struct Paper: Hashable, Sendable {
  /// The background.
  public let background: RGB

  /// The color of letters.
  public let foreground: RGB

  /// The first sixteen colors of the palette.
  public let ansi: [RGB]

  /// A dark terminal of medium contrast.
  public static let dark = Paper(
    background: RGB(0x16181D), foreground: RGB(0xD0D0D0),
    ansi: [
      0x2B2F37, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xABB2BF,
      0x6B7280, 0xFF8A93, 0xB5E890, 0xFFD68A, 0x82C7FF, 0xE09BF5, 0x7FDCE8, 0xFFFFFF,
    ].map(RGB.init))

  /// A light terminal.
  public static let light = Paper(
    background: RGB(0xFFFFFF), foreground: RGB(0x24292F),
    ansi: [
      0x24292F, 0xCF222E, 0x116329, 0x6F5400, 0x0969DA, 0x8250DF, 0x1B7C83, 0x6E7781,
      0x57606A, 0xA40E26, 0x1A7F37, 0x633C01, 0x218BFF, 0xA475F9, 0x3192AA, 0x8C959F,
    ].map(RGB.init))

  /// The terminal that a theme is for, with the theme's own background if it has one.
  public static func paper(for theme: Theme) -> Paper {
    let usual = theme.name.isLight ? Paper.light : .dark
    let base = theme[.base]
    return Paper(
      background: base.background.rgb(ansi: usual.ansi) ?? usual.background,
      foreground: base.foreground.rgb(ansi: usual.ansi) ?? usual.foreground, ansi: usual.ansi)
  }
}
