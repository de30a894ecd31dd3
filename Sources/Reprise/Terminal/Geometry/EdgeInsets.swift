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
