/// Text made safe for the screen: graphemes as cells, with everything else visibly replaced.
///
/// A terminal cell holds one spacing code point and at most four zero-width ones, so a grapheme
/// becomes one or more *pieces*:
///
/// - The parts of an emoji that is joined from several (a family, say) stand side by side; the
///   joiner and variation selectors are dropped. A flag is shown as its letters, that of a region
///   too (`🏴gbsct`), a skin tone as a shade such as `▒`.
/// - C0 controls and DEL, newline and tab included, show in caret notation: `^[`.
/// - Whatever could steer the terminal or turn the text around (C1, bidi controls, line and paragraph
///   separators), noncharacters, unassigned code points, and a base under more than four marks show
///   as U+FFFD.
/// - A mark without a base stands on a dotted circle.
///
/// So nothing hostile becomes a ``Glyph``, and nothing vanishes without a trace (reliability S1).
public struct CellText: Hashable, Sendable {
  /// A run of one or two cells: one glyph.
  public struct Piece: Hashable, Sendable {
    /// What the first cell holds.
    public let glyph: Glyph

    /// Columns: 1 or 2.
    public var width: Int { isWide ? 2 : 1 }

    /// Whether a grapheme starts here; only there may the text be cut.
    public let startsGrapheme: Bool

    private let isWide: Bool

    init(glyph: Glyph, width: Int, startsGrapheme: Bool) {
      self.glyph = glyph
      self.startsGrapheme = startsGrapheme
      isWide = width == 2
    }
  }

  /// The glyphs in order.
  public private(set) var pieces: [Piece]

  /// Columns of the whole text.
  public private(set) var width: Int

  /// The text as it shows, placeholders included: safe to print on any terminal.
  public var string: String { pieces.reduce(into: "") { $0 += $1.glyph.string } }

  /// Makes cells of text; a newline, a tab and any other control character show as placeholders.
  public init(_ text: String) {
    self.init(of: text)
  }

  /// Makes cells of a part of a text.
  public init(_ text: Substring) {
    self.init(of: text)
  }

  /// Not public: callers in other modules would run it without knowing the type, at ten times the cost.
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

  /// Makes cells of the beginning of a text, cut as ``truncated(toWidth:)`` cuts it.
  ///
  /// What is far beyond the limit is not looked at: a line of a list costs the same for a name of a
  /// word and for one of megabytes.
  public init(_ text: String, width limit: Int) {
    let enough = 1024 + 16 * max(0, limit)
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

  /// The text cut to at most `limit` columns, ending in `…` where something was cut.
  ///
  /// Cuts between graphemes only, so the result can be narrower than `limit`.
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

  /// Columns that one grapheme takes on the screen, placeholders included.
  public static func width(of character: Character) -> Int {
    if let (_, width) = everyday(character) { return width }
    var width = 0
    Grapheme.forEachPiece(of: character.unicodeScalars) { width += $0.width }
    return width
  }

  /// Columns that a text takes on one line of the screen, placeholders included.
  public static func width(of text: String) -> Int {
    var width = 0
    forEachPiece(of: text) { width += $0.width }
    return width
  }

  /// Columns that a part of a text takes on one line of the screen, placeholders included.
  public static func width(of text: Substring) -> Int {
    var width = 0
    forEachPiece(of: text) { width += $0.width }
    return width
  }

  /// The code point of a grapheme that is nothing else, and its width, if it is an everyday one.
  @inline(__always)
  static func everyday(_ character: Character) -> (value: UInt32, width: Int)? {
    let length = character.utf8.count
    guard length <= 3, let scalar = character.unicodeScalars.first, UTF8.width(scalar) == length,
      let width = EverydayText.width(scalar.value)
    else { return nil }
    return (scalar.value, width)
  }

  /// Goes through a text, quickly while it is of everyday code points.
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
