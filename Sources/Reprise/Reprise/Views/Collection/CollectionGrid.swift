/// The layout of a collection's cells: as many per row as fit, row below row.
nonisolated struct CollectionGrid: Equatable {
  /// The number of cells in a row; at least one.
  private(set) var columns = 1

  /// The first row on screen.
  var topRow = 0

  private var count = 0
  private var item = Size(width: 1, height: 1)
  private var spacing = Size.zero
  private var height = 0

  init() {}

  /// Arranges a number of cells; if they do not all fit, the last column is reserved for the scroll mark.
  init(count: Int, item: Size, spacing: Size, in size: Size) {
    self.count = count
    self.spacing = Size(width: max(0, spacing.width), height: max(0, spacing.height))
    height = max(0, size.height)
    arrange(item, inWidth: size.width)
    if lineCount > height { arrange(item, inWidth: size.width - 1) }
  }

  private mutating func arrange(_ item: Size, inWidth width: Int) {
    self.item = Size(width: max(1, min(item.width, width)), height: max(1, item.height))
    let step = self.item.width.adding(spacing.width)
    columns = max(1, max(0, width).adding(spacing.width) / step)
  }

  private var step: Int { item.height.adding(spacing.height) }

  private var rows: Int { count == 0 ? 0 : (count - 1) / columns + 1 }

  /// The lines of all rows.
  var lineCount: Int { max(0, rows * step - spacing.height) }

  /// The lines above the screen.
  var topLine: Int { topRow * step }

  /// How many rows are on screen as a whole; one at least.
  var wholeRows: Int { max(1, height.adding(spacing.height) / step) }

  /// The row of an item.
  func row(of item: Int) -> Int { item / columns }

  /// The nearest row that leaves no empty room below the last one.
  func clamped(_ row: Int) -> Int { min(max(0, row), max(0, rows - wholeRows)) }

  /// The row at the top that shows an item, as near as possible to a given one.
  func top(showing item: Int, from top: Int) -> Int {
    let row = row(of: item)
    return clamped(min(max(top, row - wholeRows + 1), row))
  }

  /// The items of which something is on screen.
  var itemsOnScreen: Range<Int> {
    let first = min(count, topRow * columns)
    let shown = height.adding(step - 1) / step
    return first..<min(count, first.adding(shown * columns))
  }

  /// Where an item is, seen from the top left of the screen.
  func frame(of index: Int) -> Rect {
    let (row, column) = (row(of: index), index % columns)
    return Rect(
      x: column * item.width.adding(spacing.width), y: (row - topRow) * step, width: item.width,
      height: item.height)
  }

  /// The item at a point of the screen; `nil` between the cells and beyond the last one.
  func item(at point: Point) -> Int? {
    itemsOnScreen.first { frame(of: $0).contains(point) }
  }
}
