import Foundation

/// Rows that the user moves: with `J` and `K` or Shift and an arrow in editing mode, and by dragging
/// the grip (`≡`) at the right.
extension TableView {
  /// Shows a row at another path, where its item is now.
  ///
  /// Selection, marks and scroll position stay with the items, and the data source isn't asked for
  /// identifiers. Change the data first. Reports wrong paths and reloads everything then.
  ///
  /// A row that the *user* moves needs no call: the table follows the data source's
  /// `tableView(_:moveRowAt:to:)`.
  ///
  /// - Parameters:
  ///   - path: The path before the move.
  ///   - target: The path after the move, counted without the moved row (as in UIKit).
  public func moveRow(at path: IndexPath, to target: IndexPath) {
    guard !needsReload, let dataSource else { return }
    guard pendingState == nil else { return reloadData() }
    guard path != target else { return }
    let move = RowMove(from: path, to: target)
    guard geometry.contains(path), geometry.sections.indices.contains(target.section) else {
      return refuseMove(move, "there is no such row")
    }
    var counts = geometry.sections.map { (title: $0.title, rows: $0.rows) }
    counts[path.section].rows -= 1
    counts[target.section].rows += 1
    guard (0..<counts[target.section].rows).contains(target.row) else {
      return refuseMove(move, "there is no such place")
    }
    for section in Set([path.section, target.section]) {
      let rows = dataSource.tableView(self, numberOfRowsInSection: section)
      guard rows == counts[section].rows else {
        return refuseMove(move, "section \(section) has \(rows) rows")
      }
    }
    follow(move, into: TableGeometry(sections: counts))
    followedState = currentState()
  }

  private func refuseMove(_ move: RowMove, _ text: String) {
    refuse(
      "row \(move.from.row) of section \(move.from.section) was not moved to row \(move.to.row) of "
        + "section \(move.to.section): \(text)")
    reloadData()
  }

  // MARK: - By the user

  /// Whether the user can move the selected row up (negative) or down.
  public func canMoveSelectedRow(by step: Int) -> Bool {
    guard let path = indexPathForSelectedRow else { return false }
    return canMoveRow(at: path) && self.target(ofRowAt: path, by: step) != nil
  }

  /// Moves the selected row up (negative) or down by one line, if the data source allows it.
  public func moveSelectedRow(by step: Int) {
    guard let path = indexPathForSelectedRow, canMoveRow(at: path),
      let target = target(ofRowAt: path, by: step)
    else { return }
    carryOut(RowMove(from: path, to: target))
  }

  /// Whether a row has a grip.
  func canMoveRow(at path: IndexPath) -> Bool {
    guard isEditing, pendingState == nil, let dataSource, stillHasRow(at: path) else {
      return false
    }
    return dataSource.tableView(self, canMoveRowAt: path)
  }

  private func target(ofRowAt path: IndexPath, by step: Int) -> IndexPath? {
    geometry.slot(of: path).flatMap { target(ofRowAt: path, inSlot: $0 + step.signum()) }
  }

  /// The destination of a row that is moved to a slot; `nil` if it stays or the delegate refuses.
  private func target(ofRowAt path: IndexPath, inSlot slot: Int) -> IndexPath? {
    guard let proposed = geometry.path(ofRow: path, movedToSlot: slot), proposed != path else {
      return nil
    }
    let target =
      delegate?.tableView(
        self, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed) ?? proposed
    return target == path ? nil : target
  }

  /// Has the data source move the item, and follows it.
  private func carryOut(_ move: RowMove) {
    guard let dataSource else { return }
    let association = dataSource.modelAssociation
    let identifier = association?.modelIdentifierForElement(at: move.from, in: self)
    dataSource.tableView(self, moveRowAt: move.from, to: move.to)
    if !needsReload {
      moveRow(at: move.from, to: move.to)
      // The data source may have moved the item elsewhere, or not at all.
      let place = identifier.map {
        association?.indexPathForElement(withModelIdentifier: $0, in: self)
      }
      if let place, place != move.to { reloadData() }
    }
    if needsReload {
      pendingState?.selectedIdentifier = identifier
      pendingState?.selectedPath = move.to
      pendingState?.followsSelection = true
      // The line stays at the top, not the row that left it.
      if pendingState?.topIdentifier == identifier { pendingState?.topIdentifier = nil }
    } else {
      scrollToSelection()
    }
  }

