/// A position on the cell grid: `x` counts columns from the left, `y` rows from the top, both from 0.
public struct Point: Hashable, Sendable, Codable {
  /// Columns from the left edge.
  public var x: Int

  /// Rows from the top edge.
  public var y: Int

  /// The top left cell.
  public static let zero = Point(x: 0, y: 0)

  /// Makes a position from a column and a row.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
