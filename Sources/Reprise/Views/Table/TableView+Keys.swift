import Foundation

extension TableView {
  func makeOpenActions() -> [Action] {
    [
      Action("table.open", primaryActionTitle, "Enter", "l", "Right", for: self) {
        $0.openSelection()
      }
    ]
  }

  func makeMoveActions() -> [Action] {
    func move(
      _ id: String, _ title: String, _ keys: KeyBinding...,
      perform: @escaping (TableView) -> Void
    ) -> Action {
      Action("table.\(id)", title, keys: keys, isHinted: false) { [weak self] in
        if let self { perform(self) }
      }
    }
    return [
      move("next", "Next row", "Down", "j") { $0.moveSelection(by: 1) },
      move("previous", "Previous row", "Up", "k") { $0.moveSelection(by: -1) },
      move("first", "First row", "g g", "Home") { $0.moveSelection(by: -.max / 2) },
      move("last", "Last row", "End", "G") { $0.moveSelection(by: .max / 2) },
      move("page-down", "Page down", "PgDn", "^F") { $0.page(by: 1) },
      move("page-up", "Page up", "PgUp", "^B") { $0.page(by: -1) },
      move("half-page-down", "Half a page down", "^D") { $0.halfPage(by: 1) },
      move("half-page-up", "Half a page up", "^U") { $0.halfPage(by: -1) },
    ]
  }

  private func page(by step: Int) {
    moveSelection(by: step * max(1, bounds.height - 1))
  }

  private func halfPage(by step: Int) {
    moveSelection(by: step * max(1, bounds.height / 2))
  }

  /// Whether ``deleteSelection()`` has anything to delete.
  public var canDeleteSelection: Bool {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return false }
    return dataSource?.tableView(self, canEditRowAt: path) ?? false
  }

  /// Deletes the selected row's thing, if the data source allows it.
  public func deleteSelection() {
    guard canDeleteSelection, let path = indexPathForSelectedRow else { return }
    dataSource?.tableView(self, commitDeletionForRowAt: path)
  }

  func handleMouse(_ event: MouseEvent, at point: Point) -> Bool {
    switch event.kind {
    case .wheel(let notches):
      dropPendingState()
      scroll(toTopLine: topLine + notches * 3)
      return true
    case .press:
      becomeFirstResponder()
      guard case .row(let path) = geometry.content(ofLine: topLine + point.y) else { return true }
      press(on: path, inMargin: isEditing && point.x < 2)
      return true
    case .release:
      return false
    }
  }

  private func press(on path: IndexPath, inMargin: Bool) {
    guard stillHasRow(at: path) else { return }
    let wasSelected = path == indexPathForSelectedRow
    selectRow(at: path)
    if inMargin {
      deleteSelection()
    } else if wasSelected {
      openSelection()
    }
  }
}
