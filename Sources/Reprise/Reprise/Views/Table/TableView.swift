import Foundation

/// Shows rows from a data source, and asks only for those on screen.
///
/// If there are rows, one is selected; the arrow keys move the selection and Enter opens the row. With
/// ``allowsMultipleSelection``, keys and clicks mark rows. Rows are one line high unless ``rowHeight``
/// says otherwise.
open class TableView: View {
  /// Supplies the rows.
  public weak var dataSource: (any TableViewDataSource)?

  /// Receives the user's actions.
  public weak var delegate: (any TableViewDelegate)?

  /// The verb for Enter on the selected row, for hints and help.
  public var primaryActionTitle = "Open" {
    didSet { if primaryActionTitle != oldValue { makeActions() } }
  }

  /// Whether the hints include the primary action; disable it on a placeholder row.
  public var hintsPrimaryAction = true {
    didSet { if hintsPrimaryAction != oldValue { setNeedsDisplay() } }
  }

  /// Text shown when there are no rows.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  /// Whether rows have grips to move them by, if the data source allows that.
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

  /// The empty lines above the heading of each section; a heading at the top of the table has none.
  ///
  /// Like UIKit's `sectionHeaderTopPadding`, in whole lines.
  public var sectionHeaderTopSpacing = 0 {
    didSet { if sectionHeaderTopSpacing != oldValue { spaceHeaders() } }
  }

