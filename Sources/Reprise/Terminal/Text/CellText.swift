/// Text made safe for the screen: graphemes as cells, with everything else replaced visibly.
///
/// A terminal cell holds one spacing code point and at most four zero-width ones, so a grapheme
/// becomes one or more *pieces*:
///
/// - The parts of a joined emoji (a family, say) appear side by side; the joiner and variation
///   selectors are dropped. A flag appears as its letters, also that of a region (`🏴gbsct`); a skin
///   tone as a shade such as `▒`.
/// - C0 controls and DEL, including newline and tab, appear in caret notation: `^[`.
/// - U+FFFD replaces whatever could control the terminal or reverse the text (C1, bidi controls,
///   line and paragraph separators), noncharacters, unassigned code points, and a base with more
///   than four marks.
/// - A mark without a base appears on a dotted circle.
///
/// So nothing hostile becomes a ``Glyph``, and nothing vanishes silently (reliability S1).
public struct CellText: Hashable, Sendable {
  /// One glyph of one or two cells.
  public struct Piece: Hashable, Sendable {
    /// The content of the first cell.
    public let glyph: Glyph

    /// The width in columns: 1 or 2.
    public var width: Int { isWide ? 2 : 1 }

    /// Whether a grapheme starts here; only here may the text be cut.
    public let startsGrapheme: Bool

    /// Whether the width is 2.
    let isWide: Bool

    init(glyph: Glyph, width: Int, startsGrapheme: Bool) {
      self.glyph = glyph
      self.startsGrapheme = startsGrapheme
      isWide = width == 2
    }
  }

  /// The glyphs in order.
  public private(set) var pieces: [Piece]

  /// The width of the whole text in columns.
  public private(set) var width: Int

  /// The text as displayed, with placeholders: safe to print on any terminal.
  public var string: String { pieces.reduce(into: "") { $0 += $1.glyph.string } }

  /// Makes cells from text; control characters, including newline and tab, become placeholders.
  public init(_ text: String) {
    self.init(of: text)
  }

  /// Makes cells from a substring.
  public init(_ text: Substring) {
    self.init(of: text)
  }

  /// Not public: callers in other modules would run it unspecialized, at ten times the cost.
  @inline(__always)
  private init(of text: some StringProtocol) {
    var pieces: [Piece] = []
    pieces.reserveCapacity(text.utf8.count)
    var width = 0
    Self.forEachPiece(of: text) { piece in
      pieces.append(piece)
      width += piece.width
    }
    self.pieces = pieces
    self.width = width
  }

  /// Makes cells from the beginning of a text, cut as ``truncated(toWidth:)`` would.
  ///
  /// Text far beyond the limit is never read: a list row costs the same for a name of one word or
  /// of megabytes.
  public init(_ text: String, width limit: Int) {
    let enough = 1024 + 16 * min(max(0, limit), 1 << 20)
    guard text.utf8.count > enough else {
      self = CellText(text).truncated(toWidth: limit)
      return
    }
    let start = String(decoding: text.utf8.prefix(enough), as: UTF8.self)
    self = CellText(start + "…").truncated(toWidth: limit)
  }

  private init(pieces: [Piece], width: Int) {
    self.pieces = pieces
    self.width = width
  }

  /// The text truncated to at most `limit` columns, with `…` where it was cut.
  ///
  /// Only whole graphemes are cut off, so the result may be narrower than `limit`.
  public func truncated(toWidth limit: Int) -> CellText {
    guard width > limit else { return self }
    guard limit > 0 else { return CellText(pieces: [], width: 0) }
    var kept = 0
    var keptWidth = 0
    var reached = 0
    for (index, piece) in pieces.enumerated() {
      if piece.startsGrapheme {
        (kept, keptWidth) = (index, reached)
      }
      reached += piece.width
      if reached > limit - 1 { break }
    }
    let ellipsis = Piece(glyph: Glyph(base: 0x2026), width: 1, startsGrapheme: true)
    return CellText(pieces: pieces[..<kept] + [ellipsis], width: keptWidth + 1)
  }

  /// The width of a grapheme on the screen in columns, placeholders included.
  public static func width(of character: Character) -> Int {
    if let (_, width) = everyday(character) { return width }
    var width = 0
    Grapheme.forEachPiece(of: character.unicodeScalars) { width += $0.width }
    return width
  }

