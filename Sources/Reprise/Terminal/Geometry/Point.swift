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

  /// The position moved by whole cells.
  public func offsetBy(dx: Int, dy: Int) -> Point {
    Point(x: x.adding(dx), y: y.adding(dy))
  }

  /// The position relative to another origin.
  package func relative(to origin: Point) -> Point {
    Point(x: x.subtracting(origin.x), y: y.subtracting(origin.y))
  }
}
