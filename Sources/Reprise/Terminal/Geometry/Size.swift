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
