import Foundation

/// Shows items of a data source in a grid of equal cells, and asks only for those on screen.
///
/// If there are items, one is selected; the arrow keys move the selection and Enter opens the item.
/// A row holds as many cells as fit. The selected item and the one at the top left are restored, by
/// identifier if the data source conforms to ``DataSourceModelAssociation`` (contract 2.C.3, 5).
open class CollectionView: View {
  /// Supplies the items.
  public weak var dataSource: (any CollectionViewDataSource)?

  /// Receives the user's actions.
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

  /// The verb for Enter on the selected item, for hints and help.
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

  open override var actionsHeading: String { "List" }

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

  override var measuresContent: Bool { true }

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

  // MARK: - Selection

  /// Selects an item and scrolls to it.
  ///
  /// An index without an item is ignored, and reported unless the view is empty.
  public func selectItem(at path: IndexPath) {
    loadIfNeeded()
    guard (0..<numberOfItems).contains(path.row) else {
      if numberOfItems > 0 {
        refuse("\(nameInReports) has no item \(path.row): it was not selected")
      }
      return
    }
    dropPendingState()
    select(path)
    scrollToSelection()
  }

  func select(_ path: IndexPath?) {
    guard path != indexPathForSelectedItem else { return }
    indexPathForSelectedItem = path
    setNeedsLayout()
    setNeedsPreservation()
    if let path { delegate?.collectionView(self, didSelectItemAt: path) }
  }

  /// Moves the selection by a number of items, and stops at the first or last one.
  func moveSelection(by step: Int) {
    guard let selected = indexPathForSelectedItem else { return }
    selectItem(
      at: IndexPath(row: min(max(0, selected.row.adding(step)), numberOfItems - 1), section: 0))
  }

  /// Moves the selection by a number of rows, in the same column if that has an item.
  func moveSelection(byRows rows: Int) {
    guard let selected = indexPathForSelectedItem?.row else { return }
    let target = selected + rows * grid.columns
    if target >= 0, target < numberOfItems { return moveSelection(by: target - selected) }
    let last = numberOfItems - 1
    // The last row is shorter and has no item in this column, so its last item is the nearest.
    if target > last, grid.row(of: selected) < grid.row(of: last) {
      let column = selected % grid.columns
      let below = grid.row(of: last) * grid.columns + column
      return moveSelection(by: min(below, last) - selected)
    }
    if target < 0 { moveSelection(by: selected % grid.columns - selected) }
  }

  /// Scrolls as little as needed.
  private func scrollToSelection() {
    followsSelection = true
    guard let selected = indexPathForSelectedItem else { return }
    chosenTop = grid.top(showing: selected.row, from: grid.topRow) * grid.columns
    setNeedsLayout()
  }

  /// Scrolls by rows, also away from the selection.
  func scroll(byRows rows: Int) {
    dropPendingState()
    followsSelection = false
    chosenTop = grid.clamped(grid.topRow + rows) * grid.columns
    setNeedsLayout()
  }

  func openSelection() {
    guard let path = indexPathForSelectedItem, path.row < numberOfItems else { return }
    delegate?.collectionView(self, performPrimaryActionForItemAt: path)
  }

  func makeActions() -> [Action] {
    func move(
      _ id: String, _ title: String, _ keys: KeyBinding...,
      perform: @escaping (CollectionView) -> Void
    ) -> Action {
      Action("collection.\(id)", title, keys: keys, isHinted: false) { [weak self] in
        if let self { perform(self) }
      }
    }
    return [
      Action(
        "collection.open", primaryActionTitle, "Enter", for: self,
        enabled: { $0.delegate != nil && $0.indexPathForSelectedItem != nil }
      ) { $0.openSelection() },
      move("next", "Next", "Right", "l") { $0.moveSelection(by: 1) },
      move("previous", "Previous", "Left", "h") { $0.moveSelection(by: -1) },
      move("below", "Row below", "Down", "j") { $0.moveSelection(byRows: 1) },
      move("above", "Row above", "Up", "k") { $0.moveSelection(byRows: -1) },
      move("first", "First", "g g", "Home") { $0.moveSelection(by: -.max / 2) },
      move("last", "Last", "End", "G") { $0.moveSelection(by: .max / 2) },
      move("page-down", "Page down", "PgDn", "^F") { $0.moveSelection(byRows: $0.grid.wholeRows) },
      move("page-up", "Page up", "PgUp", "^B") { $0.moveSelection(byRows: -$0.grid.wholeRows) },
    ]
  }