  /// The width of a text on one line of the screen in columns, placeholders included.
  public static func width(of text: String) -> Int {
    var width = 0
    forEachPiece(of: text) { width += $0.width }
    return width
  }

  /// The width of a substring on one line of the screen in columns, placeholders included.
  public static func width(of text: Substring) -> Int {
    var width = 0
    forEachPiece(of: text) { width += $0.width }
    return width
  }

  /// The single everyday code point of a grapheme and its width; `nil` for any other grapheme.
  @inline(__always)
  static func everyday(_ character: Character) -> (value: UInt32, width: Int)? {
    let length = character.utf8.count
    guard length <= 3, let scalar = character.unicodeScalars.first, UTF8.width(scalar) == length,
      let width = EverydayText.width(scalar.value)
    else { return nil }
    return (scalar.value, width)
  }

  /// Scans a text, on the fast path while its code points are everyday ones.
  @inline(__always)
  private static func forEachPiece(of text: some StringProtocol, _ body: (Piece) -> Void) {
    let everyday =
      text.utf8.withContiguousStorageIfAvailable { EverydayText.forEachPiece(of: $0, body) } ?? 0
    var index = text.utf8.index(text.startIndex, offsetBy: everyday)
    while index < text.endIndex {
      let next = text.index(after: index)
      Grapheme.forEachPiece(of: text.unicodeScalars[index..<next], body)
      index = next
    }
  }
}

extension CellText {
  /// Breaks a text into lines of at most `limit` columns, for display.
  ///
  /// Lines break at line ends, after spaces and around wide characters, and inside a word only if
  /// the word is longer than a line. Spaces that do not fit at a break are the only omission. An
  /// empty text is one empty line.
  public static func wrapped(_ text: String, toWidth limit: Int) -> [String] {
    lines(of: text, toWidth: limit).map { line in
      var line = line
      while line.last == " ", width(of: line) > limit {
        line.removeLast()
      }
      return String(line)
    }
  }

  /// Breaks a text into lines that are slices of it, so that a caret position finds its line.
  ///
  /// The lines hold the whole text except its line ends (`\n`, `\r\n`, `\r`). Spaces before a break
  /// belong to the line that they end, even past `limit`. A grapheme wider than `limit` has its own
  /// line.
  static func lines(of text: String, toWidth limit: Int) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while true {
      let end = endOfLine(in: text, from: start, toWidth: limit) { GraphemeMeasure($0) }
      lines.append(text[start..<end])
      guard end < text.endIndex else { return lines }
      start = isLineEnd(text[end]) ? text.index(after: end) : end
    }
  }

  /// The end of the line that begins at an index: a line end, a break, or the end of the text.
  ///
  /// A line does not depend on earlier text, nor on later text beyond the first grapheme of the
  /// line after next. So after a change only the lines around it are broken again.
  ///
  /// - Parameter text: The measures of its graphemes.
  package static func endOfLine(
    in text: [GraphemeMeasure], from start: Int, toWidth limit: Int
  ) -> Int {
    text.withUnsafeBufferPointer { text in
      endOfLine(in: text, from: start, toWidth: limit) { $0 }
    }
  }

  /// Whether a grapheme ends a line: `\n`, `\r\n` or `\r`.
  static func isLineEnd(_ character: Character) -> Bool {
    let first = character.utf8.first
    return first == 0x0A || first == 0x0D
  }

  /// Breaks off one line.
  @inline(__always)
  private static func endOfLine<Text: Collection>(
    in text: Text, from start: Text.Index, toWidth limit: Int,
    measure: (Text.Element) -> GraphemeMeasure
  ) -> Text.Index {
    var index = start
    var column = 0
    // The last allowed break on this line.
    var pause = start
    var previousWidth = 1
    while index < text.endIndex {
      let grapheme = measure(text[index])
      let next = text.index(after: index)
      switch grapheme.role {
      case .lineEnd: return index
      case .space:
        column += 1
        pause = next
        previousWidth = 1
      case .plain, .closing:
        let width = grapheme.width
        if width > 1 || previousWidth > 1, grapheme.role != .closing { pause = index }
        if column + width > limit, index > start { return pause > start ? pause : index }
        column += width
        previousWidth = width
      }
      index = next
    }
    return index
  }
}
