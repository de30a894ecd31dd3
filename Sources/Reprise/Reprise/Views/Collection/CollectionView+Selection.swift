import Foundation

/// The selected item, and what moves it.
extension CollectionView {
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

  /// Moves the selection by a number of items, as far as there are any.
  func moveSelection(by step: Int) {
    guard let selected = indexPathForSelectedItem else { return }
    selectItem(
      at: IndexPath(row: min(max(0, selected.row.adding(step)), numberOfItems - 1), section: 0))
  }

  /// Moves the selection by a number of rows, within its column where there is an item.
  func moveSelection(byRows rows: Int) {
    guard let selected = indexPathForSelectedItem?.row else { return }
    let target = selected + rows * grid.columns
    if target >= 0, target < numberOfItems { return moveSelection(by: target - selected) }
    let last = numberOfItems - 1
    // Below is a shorter row: its last item is the nearest.
    if target > last, grid.row(of: selected) < grid.row(of: last) {
      let column = selected % grid.columns
      let below = grid.row(of: last) * grid.columns + column
      return moveSelection(by: min(below, last) - selected)
    }
    if target < 0 { moveSelection(by: selected % grid.columns - selected) }
  }

  /// Scrolls as little as needed from what is shown.
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
}
