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

  /// Scrolls through the selected row where it is higher than the table and goes on beyond it: a long
  /// text is read before the next row is selected.
  ///
  /// - Parameter lines: How far, down or up if negative.
  /// - Returns: Whether there was anything left to scroll to.
  func scrollThroughSelection(by lines: Int) -> Bool {
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
