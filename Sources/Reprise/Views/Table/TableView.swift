import Foundation

/// Rows from a data source, of which only those on screen are ever asked for.
///
/// One row is selected as long as there is any; the arrow keys move the selection and Enter opens
/// it. With ``allowsMultipleSelection`` Space marks further rows. Rows are one line high unless
/// ``rowHeight`` says otherwise.
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

  /// How high rows are.
  public var rowHeight = RowHeight.lines(1) {
    didSet { if rowHeight != oldValue { forgetRowHeights() } }
  }

  /// Whether Space, a click beside a row and a click with Control mark rows, as many as one likes.
  public var allowsMultipleSelection = false {
    didSet {
      guard allowsMultipleSelection != oldValue else { return }
      moveActions = makeMoveActions()
      allActions = makeOpenActions() + moveActions
      if !allowsMultipleSelection { deselectAllRows() }
      setNeedsLayout()
    }
  }

  /// The rows that are marked, by their things and their places.
  var marks: [RowMark] = [] {
    didSet {
      guard marks != oldValue else { return }
      markedPaths = Set(marks.map(\.path))
      setNeedsPreservation()
      setNeedsDisplay()
    }
  }

  /// The places of ``marks``.
  private(set) var markedPaths: Set<IndexPath> = []

  /// The place at the top that was restored, until the heights of the rows there are known.
  var restoredTop: TableAnchor?

  /// What the known heights of rows hold for.
  var measuredRows: MeasuredRows?

  /// The selected row: where the keys stand.
  public internal(set) var indexPathForSelectedRow: IndexPath?

  /// The first line on screen, headers counted.
  var topLine = 0

  /// The line that the person scrolled to the top; a small window may have to show another one.
  var chosenTopLine = 0

  /// Whether the selection has to stay in view; not after scrolling away from it.
  var followsSelection = true

  var geometry = TableGeometry()

  /// The cells on screen, by the slot of the table they stand on.
  var cells: [Int: TableViewCell] = [:]

  /// What the last layout showed; known by name even when the data has changed since.
  private(set) var shownState = TableState()

  /// A state that waits for the first layout with rows.
  var pendingState: TableState? = TableState()

  var needsReload = true
  var reusePool: [TableViewCell] = []

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

  /// The number of rows in all sections.
  public var numberOfRows: Int { geometry.rowCount }

  /// The first row on screen.
  public var indexPathForFirstVisibleRow: IndexPath? {
    geometry.row(nearSlot: geometry.slot(atLine: topLine))
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
    if pendingState == nil { placeTop() }
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
    show(TableGeometry(sections: counts))
    findMarks()
    if geometry.rowCount == 0 { select(nil) }
  }

  /// Cells are no subviews.
  override func layoutContentIfNeeded() {
    super.layoutContentIfNeeded()
    for cell in cells.values where cell.needsLayoutPass { cell.layoutIfNeeded() }
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
    encodeMarks(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    pendingState = TableState(coder: coder)
    decodeMarks(with: coder)
    setNeedsLayout()
  }
}
