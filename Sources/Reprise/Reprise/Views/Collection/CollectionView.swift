import Foundation

/// Shows items of a data source in a grid of equal cells, and asks only for those on screen.
///
/// If there are items, one is selected; the arrow keys move the selection and Enter opens the item. A row
/// holds as many cells as fit beside each other. What comes back is the selected item and the one at the top left,
/// by identifier where the data source conforms to ``DataSourceModelAssociation`` (contract 2.C.3, 5).
open class CollectionView: View {
  /// Supplies the items.
  public weak var dataSource: (any CollectionViewDataSource)?

  /// Hears what the person does.
  public weak var delegate: (any CollectionViewDelegate)?

  /// The size of a cell; a narrower view makes it narrower.
  public var itemSize = Size(width: 24, height: 8) {
    didSet { if itemSize != oldValue { setNeedsLayout() } }
  }

  /// The empty columns between two cells.
  public var minimumInteritemSpacing = 2 {
    didSet { if minimumInteritemSpacing != oldValue { setNeedsLayout() } }
  }

  /// The empty lines between two rows.
  public var minimumLineSpacing = 1 {
    didSet { if minimumLineSpacing != oldValue { setNeedsLayout() } }
  }

  /// What Enter does to the selected item, in a word for hints and help.
  public var primaryActionTitle = "Open" {
    didSet { if primaryActionTitle != oldValue { moveAndOpen = makeActions() } }
  }

  /// Text shown when there are no items.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// The path of the selected item, which the next key acts on.
  public internal(set) var indexPathForSelectedItem: IndexPath?

  /// The number of items.
  public private(set) var numberOfItems = 0

  /// The item that the person scrolled to; a window of another size may have to show others above it.
  var chosenTop = 0

  /// Whether the selection stays in view; not after the person scrolled away from it.
  var followsSelection = true

  /// Where the cells are, since the last layout.
  private(set) var grid = CollectionGrid()

  /// The cells on screen, by item.
  private(set) var cells: [Int: CollectionViewCell] = [:]
  private var reusePool: [CollectionViewCell] = []

  /// The state after the last layout; it has identifiers even if the data has changed since.
  var shownState = CollectionState()

  /// The state that waits for the first layout with items.
  var pendingState: CollectionState? = CollectionState()

  private var needsReload = true
  private lazy var moveAndOpen = makeActions()

  open override var canBecomeFirstResponder: Bool { true }

  open override var actions: [Action] { moveAndOpen }

  // MARK: - Items

  /// Reloads everything from the data source; selection and position stay with their items.
  public func reloadData() {
    guard !needsReload else { return }
    if pendingState == nil { pendingState = shownState }
    needsReload = true
    setNeedsLayout()
  }

  /// Returns a cell of a type: a spare one, or a new one.
  public func dequeueReusableCell<Cell: CollectionViewCell>(_ type: Cell.Type) -> Cell {
    if let index = reusePool.lastIndex(where: { Swift.type(of: $0) == type }),
      let cell = reusePool.remove(at: index) as? Cell
    {
      cell.prepareForReuse()
      return cell
    }
    return Cell()
  }

  func loadIfNeeded() {
    guard needsReload, let dataSource else { return }
    needsReload = false
    numberOfItems = max(0, dataSource.numberOfItems(in: self))
    recycle(Array(cells.keys))
    if numberOfItems == 0 { select(nil) }
  }

  // MARK: - Layout

  /// As high as all rows, or as the placeholder if there are no items.
  open override func sizeThatFits(_ size: Size) -> Size {
    loadIfNeeded()
    let lines = makeGrid(in: size).lineCount
    return Size(width: size.width, height: lines > 0 ? lines : 3).limited(to: size)
  }

  public override var naturalLength: Length { .fill(1) }

  open override func layoutSubviews() {
    loadIfNeeded()
    grid = makeGrid(in: bounds.size)
    applyPendingState()
    if pendingState == nil { grid.topRow = topRow() }
    placeCells()
    noteShownState()
  }

  private func makeGrid(in size: Size) -> CollectionGrid {
    CollectionGrid(
      count: numberOfItems, item: itemSize,
      spacing: Size(width: minimumInteritemSpacing, height: minimumLineSpacing), in: size)
  }

  /// The first row on screen: the chosen one, or the nearest that shows the selection.
  private func topRow() -> Int {
    let chosen = grid.row(of: chosenTop)
    guard followsSelection, let selected = indexPathForSelectedItem else {
      return grid.clamped(chosen)
    }
    return grid.top(showing: selected.row, from: chosen)
  }

  private func placeCells() {
    let items = grid.itemsOnScreen
    recycle(cells.keys.filter { !items.contains($0) })
    for item in items {
      guard let cell = cell(of: item) else { continue }
      cell.frame = grid.frame(of: item)
      cell.isSelected = item == indexPathForSelectedItem?.row
      if cell.superview !== self { addSubview(cell) }
    }
  }

  private func cell(of item: Int) -> CollectionViewCell? {
    if let cell = cells[item] { return cell }
    guard let dataSource else { return nil }
    let cell = dataSource.collectionView(self, cellForItemAt: IndexPath(row: item, section: 0))
    cells[item] = cell
    return cell
  }

  private func recycle(_ items: [Int]) {
    for item in items {
      guard let cell = cells.removeValue(forKey: item) else { continue }
      cell.removeFromSuperview()
      reusePool.append(cell)
    }
    if reusePool.count > 64 { reusePool.removeFirst(reusePool.count - 64) }
  }

  public override func releaseCaches() {
    super.releaseCaches()
    reusePool = []
  }

  // MARK: - Events and drawing

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    handleMouse(event, at: point)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    if numberOfItems == 0 {
      let lines = CellText.wrapped(placeholder, toWidth: canvas.bounds.width - 4)
      for (row, line) in lines.enumerated() {
        canvas.draw(line, at: Point(x: 2, y: row + 1), style: .secondary)
      }
    }
    canvas.drawScrollMark(topLine: grid.topLine, lineCount: grid.lineCount)
  }

  /// The cursor is on the selected item, where screen readers follow it.
  open override var cursorPosition: Point? {
    guard let selected = indexPathForSelectedItem, let cell = cells[selected.row] else {
      return nil
    }
    let place = Point(x: cell.frame.minX, y: cell.frame.maxY - 1)
    return (0..<bounds.height).contains(place.y) ? place : nil
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    (pendingState ?? shownState).encode(with: coder)
  }

  /// Takes effect at the first layout that has items (contract 5.9).
  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    pendingState = CollectionState(coder: coder)
    setNeedsLayout()
  }
}
