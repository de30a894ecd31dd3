/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// What the cell shows.
  public var glyph: Glyph

  /// How it looks.
  public var style: Style

  /// An empty cell in the terminal's own colours.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// Makes a cell.
  public init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }
}
