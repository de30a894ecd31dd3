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
  package internal(set) var graphic: PlacedGraphic?

  /// The cells that were drawn as links; see ``visibleLinks``.
  package internal(set) var links: [FrameLink] = []

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

/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// The character in the cell.
  public var glyph: Glyph

  /// How it looks.
  public var style: Style

  // Takes the place of padding, whose bytes could be anything: equal cells are equal bytes.
  private let filler: UInt16 = 0

  /// An empty cell in the terminal's own colors.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// Makes a cell.
  public init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }
}

/// A graphic in a frame, above cells that show the same picture.
package struct PlacedGraphic: Hashable, Sendable {
  /// The pixels.
  package let graphic: Graphic

  /// The cells of the frame that it covers.
  package let rect: Rect

  /// The contents of these cells while nothing covers them.
  let cells: [Cell]
}

extension Frame {
  /// The graphic, if it is inside of the frame and its cells are as they were drawn.
  ///
  /// Anything drawn over it since, such as an alert, changed these cells, and then the cells are
  /// shown. So a view need not report that it covers a graphic.
  package var visibleGraphic: PlacedGraphic? {
    guard let graphic, bounds.intersection(graphic.rect) == graphic.rect else { return nil }
    let rect = graphic.rect
    for y in 0..<rect.height {
      let start = (rect.minY + y) * size.width + rect.minX
      let shown = cells[start..<start + rect.width]
      guard shown == graphic.cells[y * rect.width..<(y + 1) * rect.width] else { return nil }
    }
    return graphic
  }
}

extension Frame {
  /// One cell of a picture that another program made.
  package struct Block: Hashable, Sendable {
    /// A space or one of the block elements.
    package var scalar: UInt32
    /// Palette colors; nil for the terminal's own.
    package var foreground, background: UInt8?

    package init(scalar: UInt32, foreground: UInt8?, background: UInt8?) {
      (self.scalar, self.foreground, self.background) = (scalar, foreground, background)
    }
  }

  /// Makes a frame of blocks, row by row.
  ///
  /// Nothing else becomes a cell: blocks are one column wide on every terminal, and none controls it.
  ///
  /// - Returns: nil unless there is a block for each cell, and each is a space or U+2580 to U+259F.
  package init?(size: Size, blocks: [Block]) {
    guard size.width > 0, size.height > 0, blocks.count == size.width * size.height else {
      return nil
    }
    self.init(size: size)
    for (index, block) in blocks.enumerated() {
      guard block.scalar == 0x20 || (0x2580...0x259F).contains(block.scalar) else { return nil }
      let style = Style(
        foreground: block.foreground.map(Color.palette) ?? .default,
        background: block.background.map(Color.palette) ?? .default)
      cells[index] = Cell(glyph: Glyph(base: block.scalar), style: style)
    }
  }
}

extension Frame {
  /// The columns of a row at which a glyph of disputed width starts.
  func disputedColumns(ofRow y: Int) -> [Int] {
    var columns: [Int] = []
    cells.withUnsafeBufferPointer { cells in
      let start = y * size.width
      for x in 0..<size.width {
        let glyph = cells[start + x].glyph
        // Nearly every cell: a look at its number is enough.
        if glyph.isBasic { continue }
        if glyph.widthElsewhere != .same { columns.append(x) }
      }
    }
    return columns
  }
}