  func handleMouse(_ event: MouseEvent, at point: Point) -> Bool {
    switch event.kind {
    case .wheel(let notches):
      scroll(byRows: notches)
      return true
    case .press:
      becomeFirstResponder()
      guard let item = grid.item(at: point) else { return true }
      let path = IndexPath(row: item, section: 0)
      if path == indexPathForSelectedItem { openSelection() } else { selectItem(at: path) }
      return true
    case .release, .drag:
      return false
    }
  }

  // MARK: - Preservation

  /// Notes what a layout shows, with identifiers from the data source (contract 5.2).
  func noteShownState() {
    guard pendingState == nil else { return }
    var state = CollectionState()
    state.followsSelection = followsSelection
    state.selected = indexPathForSelectedItem?.row
    state.top = numberOfItems > 0 ? chosenTop : nil
    state.topIdentifier = identifier(of: state.top)
    state.selectedIdentifier = identifier(of: state.selected)
    guard state != shownState else { return }
    shownState = state
    setNeedsPreservation()
  }

  private func identifier(of item: Int?) -> String? {
    guard let item, item < numberOfItems else { return nil }
    return dataSource?.modelAssociation?.modelIdentifierForElement(
      at: IndexPath(row: item, section: 0), in: self)
  }

  /// Applies a restored state at the first layout that has items (contract 5.9).
  func applyPendingState() {
    guard let state = pendingState, numberOfItems > 0, bounds.height > 0 else { return }
    pendingState = nil
    let selected = place(of: state.selectedIdentifier, orNear: state.selected)
    select(IndexPath(row: selected ?? 0, section: 0))
    chosenTop = place(of: state.topIdentifier, orNear: state.top) ?? 0
    followsSelection = state.followsSelection
  }

  /// Drops the state that waits for items: the person has moved, and the place is theirs (contract 5.9).
  func dropPendingState() {
    guard pendingState != nil else { return }
    pendingState = nil
    setNeedsPreservation()
  }

  /// The current number of an item; if it was removed, that of the nearest existing item.
  private func place(of identifier: String?, orNear item: Int?) -> Int? {
    if let identifier, let association = dataSource?.modelAssociation,
      let found = association.indexPathForElement(withModelIdentifier: identifier, in: self),
      (0..<numberOfItems).contains(found.row)
    {
      return found.row
    }
    return item.map { min(max(0, $0), numberOfItems - 1) }
  }
}

/// The state of a collection: the item at the top left and the selected one, by identifier and by number.
struct CollectionState: Equatable {
  var topIdentifier: String?
  var top: Int?
  var selectedIdentifier: String?
  var selected: Int?
  var followsSelection = true
}

extension CollectionState {
  func encode(with coder: Coder) {
    coder.encode(topIdentifier, forKey: "top.identifier")
    if let top { coder.encode(top, forKey: "top.item") }
    coder.encode(selectedIdentifier, forKey: "selected.identifier")
    if let selected { coder.encode(selected, forKey: "selected.item") }
    coder.encode(!followsSelection, forKey: "scrolledAway")
  }

  init(coder: Coder) {
    topIdentifier = coder.decodeString(forKey: "top.identifier")
    top = coder.decodeInt(forKey: "top.item")
    selectedIdentifier = coder.decodeString(forKey: "selected.identifier")
    selected = coder.decodeInt(forKey: "selected.item")
    followsSelection = !coder.decodeBool(forKey: "scrolledAway")
  }
}
