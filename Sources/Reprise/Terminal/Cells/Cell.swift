/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// What the cell shows.
  public var glyph: Glyph

  /// How it looks.
  public var style: Style

  // Takes the place of padding, whose bytes could be anything: equal cells are equal bytes.
  private let filler: UInt16 = 0

  /// An empty cell in the terminal's own colours.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// Makes a cell.
  public init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }
}
