/// A whole picture of the screen: a grid of cells and where the hardware cursor stands.
///
/// The kit draws a frame anew each turn; the device finds out what differs from the last one.
public struct Frame: Hashable, Sendable {
  /// Columns and rows.
  public let size: Size

  /// The cells, row by row; always `size.width * size.height` of them.
  public internal(set) var cells: [Cell]

  /// The hardware cursor, which stands on the focused element; `nil` hides it.
  public var cursor: Point?

  /// Makes an empty frame.
  public init(size: Size) {
    let size = Size(width: max(0, size.width), height: max(0, size.height))
    self.size = size
    self.cells = Array(repeating: .blank, count: size.width * size.height)
    self.cursor = nil
  }

  /// The whole frame as a rectangle.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The cell at a position, or `nil` outside the frame.
  public subscript(_ point: Point) -> Cell? {
    guard bounds.contains(point) else { return nil }
    return cells[point.y * size.width + point.x]
  }

  /// The cells of one row.
  ///
  /// - Precondition: `y` is in `0..<size.height`.
  public func row(_ y: Int) -> ArraySlice<Cell> {
    cells[y * size.width..<(y + 1) * size.width]
  }
}
