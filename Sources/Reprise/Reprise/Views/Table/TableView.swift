import Foundation

/// Shows rows from a data source, and asks only for those on screen.
///
/// If there are rows, one is selected; the arrow keys move the selection and Enter opens the row. With
/// ``allowsMultipleSelection`` Space marks rows. Rows are one line high unless ``rowHeight`` says
/// otherwise.
open class TableView: View {
  /// Supplies the rows.
  public weak var dataSource: (any TableViewDataSource)?

  /// Hears what the person does.
  public weak var delegate: (any TableViewDelegate)?

  /// What Enter does to the selected row, in a word for hints and help.
  public var primaryActionTitle = "Open" {
    didSet { if primaryActionTitle != oldValue { makeActions() } }
  }

  /// Whether the hints name the primary action: not on a row where it only says that there is nothing.
  public var hintsPrimaryAction = true {
    didSet { if hintsPrimaryAction != oldValue { setNeedsDisplay() } }
  }

  /// Text shown when there are no rows.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// Whether each row has a mark that deletes it, and a grip to move it by if the data source allows that.
  public var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      cancelDrag()
      makeActions()
      setNeedsLayout()
    }
  }

  /// The heights of the rows.
  public var rowHeight = RowHeight.lines(1) {
    didSet { if rowHeight != oldValue { forgetRowHeights() } }
  }

  /// Whether Space, a click beside a row and a click with Control mark rows.
  public var allowsMultipleSelection = false {
    didSet {
      guard allowsMultipleSelection != oldValue else { return }
      makeActions()
      if !allowsMultipleSelection { deselectAllRows() }
      setNeedsLayout()
    }
  }

  /// The marked rows, by identifier and path.
  var marks: [RowMark] = [] {
    didSet {
      guard marks != oldValue else { return }
      markedPaths = Set(marks.map(\.path))
      setNeedsPreservation()
      setNeedsDisplay()
    }
  }

  /// The paths of ``marks``.
  private(set) var markedPaths: Set<IndexPath> = []

  /// The restored place at the top, until the heights of the rows there are known.
  var restoredTop: TableAnchor?

  /// The width and the rows for which the measured heights are valid.
  var measuredRows: MeasuredRows?

  /// The path of the selected row, which the next key acts on.
  public internal(set) var indexPathForSelectedRow: IndexPath?

  /// The first line on screen; headers count.
  var topLine = 0

  /// The top line that the person scrolled to; a small window may have to show another one.
  var chosenTopLine = 0

  /// Whether the selection stays in view; not after the person scrolled away from it.
  var followsSelection = true

  var geometry = TableGeometry()

  /// The row that is being dragged; never saved, since the order changes when it is dropped.
  var drag: RowMove? {
    didSet { if drag != oldValue { setNeedsLayout() } }
  }

  /// Whether rows on screen have grips to move them by.
  private(set) var showsReorderControl = false

  /// The cells on screen, by slot.
  var cells: [Int: TableViewCell] = [:]

  /// The state after the last layout; it has identifiers even if the data has changed since.
  private(set) var shownState = TableState()

  /// The state after rows were followed that are not laid out yet.
  var followedState: TableState?

  /// The state that waits for the first layout with rows.
  var pendingState: TableState? = TableState()

  /// Whether the place that the person chose stays known while its rows are missing, as where the rows depend on the
  /// size of the window.
  var remembersMissingRows = false

  /// The place that the person chose, while rows of it are missing.
  var missedState: TableState?

  var needsReload = true
  var reusePool: [TableViewCell] = []

  private lazy var moveActions = makeReorderActions() + makeMarkActions() + makeMoveActions()
  private lazy var allActions = makeAllActions()

  private func makeActions() {
    moveActions = makeReorderActions() + makeMarkActions() + makeMoveActions()
    allActions = makeAllActions()
  }

  open override var canBecomeFirstResponder: Bool { true }

  /// Without a delegate nothing opens rows, so there is no key for it.
  open override var actions: [Action] {
    // Without a selection nothing can be opened, and no hint says so.
    delegate == nil || indexPathForSelectedRow == nil ? moveActions : allActions
  }

  // MARK: - Rows

  /// Reloads everything from the data source; selection and position stay with their items.
  public func reloadData() {
    guard !needsReload else { return }
    if pendingState == nil { pendingState = followedState ?? shownState }
    needsReload = true
    setNeedsLayout()
  }

  /// Forgets selection and position, for rows about something else.
  public func resetPosition() {
    pendingState = TableState()
    missedState = nil
    // Should the person move before there are rows, the former place is no place to go back to.
    shownState = TableState()
    setNeedsLayout()
  }

  /// The number of rows in all sections.
  public var numberOfRows: Int { geometry.rowCount }

  /// The path of the first row on screen.
  public var indexPathForFirstVisibleRow: IndexPath? {
    geometry.row(nearSlot: geometry.slot(atLine: topLine))
  }

  // MARK: - Layout

  /// As high as all rows, or as the placeholder if there are none.
  open override func sizeThatFits(_ size: Size) -> Size {
    loadIfNeeded()
    let lines = geometry.lineCount
    return Size(width: size.width, height: lines > 0 ? lines : 3).limited(to: size)
  }

  public override var naturalLength: Length { .fill(1) }

  open override func layoutSubviews() {
    if !needsReload { checkRows() }
    loadIfNeeded()
    applyPendingState()
    updateReorderControl()
    if pendingState == nil { placeTop() }
    placeCells()
    noteShownState()
  }

  private func updateReorderControl() {
    guard isEditing, dataSource != nil, pendingState == nil else {
      return showsReorderControl = false
    }
    let first = geometry.slot(atLine: topLine)
    let slots = first..<max(first, min(geometry.slotCount, first.adding(visibleLines)))
    showsReorderControl = slots.contains { slot in
      guard case .row(let path) = geometry.content(ofSlot: slot) else { return false }
      return canMoveRow(at: path)
    }
  }

  private func noteShownState() {
    guard pendingState == nil else { return }
    followedState = nil
    let state = missedState ?? currentState()
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
    show(TableGeometry(sections: counts))
    findMarks()
    if geometry.rowCount == 0 { select(nil) }
  }

  /// Cells are not subviews.
  override func layoutContentIfNeeded() {
    super.layoutContentIfNeeded()
    for cell in cells.values where cell.needsLayoutPass { cell.layoutIfNeeded() }
  }

  public override func releaseCaches() {
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

  open override func mouseTrackingWasCancelled() { cancelDrag() }

  open override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    handleMouse(event, at: point)
  }

  open override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    drawRows(on: canvas)
  }

  /// The cursor is on the selected row, where screen readers follow it.
  open override var cursorPosition: Point? { positionOfSelection }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    (pendingState ?? shownState).encode(with: coder)
    encodeMarks(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    pendingState = TableState(coder: coder)
    decodeMarks(with: coder)
    setNeedsLayout()
  }
}
