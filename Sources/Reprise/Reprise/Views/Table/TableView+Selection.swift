import Foundation

/// The selected row, and the line at the top that keeps it in view.
extension TableView {
  /// Selects a row and scrolls to it.
  ///
  /// A row that the table does not have is ignored, and reported unless the table is empty.
  public func selectRow(at path: IndexPath) {
    loadIfNeeded()
    guard geometry.contains(path) else {
      if geometry.rowCount > 0 {
        refuse(
          "\(nameInReports) has no row \(path.row) in section \(path.section): it was not selected")
      }
      return
    }
    guard stillHasRow(at: path) else { return }
    let isRestoring = pendingState.map { $0 != TableState() } ?? false
    if isRestoring, bounds.height == 0 { return selectOnceLaidOut(path) }
    dropPendingState()
    select(path)
    scrollToSelection()
  }

  func select(_ path: IndexPath?) {
    guard path != indexPathForSelectedRow else { return }
    cancelDrag()
    indexPathForSelectedRow = path
    setNeedsLayout()
    setNeedsPreservation()
    if markRange != nil { updateMarkRange() }
    if let path { delegate?.tableView(self, didSelectRowAt: path) }
  }

  /// Moves the selection by a number of rows, skipping headers.
  func moveSelection(by step: Int) {
    loadIfNeeded()
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else { return }
    var target = min(max(0, slot + step), geometry.slotCount - 1)
    if case .header = geometry.content(ofSlot: target) {
      let beyond = target + (step < 0 ? -1 : 1)
      if case .row = geometry.content(ofSlot: beyond) { target = beyond } else { target += 1 }
    }
    guard case .row(let found) = geometry.content(ofSlot: target), stillHasRow(at: found) else {
      return
    }
    dropPendingState()
    select(found)
    scrollToSelection()
  }

  /// Scrolls through the selected row if it is higher than the table and extends beyond it: a long
  /// text is read before the next row is selected.
  ///
  /// - Parameter lines: How far, down or up if negative.
  /// - Returns: Whether there was anything left to scroll to.
  private func scrollThroughSelection(by lines: Int) -> Bool {
    guard pendingState == nil, let path = indexPathForSelectedRow,
      let slot = geometry.slot(of: path), geometry.height(ofSlot: slot) > bounds.height
    else { return false }
    let first = geometry.line(ofSlot: slot)
    let end = first + geometry.height(ofSlot: slot)
    guard first < topLine + bounds.height, end > topLine else { return false }
    let rest = lines > 0 ? end - topLine - bounds.height : topLine - first
    guard rest > 0 else { return false }
    scroll(toTopLine: topLine + lines.signum() * min(abs(lines), rest))
    return true
  }

  func scrollToSelection() {
    measureSelection()
    followsSelection = true
    choose(topLine: lineAtTop(from: topLine))
  }

  /// Scrolls, also away from the selection.
  func scroll(toTopLine line: Int) {
    followsSelection = false
    choose(topLine: clamped(line))
  }

  private func choose(topLine line: Int) {
    restoredTop = nil
    keptTop = nil
    missedState = nil
    chosenTopLine = line
    guard line != topLine else { return }
    topLine = line
    setNeedsLayout()
  }

  /// The top line that shows the selection, as near as possible to a given one.
  func lineAtTop(from line: Int) -> Int {
    guard followsSelection, let path = indexPathForSelectedRow, let slot = geometry.slot(of: path)
    else { return clamped(line) }
    let selected = geometry.line(ofSlot: slot)
    let height = geometry.height(ofSlot: slot)
    // If the row is higher than the table, show its beginning.
    var top = min(max(line, selected + height - bounds.height), selected)
    if top == selected, selected > 0, bounds.height > height,
      case .header = geometry.content(ofSlot: slot - 1)
    {
      top -= 1
    }
    return clamped(top)
  }

  func clamped(_ line: Int) -> Int {
    min(max(0, line), max(0, geometry.lineCount - bounds.height))
  }

  func openSelection() {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return }
    delegate?.tableView(self, performPrimaryActionForRowAt: path)
  }
}

extension TableView {
  /// All actions where rows can be opened.
  func makeAllActions() -> [Action] {
    makeReorderActions() + makeColumnActions() + [openAction] + makeMarkActions()
      + makeMoveActions()
  }

  /// Opens the selected row.
  private var openAction: Action {
    let open: (TableView) -> Void = { $0.openSelection() }
    // Side by side the arrow leads to the other column.
    let action =
      isSideBySide
      ? Action("table.open", primaryActionTitle, "Enter", for: self, perform: open)
      : Action("table.open", primaryActionTitle, "Enter", "l", "Right", for: self, perform: open)
    return action.hinted(for: self) { $0.hintsPrimaryAction }
  }