  func makeReorderActions() -> [Action] {
    guard isEditing else { return [] }
    return [
      Action(
        "table.cancel-move", "Cancel move", "Esc", "^C", role: .cancel, for: self,
        enabled: { $0.drag != nil }
      ) { $0.drag = nil },
      Action(
        "table.move-down", "Move down", "J", "Shift-Down", for: self,
        enabled: { $0.canMoveSelectedRow(by: 1) }
      ) { $0.moveSelectedRow(by: 1) },
      Action(
        "table.move-up", "Move up", "K", "Shift-Up", for: self,
        enabled: { $0.canMoveSelectedRow(by: -1) }
      ) { $0.moveSelectedRow(by: -1) },
    ]
  }

  // MARK: - By the mouse

  /// The columns of the grips, without those of the scroll mark.
  private var gripColumns: Range<Int> {
    let end = bounds.width - (showsScrollMark ? 1 : 0)
    return showsReorderControl ? end - Self.gripWidth..<end : end..<end
  }

  static let gripWidth = 2

  /// Begins to drag a row, if the press was on its grip.
  func beginDrag(ofRowAt path: IndexPath, at column: Int) -> Bool {
    guard gripColumns.contains(column), canMoveRow(at: path) else { return false }
    selectRow(at: path)
    drag = RowMove(from: path, to: path)
    trackMouse()
    return true
  }

  /// Shows the dragged row where the pointer is; beyond the edge the table scrolls.
  func continueDrag(to line: Int) {
    guard let move = drag else { return }
    if line < 0 { scroll(byLines: -1) }
    if line >= bounds.height { scroll(byLines: 1) }
    let visible = min(max(0, line), max(0, bounds.height - 1))
    let slot = min(geometry.slot(atLine: topLine + visible), geometry.slotCount - 1)
    drag?.to = target(ofRowAt: move.from, inSlot: slot) ?? move.from
  }

  /// Drops the dragged row.
  func endDrag() {
    guard let move = drag else { return }
    drag = nil
    if move.to != move.from, canMoveRow(at: move.from) { carryOut(move) }
  }

  /// Ends a drag whose row is no longer there or no longer the selected one.
  func cancelDrag() {
    if drag != nil { drag = nil }
  }

  /// The slot to show in place of another one, while a row is being dragged.
  func slotShown(at place: Int) -> Int {
    guard let drag, let start = geometry.slot(of: drag.from) else { return place }
    let end = geometry.slot(of: drag)
    if place == end { return start }
    if start < end, (start..<end).contains(place) { return place + 1 }
    if end < start, (end...start).contains(place) { return place - 1 }
    return place
  }
}

/// A row that moves; the target is counted without it.
struct RowMove: Equatable, RowPaths {
  let from: IndexPath
  var to: IndexPath

  func place(of path: IndexPath) -> IndexPath? {
    if path == from { return to }
    let without = RowChanges(.deletion, at: [from]).gap(at: path)
    return RowChanges(.insertion, at: [to]).place(of: without)
  }

  func gap(at path: IndexPath) -> IndexPath { path }

  /// The row at the top may move away; the lines on screen stay.
  var movesTop: Bool { false }
}

nonisolated extension TableGeometry {
  /// The path of a row that is moved to a slot; a slot below its own counts after the row has left.
  func path(ofRow path: IndexPath, movedToSlot target: Int) -> IndexPath? {
    guard let start = slot(of: path), (0..<slotCount).contains(target),
      let section = sections.lastIndex(where: { $0.start <= target && $0.slots > 0 })
    else { return nil }
    let isBelow = target > start
    let first = sections[section].start + (sections[section].title == nil ? 0 : 1)
    if target < first {
      // A title: below, the row becomes the first under it; above, the last of the section before.
      if isBelow { return IndexPath(row: 0, section: section) }
      let before = section - 1
      return before >= 0 ? IndexPath(row: sections[before].rows, section: before) : nil
    }
    let leaves = isBelow && section != path.section ? 1 : 0
    return IndexPath(row: target - first + leaves, section: section)
  }

  /// The slot of a moved row after the move.
  func slot(of move: RowMove) -> Int {
    guard sections.indices.contains(move.to.section) else { return 0 }
    let section = sections[move.to.section]
    let first = section.start + (section.title == nil ? 0 : 1)
    return first + move.to.row - (move.to.section > move.from.section ? 1 : 0)
  }
}
