import Foundation

/// Rows from a data source, of which only those on screen are ever asked for.
///
/// One row is selected as long as there is any; the arrow keys move the selection and Enter opens
/// it. Every row is one line high.
open class TableView: View {
  /// Where the rows come from.
  public weak var dataSource: (any TableViewDataSource)?

  /// Who hears what the person does.
  public weak var delegate: (any TableViewDelegate)?

  /// What Enter does to the selected row, for hints and help.
  public var primaryActionTitle = "Open" {
    didSet { if primaryActionTitle != oldValue { allActions = makeOpenActions() + moveActions } }
  }

  /// Text shown when there are no rows.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// Whether each row has a mark to delete it.
  public var isEditing = false {
    didSet { if isEditing != oldValue { setNeedsLayout() } }
  }

  /// The selected row.
  public internal(set) var indexPathForSelectedRow: IndexPath?

  /// The first line on screen, headers counted.
  private(set) var topLine = 0

  /// The line that the person scrolled to the top; a small window may have to show another one.
  private(set) var chosenTopLine = 0

  /// Whether the selection has to stay in view; not after scrolling away from it.
  private(set) var followsSelection = true

  var geometry = TableGeometry()

  /// The cells on screen, by the line of the table they stand on.
  private(set) var cells: [Int: TableViewCell] = [:]

  /// What the last layout showed; known by name even when the data has changed since.
  private var shownState = TableState()

  /// A state that waits for the first layout with rows.
  var pendingState: TableState? = TableState()

  private var needsReload = true
  private var reusePool: [TableViewCell] = []

  private lazy var moveActions = makeMoveActions()
  private lazy var allActions = makeOpenActions() + moveActions

  open override var canBecomeFirstResponder: Bool { true }

  /// Rows are opened by the delegate: without one there is no key for it.
  open override var actions: [Action] {
    // Nothing can be opened where nothing is selected, and no hint says so.
    delegate == nil || indexPathForSelectedRow == nil ? moveActions : allActions
  }

  // MARK: - Rows

  /// Asks the data source for everything anew; selection and position stay on their things.
  public func reloadData() {
    guard !needsReload else { return }
    if pendingState == nil { pendingState = shownState }
    needsReload = true
    setNeedsLayout()
  }

  /// Forgets selection and position: the rows are about something else now.
  public func resetPosition() {
    pendingState = TableState()
    setNeedsLayout()
  }

  /// Takes a cell of a type that is not in use, or makes one.
  public func dequeueReusableCell<Cell: TableViewCell>(_ type: Cell.Type) -> Cell {
    if let index = reusePool.lastIndex(where: { Swift.type(of: $0) == type }),
      let cell = reusePool.remove(at: index) as? Cell
    {
      cell.prepareForReuse()
      cell.setNeedsUpdateProperties()
      return cell
    }
    return Cell()
  }

  /// The number of rows in all sections.
  public var numberOfRows: Int { geometry.rowCount }

  /// The first row on screen.
  public var indexPathForFirstVisibleRow: IndexPath? { geometry.row(nearLine: topLine) }

  // MARK: - Selection

  /// Selects a row and scrolls to it.
  public func selectRow(at path: IndexPath) {
    loadIfNeeded()
    guard geometry.contains(path), stillHasRow(at: path) else { return }
    let isRestoring = pendingState.map { $0 != TableState() } ?? false
    if isRestoring, bounds.height == 0 { return selectOnceLaidOut(path) }
    dropPendingState()
    select(path)
    scrollToSelection()
  }

  func select(_ path: IndexPath?) {
    guard path != indexPathForSelectedRow else { return }
    indexPathForSelectedRow = path
    setNeedsLayout()
    setNeedsPreservation()
    if let path { delegate?.tableView(self, didSelectRowAt: path) }
  }

  /// Moves the selection by lines, skipping headers.
  func moveSelection(by step: Int) {
    guard let path = indexPathForSelectedRow, let line = geometry.line(of: path) else { return }
    var target = min(max(0, line + step), geometry.lineCount - 1)
    if case .header = geometry.content(ofLine: target) {
      let beyond = target + (step < 0 ? -1 : 1)
      if case .row = geometry.content(ofLine: beyond) { target = beyond } else { target += 1 }
    }
    guard case .row(let found) = geometry.content(ofLine: target), stillHasRow(at: found) else {
      return
    }
    dropPendingState()
    select(found)
    scrollToSelection()
  }

  func scrollToSelection() {
    followsSelection = true
    choose(topLine: lineAtTop(from: topLine))
  }

  /// Scrolls, if need be away from the selection.
  func scroll(toTopLine line: Int) {
    followsSelection = false
    choose(topLine: clamped(line))
  }

