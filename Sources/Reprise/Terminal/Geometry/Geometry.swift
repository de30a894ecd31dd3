/// A position on the cell grid: `x` counts columns from the left, `y` rows from the top, both from 0.
///
/// ```swift
/// let pointer = Point(x: 4, y: 1)
/// let isInside = button.contains(pointer)
/// ```
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

/// An extent on the cell grid, in columns and rows.
public struct Size: Hashable, Sendable, Codable {
  /// Columns.
  public var width: Int

  /// Rows.
  public var height: Int

  /// No cells.
  public static let zero = Size(width: 0, height: 0)

  /// Makes an extent of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether it contains no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A rectangle of cells.
///
/// Edges saturate: a width of `Int.max` reaches as far as possible.
///
/// ```swift
/// let sheet = Rect(origin: .zero, size: window)
/// let content = sheet.inset(by: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
/// ```
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

  /// Whether the rectangle contains a point.
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

/// Margins inside a rectangle, in cells.
public struct EdgeInsets: Hashable, Sendable, Codable {
  /// Rows at the top.
  public var top: Int

  /// Columns at the left.
  public var left: Int

  /// Rows at the bottom.
  public var bottom: Int

  /// Columns at the right.
  public var right: Int

  /// No margin on any side.
  public static let zero = EdgeInsets()

  /// Makes margins; omitted sides have none.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// Saturating arithmetic, which cannot trap.
///
/// Coordinates come from apps, which write `Int.max` for an unlimited extent.
extension Int {
  /// The sum, clamped to the range of `Int`.
  package func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, clamped to the range of `Int`.
  package func subtracting(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return other < 0 ? .max : .min
  }
}