  func makeMarkActions() -> [Action] {
    guard allowsMultipleSelection else { return [] }
    return [
      Action("table.mark", "Mark", "Space", for: self, enabled: { $0.canToggleMark }) {
        $0.toggleMark(movingBy: 1)
      },
      Action("table.mark-next", "Mark and move down", "Shift-Down", isHinted: false, for: self) {
        $0.toggleMark(movingBy: 1)
      },
      Action("table.mark-previous", "Mark and move up", "Shift-Up", isHinted: false, for: self) {
        $0.toggleMark(movingBy: -1)
      },
      Action(
        "table.mark-range", "Mark a range", "v", isHinted: false, for: self,
        enabled: { $0.indexPathForSelectedRow != nil }
      ) { $0.isMarkingRange ? $0.endMarkingRange() : $0.beginMarkingRange() },
      Action(
        "table.end-range", "End range", "Esc", "^C", role: .cancel, for: self,
        enabled: { $0.isMarkingRange }
      ) { $0.endMarkingRange() },
      Action("table.invert-marks", "Invert marks", "V", isHinted: false, for: self) {
        $0.performIfAllowed(.invert)
      },
      Action("table.mark-all", "Mark all", "*", isHinted: false, for: self) {
        $0.performIfAllowed(.markAll)
      },
    ]
  }

  func makeMoveActions() -> [Action] {
    func move(
      _ id: String, _ title: String, _ keys: KeyBinding..., perform: @escaping (TableView) -> Void
    ) -> Action {
      Action("table.\(id)", title, keys: keys, isHinted: false) { [weak self] in
        if let self { perform(self) }
      }
    }
    return [
      move("next", "Next row", "Down", "j") { $0.step(by: 1) },
      move("previous", "Previous row", "Up", "k") { $0.step(by: -1) },
      move("first", "First row", "g g", "Home") { $0.moveSelection(by: -.max / 2) },
      move("last", "Last row", "End", "G") { $0.moveSelection(by: .max / 2) },
      move("page-down", "Page down", "PgDn", "^F") { $0.page(by: 1) },
      move("page-up", "Page up", "PgUp", "^B") { $0.page(by: -1) },
      move("half-page-down", "Half a page down", "^D") { $0.halfPage(by: 1) },
      move("half-page-up", "Half a page up", "^U") { $0.halfPage(by: -1) },
    ]
  }

  private func step(by rows: Int) {
    if !scrollThroughSelection(by: rows) { moveSelection(by: rows) }
  }

  private func page(by step: Int) {
    moveSelection(byLines: step * max(1, bounds.height - 1))
  }

  private func halfPage(by step: Int) {
    moveSelection(byLines: step * max(1, bounds.height / 2))
  }

  /// Moves the selection by about this many lines, by one row at least.
  private func moveSelection(byLines lines: Int) {
    if scrollThroughSelection(by: lines) { return }
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else { return }
    let beyond = lines < 0 ? -visibleLines : visibleLines
    measure(lines.adding(beyond), from: slot)
    let isSecond = geometry.isInSecondColumn(slot)
    let place = geometry.line(ofSlot: slot).adding(lines)
    let target = geometry.slot(atLine: place, inSecondColumn: isSecond)
    let end = isSecond ? geometry.slotCount : geometry.split ?? geometry.slotCount
    var step = min(target, max(0, end - 1)) - slot
    // Above the heading at the top of the second column are the last rows of the first one.
    if isSecond, target == geometry.split, case .header = geometry.content(ofSlot: target) {
      step += 1
      if step == 0 { return }
    }
    moveSelection(by: step == 0 ? lines.signum() : step)
  }

  /// Whether ``deleteSelection()`` has a row to delete.
  public var canDeleteSelection: Bool {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return false }
    return dataSource?.tableView(self, canEditRowAt: path) ?? false
  }

  /// Deletes the item in the selected row, if the data source allows it.
  public func deleteSelection() {
    guard canDeleteSelection, let path = indexPathForSelectedRow else { return }
    dataSource?.tableView(self, commitDeletionForRowAt: path)
  }

  func handleMouse(_ event: MouseEvent, at point: Point) -> Bool {
    switch event.kind {
    case .wheel(let notches):
      dropPendingState()
      scroll(byLines: notches * 3)
      return true
    case .press:
      becomeFirstResponder()
      let slot = slot(at: point)
      guard case .row(let path) = geometry.content(ofSlot: slot) else { return true }
      if beginDrag(ofRowAt: path, at: point.x) { return true }
      press(on: path, at: point.x, isMarking: event.modifiers.contains(.control))
      return true
    case .drag:
      continueDrag(to: point.y)
      return drag != nil
    case .release:
      let isDragging = drag != nil
      endDrag()
      return isDragging
    }
  }

  private func press(on path: IndexPath, at column: Int, isMarking: Bool) {
    guard stillHasRow(at: path) else { return }
    let wasSelected = path == indexPathForSelectedRow
    selectRow(at: path)
    // The blank at the beginning of a row makes the column of its mark easier to hit.
    if allowsMultipleSelection, isMarking || column <= rowInsets.left {
      toggleMark()
    } else if wasSelected {
      openSelection()
    }
  }
}