  /// Puts a restored position in force.
  func restore(topLine line: Int, followsSelection: Bool) {
    self.followsSelection = followsSelection
    chosenTopLine = line
    topLine = lineAtTop(from: line)
  }

  private func choose(topLine line: Int) {
    chosenTopLine = line
    guard line != topLine else { return }
    topLine = line
    setNeedsLayout()
  }

  /// The line to show at the top so that the selection is in view, moving as little as possible.
  private func lineAtTop(from line: Int) -> Int {
    guard followsSelection, let path = indexPathForSelectedRow,
      let selected = geometry.line(of: path)
    else { return clamped(line) }
    var top = min(max(line, selected - bounds.height + 1), selected)
    if top == selected, selected > 0, bounds.height > 1,
      case .header = geometry.content(ofLine: selected - 1)
    {
      top -= 1
    }
    return clamped(top)
  }

  private func clamped(_ line: Int) -> Int {
    min(max(0, line), max(0, geometry.lineCount - bounds.height))
  }

  func openSelection() {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return }
    delegate?.tableView(self, performPrimaryActionForRowAt: path)
  }

  // MARK: - Layout

  /// As high as all rows, or as what is said when there are none.
  open override func sizeThatFits(_ size: Size) -> Size {
    loadIfNeeded()
    let lines = geometry.lineCount
    return Size(width: size.width, height: lines > 0 ? lines : 3).limited(to: size)
  }

  override var naturalLength: Length { .fill(1) }

  open override func layoutSubviews() {
    if !needsReload { checkRows() }
    loadIfNeeded()
    applyPendingState()
    if pendingState == nil { topLine = lineAtTop(from: chosenTopLine) }
    placeCells()
    noteShownState()
  }

  private func noteShownState() {
    guard pendingState == nil else { return }
    let state = currentState()
    if state != shownState {
      shownState = state
      setNeedsPreservation()
      delegate?.tableViewDidMove(self)
    }
  }

  func loadIfNeeded() {
    guard needsReload, let dataSource else { return }
    needsReload = false
    let counts = (0..<dataSource.numberOfSections(in: self)).map { section in
      (
        title: dataSource.tableView(self, titleForHeaderInSection: section),
        rows: dataSource.tableView(self, numberOfRowsInSection: section)
      )
    }
    geometry = TableGeometry(sections: counts)
    recycle(Array(cells.keys))
    if geometry.rowCount == 0 { select(nil) }
  }

  private func placeCells() {
    // While a saved place waits for its rows, the top line may lie beyond the last one.
    let end = max(topLine, min(topLine + max(0, bounds.height), geometry.lineCount))
    let visible = topLine..<end
    recycle(cells.keys.filter { !visible.contains($0) })
    let (margin, width) = (rowInsets.left, bounds.width - rowInsets.left - rowInsets.right)
    for line in visible {
      guard let cell = cells[line] ?? makeCell(onLine: line) else { continue }
      cell.frame = Rect(x: margin, y: line - topLine, width: width, height: 1)
      cell.layoutIfNeeded()
    }
  }

  /// Asks for the cell of a line; there is none where a header stands.
  private func makeCell(onLine line: Int) -> TableViewCell? {
    guard case .row(let path) = geometry.content(ofLine: line), stillHasRow(at: path) else {
      return nil
    }
    let cell = dataSource?.tableView(self, cellForRowAt: path) ?? TableViewCell()
    cell.tableView = self
    cells[line] = cell
    return cell
  }

  private func recycle(_ lines: [Int]) {
    for line in lines {
      if let cell = cells.removeValue(forKey: line) { reusePool.append(cell) }
    }
    if reusePool.count > 64 { reusePool.removeFirst(reusePool.count - 64) }
  }

  /// Cells are no subviews.
  override func layoutContentIfNeeded() {
    super.layoutContentIfNeeded()
    for cell in cells.values { cell.layoutIfNeeded() }
  }

  override func releaseCaches() {
    super.releaseCaches()
    reusePool = []
  }

  // MARK: - Events and drawing

  override func didDisplay() {
    guard needsDisplay else { return }
    super.didDisplay()
    for cell in cells.values { cell.didDisplay() }
    for cell in reusePool { cell.didDisplay() }
  }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    handleMouse(event, at: point)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    drawRows(on: canvas)
  }

  /// The cursor stands on the selected row, where screen readers follow it.
  open override var cursorPosition: Point? { positionOfSelection }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    (pendingState ?? shownState).encode(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    pendingState = TableState(coder: coder)
    setNeedsLayout()
  }
}
