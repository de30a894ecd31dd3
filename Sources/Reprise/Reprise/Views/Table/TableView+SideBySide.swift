import Foundation

/// Sections in two columns side by side, where the table is wide enough.
extension TableView {
  /// The columns between two sections that are side by side.
  private static let gap = 2

  /// Whether sections are in two columns now.
  var isSideBySide: Bool { geometry.split != nil }

  /// The slot that begins the second column in a width; `nil` for one column.
  func split(of geometry: TableGeometry, inWidth width: Int) -> Int? {
    guard let least = sideBySideWidth, width >= least, rowHeight != .automatic, !isEditing,
      !allowsMultipleSelection
    else { return nil }
    return geometry.balancedSplit
  }

  /// Puts the sections into one column or two, as the width has room for, with the same slot at the top.
  func arrangeColumns() {
    guard sideBySideWidth != nil || isSideBySide else { return }
    let split = split(of: geometry, inWidth: bounds.width)
    guard split != geometry.split else { return }
    let (shown, chosen) = (anchor(at: topLine), keptTop ?? anchor(at: chosenTopLine))
    geometry.split = split
    topLine = line(of: shown)
    restoredTop = chosen
    keptTop = chosen
    makeActions()
  }

  // MARK: - Columns

  /// The slots of a column, and where it is.
  struct SlotColumn {
    let slots: Range<Int>
    let x: Int
    let width: Int
  }

  /// The columns of slots from the left: one, unless sections are side by side.
  var slotColumns: [SlotColumn] {
    let left = rowInsets.left
    guard let split = geometry.split else {
      return [SlotColumn(slots: 0..<geometry.slotCount, x: left, width: rowWidth)]
    }
    let width = max(0, rowWidth - Self.gap) / 2
    let second = left + rowWidth - width
    return [
      SlotColumn(slots: 0..<split, x: left, width: width),
      SlotColumn(slots: split..<geometry.slotCount, x: second, width: width),
    ]
  }

  /// The slot at a point of the table; ``TableGeometry/slotCount`` below all rows.
  func slot(at point: Point) -> Int {
    let isSecond = isSideBySide && point.x >= slotColumns[1].x
    return geometry.slot(atLine: topLine + point.y, inSecondColumn: isSecond)
  }

  // MARK: - Keys

  /// Moves the selection to the other column.
  func makeColumnActions() -> [Action] {
    guard isSideBySide else { return [] }
    return [
      Action("table.column-left", "Left column", "Left", "h", isHinted: false, for: self) {
        $0.moveSelection(toSecondColumn: false)
      },
      Action("table.column-right", "Right column", "Right", "l", isHinted: false, for: self) {
        $0.moveSelection(toSecondColumn: true)
      },
    ]
  }

  private func moveSelection(toSecondColumn isSecond: Bool) {
    guard let path = indexPathForSelectedRow, let slot = geometry.slot(of: path),
      geometry.isInSecondColumn(slot) != isSecond
    else { return }
    let place = geometry.slot(atLine: geometry.line(ofSlot: slot), inSecondColumn: isSecond)
    let column = slotColumns[isSecond ? 1 : 0].slots
    let target = min(max(place, column.lowerBound), column.upperBound - 1)
    // A heading gives way to the first row below it.
    guard let row = geometry.row(nearSlot: target), stillHasRow(at: row) else { return }
    dropPendingState()
    select(row)
    scrollToSelection()
  }
}