  /// The width in columns from which sections are in two columns side by side; `nil` for one column at any width.
  ///
  /// For lists of short rows, such as keys. The columns are about equally long, and scroll together; a section isn't
  /// divided unless it is much longer than all others. A table with a single section stays one column, and so does one
  /// that is editing, allows marks, or has rows of ``RowHeight/automatic``. The left and right arrows move the selection
  /// between the columns. The selected row and the row at the top stay what they are when the width changes.
  public var sideBySideWidth: Int? {
    didSet {
      guard sideBySideWidth != oldValue else { return }
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// Whether rows can be marked, and have a column for their marks at the left.
  ///
  /// Space marks or unmarks the selected row and moves down, Shift and an arrow do so in its direction, `v` begins a
  /// range, `V` inverts the marks, and `*` marks all rows. A click on a mark's column or with Control marks a row, too.
  public var allowsMultipleSelection = false {
    didSet {
      guard allowsMultipleSelection != oldValue else { return }
      makeActions()
      if !allowsMultipleSelection { deselectAllRows() }
      setNeedsLayout()
    }
  }

  /// The marked rows.
  var marks = RowMarks()

  /// The range of rows that are marked as the selection moves.
  var markRange: MarkRange?

  /// The identifiers of ``marks``, once asked for.
  var identifiersOfMarks: [String]?

  /// Saves the marks.
  private(set) lazy var stateOfMarks = TableMarks(of: self)

  override var companions: [View] {
    allowsMultipleSelection && restorationIdentifier != nil ? [stateOfMarks] : []
  }

  override var savedCompanions: [View] {
    allowsMultipleSelection && restorationIdentifier != nil && hasMarkState ? [stateOfMarks] : []
  }

  /// Whether there are marks to save.
  var hasMarkState: Bool { !marks.isEmpty || markRange != nil }

  /// Shows changed marks, saves them, and tells the delegate.
  func marksDidChange() {
    saveMarks()
    setNeedsLayout()
    setNeedsDisplay()
    delegate?.tableViewDidChangeMarks(self)
  }

  /// Marks the saved marks dirty.
  final func saveMarks() {
    identifiersOfMarks = nil
    stateOfMarks.setNeedsPreservation()
    if hasMarkState != savesMarks {
      savesMarks = hasMarkState
      // The screen refers to the marks only while there are any.
      preservationOwner?.setNeedsPreservation()
    }
  }

  /// Whether the screen refers to the marks.
  var savesMarks = false

  /// The restored place at the top, until the heights of the rows there are known.
  var restoredTop: TableAnchor?

  /// The chosen place at the top, where that isn't a slot of the first column: a change of the columns leads back to it.
  var keptTop: TableAnchor?

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

  /// Whether the last layout had no rows, so that the delegate found no selection.
  private var hadNoRows = false

  /// The state after rows were followed that are not laid out yet.
  var followedState: TableState?

  /// The state that waits for the first layout with rows.
  var pendingState: TableState? = TableState()

  /// Whether the user's position is remembered while its rows are missing, for tables whose rows depend on the
  /// size of the window.
  var remembersMissingRows = false

  /// The user's position, while rows of it are missing.
  var missedState: TableState?

  /// The columns of rows that are ``ColumnCell``s, in order; see ``TableHeaderView``.
  public var columns: [TableColumn] = [] {
    didSet {
      guard columns != oldValue else { return }
      columnWidths.keep(columns)
      knownColumnLayout = nil
      setNeedsLayout()
      setNeedsPreservation()
    }
  }

  /// How much room the columns ask for.
  var columnWidths = TableColumnWidths() {
    didSet { knownColumnLayout = nil }
  }

  /// The last layout of the columns, which is the same for all rows.
  var knownColumnLayout: (width: Int, layout: TableColumnLayout)?

  var needsReload = true
  var reusePool: [TableViewCell] = []

  private lazy var moveActions =
    makeReorderActions() + makeColumnActions() + makeMarkActions() + makeMoveActions()
  private lazy var allActions = makeAllActions()

  func makeActions() {
    moveActions = makeReorderActions() + makeColumnActions() + makeMarkActions() + makeMoveActions()
    allActions = makeAllActions()
  }

  open override var canBecomeFirstResponder: Bool { true }

  open override var actionsHeading: String { "List" }

  /// Without a delegate, rows can't be opened, so that action is left out.
  open override var actions: [Action] {
    // Without a selection, Enter does nothing, so no hint shows it.
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
    // If the user moves before there are rows, the former position must not return.
    shownState = TableState()
    endMarkingRange()
    setNeedsLayout()
    setNeedsPreservation()
  }

  /// The number of rows in all sections.
  public var numberOfRows: Int { geometry.rowCount }

  /// The path of the first row on screen.
  public var indexPathForFirstVisibleRow: IndexPath? {
    geometry.row(nearSlot: geometry.slot(atLine: topLine))
  }

  /// Takes over new rows; drops the measured heights and the cells of the old ones.
  func show(_ geometry: TableGeometry) {
    cancelDrag()
    var geometry = geometry
    geometry.headerSpacing = max(0, sectionHeaderTopSpacing)
    geometry.lines = RowLines(standard: rowHeight.standard)
    geometry.split = split(of: geometry, inWidth: bounds.width)
    // A sheet is as high as its rows.
    if geometry.lineCount != self.geometry.lineCount, isPresented {
      invalidateIntrinsicContentSize()
    }
    let wasSideBySide = isSideBySide
    self.geometry = geometry
    keptTop = nil
    measuredRows = nil
    if isSideBySide != wasSideBySide { makeActions() }
    recycle(Array(cells.keys))
  }

  /// Whether the table is in a presented screen.
  private var isPresented: Bool {
    owningController?.presentationContext.presentingViewController != nil
  }

  // MARK: - Layout

  override var measuresContent: Bool { true }

  /// As high as all rows, or as the placeholder if there are none.
  open override func sizeThatFits(_ size: Size) -> Size {
    loadIfNeeded()
    let lines = rowHeight == .automatic ? neededLines(in: size) : lineCount(inWidth: size.width)
    return Size(width: size.width, height: lines > 0 ? lines : 3).limited(to: size)
  }

  private func lineCount(inWidth width: Int) -> Int {
    guard sideBySideWidth != nil else { return geometry.lineCount }
    var geometry = geometry
    geometry.split = split(of: geometry, inWidth: width)
    return geometry.lineCount
  }

  public override var naturalLength: Length { .fill(1) }

  open override func layoutSubviews() {
    if !needsReload { checkRows() }
    loadIfNeeded()
    arrangeColumns()
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
    guard pendingState == nil else { return hadNoRows = true }
    followedState = nil
    let state = missedState ?? currentState()
    guard state != shownState || hadNoRows else { return }
    hadNoRows = false
    if state != shownState {
      shownState = state
      setNeedsPreservation()
    }
    delegate?.tableViewDidMove(self)
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
    dropLostMarks()
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
    columnWidths.encode(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    pendingState = TableState(coder: coder)
    columnWidths.decode(from: coder)
    decodeMarks(with: coder)
    setNeedsLayout()
  }

  // MARK: - Checking

  /// Whether a row still exists; if not, reloads everything and reports it.
  ///
  /// UIKit throws an exception here. Without this check a data source that indexes an array would trap.
  func stillHasRow(at path: IndexPath) -> Bool {
    guard let dataSource else { return false }
    if path.section < dataSource.numberOfSections(in: self),
      path.row < dataSource.tableView(self, numberOfRowsInSection: path.section)
    {
      return true
    }
    // Until the next layout, the path may be one of the former rows.
    guard !needsReload, geometry.contains(path) else { return false }
    refuse(
      "the rows of a \(type(of: self)) changed without reloadData(): "
        + "call it whenever the data source's rows change")
    reloadData()
    return false
  }

  /// Checks whether the selected row and the last visible one still exist.
  private func checkRows() {
    guard geometry.rowCount > 0 else { return }
    let last = geometry.row(
      nearSlot: geometry.slot(atLine: topLine.adding(max(1, visibleLines)) - 1))
    for path in [indexPathForSelectedRow, last] {
      if let path, !stillHasRow(at: path) { return }
    }
  }
}
