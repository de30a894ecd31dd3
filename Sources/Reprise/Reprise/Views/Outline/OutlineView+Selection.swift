import Foundation

/// The keys and clicks that expand, collapse and go through the levels.
extension OutlineView {
  private var disclosureOfSelection: TableViewCell.Disclosure {
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else {
      return .none
    }
    return cells[slot]?.disclosure ?? rows.disclosure(at: path)
  }

  private var selectionHasParent: Bool {
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) else {
      return false
    }
    return (cells[slot]?.indentationLevel ?? level(forRow: path)) > 0
  }

  private var selectedItem: String? { indexPathForSelectedRow.flatMap(item(atRow:)) }

  private func selectParent() {
    guard let path = indexPathForSelectedRow,
      let branch = tree?.root.place(ofRow: path.row)?.branch, let parent = branch.parent
    else { return }
    selectRow(at: IndexPath(row: parent.row(ofChild: branch.index), section: 0))
  }

  func makeOutlineActions() -> [Action] {
    [
      Action(
        "outline.expand", "Expand", "Right", "l", for: self,
        enabled: { $0.disclosureOfSelection == .collapsed }
      ) { if let item = $0.selectedItem { $0.expandItem(item) } },
      Action(
        "outline.first-child", "First inside", "Right", "l", isHinted: false, for: self,
        enabled: { $0.disclosureOfSelection == .expanded }
      ) { $0.selectFirstChild() },
      Action(
        "outline.collapse", "Collapse", "Left", "h", for: self,
        enabled: { $0.disclosureOfSelection == .expanded }
      ) { if let item = $0.selectedItem { $0.collapseItem(item) } },
      Action(
        "outline.parent", "Go to what it is in", "Left", "h", isHinted: false, for: self,
        enabled: { $0.disclosureOfSelection != .expanded && $0.selectionHasParent }
      ) { $0.selectParent() },
      Action("outline.expand-all", "Expand all", "z R", isHinted: false, for: self) {
        $0.expandAllItems()
      },
      Action("outline.collapse-all", "Collapse all", "z M", isHinted: false, for: self) {
        $0.collapseAllItems()
      },
    ]
  }

  private func selectFirstChild() {
    guard let item = selectedItem, (tree?.branch(of: item)?.count ?? 0) > 0 else { return }
    moveSelection(by: 1)
  }

  /// Expands or collapses an item by a click on its triangle; returns whether it was one.
  func clickTriangle(_ event: MouseEvent, at point: Point) -> Bool {
    guard case .press = event.kind, let item = item(ofTriangleAt: point) else { return false }
    becomeFirstResponder()
    if isItemExpanded(item) { collapseItem(item) } else { expandItem(item) }
    return true
  }

  private func item(ofTriangleAt point: Point) -> String? {
    let slot = geometry.slot(atLine: topLine + point.y)
    guard let cell = cells[slot], cell.frame.minY == point.y,
      cell.disclosureColumns.contains(point.x - cell.frame.minX),
      case .row(let path) = geometry.content(ofSlot: slot)
    else { return nil }
    return item(atRow: path)
  }
}
