import Foundation

extension TableView {
  /// Returns a cell of a type: a spare one, or a new one.
  public func dequeueReusableCell<Cell: TableViewCell>(_ type: Cell.Type) -> Cell {
    if let index = reusePool.lastIndex(where: { Swift.type(of: $0) == type }),
      let cell = reusePool.remove(at: index) as? Cell
    {
      cell.prepareForReuse()
      cell.setNeedsUpdateProperties()
      return cell
    }
    return Cell()
  }

  /// Takes over new rows; drops the measured heights and the cells of the old ones.
  func show(_ geometry: TableGeometry) {
    cancelDrag()
    self.geometry = geometry
    self.geometry.lines = RowLines(standard: rowHeight.standard)
    measuredRows = nil
    recycle(Array(cells.keys))
  }

  func placeCells() {
    let first = geometry.slot(atLine: topLine)
    var end = first
    var line = geometry.line(ofSlot: first)
    let (margin, width) = (rowInsets.left, rowWidth)
    // While a saved place waits for its rows, the top line may be beyond the last one.
    let (top, bottom) = (topLine, topLine.adding(visibleLines))
    while end < geometry.slotCount, line < bottom {
      let slot = slotShown(at: end)
      let height = geometry.height(ofSlot: slot)
      if let cell = cell(inSlot: slot) {
        cell.showsReorderControl = showsReorderControl && hasGrip(slot)
        let frame = Rect(x: margin, y: line - top, width: width, height: height)
        if cell.frame != frame { cell.frame = frame }
        if cell.needsLayoutPass { cell.layoutIfNeeded() }
      }
      line += height
      end += 1
    }
    // The cells beside a dragged row are needed again at the next motion.
    guard drag == nil else { return }
    // A plain loop: a closure would ask at each cell which thread it runs on.
    var gone: [Int] = []
    for slot in cells.keys where slot < first || slot >= end { gone.append(slot) }
    recycle(gone)
  }

  private func hasGrip(_ slot: Int) -> Bool {
    guard case .row(let path) = geometry.content(ofSlot: slot) else { return false }
    return canMoveRow(at: path)
  }

  /// The lines on screen; of a frame without end, as many as any screen has.
  var visibleLines: Int { min(bounds.height, 1 << 12) }

  /// The cell of a slot, asked for if need be; `nil` for a header.
  func cell(inSlot slot: Int) -> TableViewCell? {
    if let cell = cells[slot] { return cell }
    guard case .row(let path) = geometry.content(ofSlot: slot), stillHasRow(at: path) else {
      return nil
    }
    let cell = dataSource?.tableView(self, cellForRowAt: path) ?? TableViewCell()
    cell.tableView = self
    cells[slot] = cell
    return cell
  }

  func recycle(_ slots: [Int]) {
    for slot in slots {
      guard let cell = cells.removeValue(forKey: slot) else { continue }
      cell.tableView = nil
      reusePool.append(cell)
    }
    if reusePool.count > 64 { reusePool.removeFirst(reusePool.count - 64) }
  }
}
