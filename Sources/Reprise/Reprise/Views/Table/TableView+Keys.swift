import Foundation

extension TableView {
  /// All actions where rows can be opened; editing mode is for marking first.
  func makeAllActions() -> [Action] {
    let marking = makeMarkActions()
    return makeReorderActions() + (isEditing ? marking + [openAction] : [openAction] + marking)
      + makeMoveActions()
  }

  /// Opens the selected row.
  ///
  /// In editing mode it is no hint while rows are marked: it would not be done to these.
  private var openAction: Action {
    Action("table.open", primaryActionTitle, "Enter", "l", "Right", for: self) {
      $0.openSelection()
    }.hinted(for: self) { $0.hintsPrimaryAction && (!$0.isEditing || $0.marks.isEmpty) }
  }

  func makeMarkActions() -> [Action] {
    guard allowsMultipleSelection else { return [] }
    return [
      Action("table.mark", "Mark", "Space", for: self, enabled: { $0.canToggleMark }) {
        $0.toggleMark()
      },
      Action("table.mark-next", "Mark and go on", "Shift-Down", isHinted: false, for: self) {
        $0.toggleMark(movingBy: 1)
      },
      Action("table.mark-previous", "Mark and go back", "Shift-Up", isHinted: false, for: self) {
        $0.toggleMark(movingBy: -1)
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
    let last = max(0, geometry.slotCount - 1)
    let target = geometry.slot(atLine: geometry.line(ofSlot: slot).adding(lines))
    let step = min(target, last) - slot
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
      let slot = geometry.slot(atLine: topLine + point.y)
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
    if isEditing, column < 2 {
      deleteSelection()
    } else if allowsMultipleSelection, isMarking || column < rowInsets.left {
      toggleMark()
    } else if wasSelected {
      openSelection()
    }
  }
}
