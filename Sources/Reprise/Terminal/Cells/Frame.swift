import Glibc

/// One picture of the screen: a grid of cells and the position of the hardware cursor.
///
/// The kit draws a new frame each turn; the device sends only the differences.
public struct Frame: Hashable, Sendable {
  /// Columns and rows.
  public let size: Size

  /// The cells, row by row; always `size.width * size.height` of them.
  public internal(set) var cells: [Cell]

  /// The hardware cursor, which marks the focused element; `nil` hides it.
  public var cursor: Point?

  /// Pixels of the picture that some of the cells show, for terminals that show them; see
  /// ``visibleGraphic``.
  public internal(set) var graphic: PlacedGraphic?

  /// Makes an empty frame.
  public init(size: Size) {
    let size = Size(width: max(0, size.width), height: max(0, size.height))
    self.size = size
    self.cells = Self.blank(size)
    self.cursor = nil
  }

  /// Blank cells for a frame: one row of them, and copies of that, which are made many cells at a time.
  private static func blank(_ size: Size) -> [Cell] {
    let count = size.width * size.height
    return Array(unsafeUninitializedCapacity: count) { cells, initialized in
      guard let start = cells.baseAddress, count > 0 else { return }
      start.initialize(repeating: .blank, count: size.width)
      for y in 1..<max(1, size.height) {
        (start + y * size.width).initialize(from: start, count: size.width)
      }
      initialized = count
    }
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

  /// The columns of a row from the first to the last cell that differs from another frame's row.
  ///
  /// Neither end halves a wide glyph. All columns count as different if there is no other frame or
  /// row, or its size differs.
  ///
  /// - Precondition: `y` and `place` are in `0..<size.height`.
  func columns(ofRow y: Int, differingFrom other: Frame?, at place: Int?) -> Range<Int> {
    guard let other, let place, other.size == size else { return 0..<size.width }
    // Most rows are unchanged.
    if hasRow(y, at: place, in: other) { return 0..<0 }
    let width = size.width
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        let new = UnsafeBufferPointer(rebasing: cells[y * width..<(y + 1) * width])
        let old = UnsafeBufferPointer(rebasing: others[place * width..<(place + 1) * width])
        return Self.difference(between: new, and: old)
      }
    }
  }

  /// Whether a row equals a row of another frame of the same size.
  ///
  /// - Precondition: `row` and `place` are in `0..<size.height`.
  func hasRow(_ row: Int, at place: Int, in other: Frame) -> Bool {
    let width = size.width
    return cells.withUnsafeBufferPointer { cells in
      other.cells.withUnsafeBufferPointer { others in
        guard let new = cells.baseAddress, let old = others.baseAddress else { return true }
        // Cells have no padding, so equal ones are equal bytes.
        let count = MemoryLayout<Cell>.stride * width
        return memcmp(new + row * width, old + place * width, count) == 0
      }
    }
  }

  private static func difference(
    between new: UnsafeBufferPointer<Cell>, and old: UnsafeBufferPointer<Cell>
  ) -> Range<Int> {
    var start = 0
    while start < new.count, new[start] == old[start] { start += 1 }
    guard start < new.count else { return 0..<0 }
    var end = new.count
    while new[end - 1] == old[end - 1] { end -= 1 }
    while start > 0, new[start].glyph == .continuation { start -= 1 }
    while end < new.count, new[end].glyph == .continuation { end += 1 }
    return start..<end
  }
}
