/// A rectangle of cells.
///
/// Edges saturate: a width of `Int.max` reaches as far as possible.
public struct Rect: Hashable, Sendable, Codable {
  /// The top left cell.
  public var origin: Point

  /// The extent.
  public var size: Size

  /// The empty rectangle at the top left.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// Makes a rectangle from its corner and its extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from columns and rows.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The leftmost column.
  public var minX: Int { origin.x }

  /// The topmost row.
  public var minY: Int { origin.y }

  /// The first column to the right of the rectangle.
  public var maxX: Int { origin.x.adding(size.width) }

  /// The first row below the rectangle.
  public var maxY: Int { origin.y.adding(size.height) }

  /// Columns.
  public var width: Int { size.width }

  /// Rows.
  public var height: Int { size.height }

  /// Whether it contains no cell.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether `point` lies in the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The cells in both rectangles; empty when they do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return Rect(
      x: left, y: top, width: max(0, right.subtracting(left)),
      height: max(0, bottom.subtracting(top)))
  }

  /// The rectangle without the margins; its extent is never negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX.adding(insets.left), y: minY.adding(insets.top),
      width: max(0, width.subtracting(insets.left).subtracting(insets.right)),
      height: max(0, height.subtracting(insets.top).subtracting(insets.bottom)))
  }

  /// The rectangle moved by whole cells.
  public func offsetBy(dx: Int, dy: Int) -> Rect {
    Rect(origin: origin.offsetBy(dx: dx, dy: dy), size: size)
  }

  /// The rectangle relative to another origin.
  package func relative(to point: Point) -> Rect {
    Rect(origin: origin.relative(to: point), size: size)
  }
}
