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

  /// Places the cells of the rows on screen, and recycles all others.
  func placeCells() {
    var shown: [Range<Int>] = []
    for column in slotColumns { shown.append(placeCells(in: column)) }
    // The cells beside a dragged row are needed again at the next motion.
    guard drag == nil else { return }
    // A plain loop: a closure would ask at each cell which thread it runs on.
    var gone: [Int] = []
    for slot in cells.keys where !shown[0].contains(slot) {
      if shown.count < 2 || !shown[1].contains(slot) { gone.append(slot) }
    }
    recycle(gone)
  }

  /// Places the cells of a column; returns the slots on screen.
  private func placeCells(in column: SlotColumn) -> Range<Int> {
    let first = firstSlot(of: column)
    var end = first
    var line = geometry.line(ofSlot: first)
    // While a saved place waits for its rows, the top line may be beyond the last one.
    let (top, bottom) = (topLine, topLine.adding(visibleLines))
    let hasMarks = !marks.isEmpty
    while end < column.slots.upperBound, line < bottom {
      let slot = slotShown(at: end)
      let height = geometry.height(ofSlot: slot)
      if let cell = cell(inSlot: slot) {
        cell.isMarked = hasMarks && isMarkedSlot(slot)
        cell.showsReorderControl = showsReorderControl && hasGrip(slot)
        let frame = Rect(x: column.x, y: line - top, width: column.width, height: height)
        if cell.frame != frame { cell.frame = frame }
        if cell.needsLayoutPass { cell.layoutIfNeeded() }
      }
      line += height
      end += 1
    }
    return first..<max(first, end)
  }

  /// The first slot of a column on screen.
  func firstSlot(of column: SlotColumn) -> Int {
    geometry.slot(atLine: topLine, inSecondColumn: column.slots.lowerBound > 0)
  }

  private func isMarkedSlot(_ slot: Int) -> Bool {
    guard case .row(let path) = geometry.content(ofSlot: slot) else { return false }
    return isMarkedRow(at: path)
  }

  private func hasGrip(_ slot: Int) -> Bool {
    guard case .row(let path) = geometry.content(ofSlot: slot) else { return false }
    return canMoveRow(at: path)
  }

  /// The lines on screen; of a frame without end, as many as any screen has.
  var visibleLines: Int { min(bounds.height, 1 << 12) }

  /// The cell of a slot, requested if necessary; `nil` for a header.
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

  /// Takes cells off their rows, for use by other rows.
  func recycle(_ slots: [Int]) {
    for slot in slots {
      guard let cell = cells.removeValue(forKey: slot) else { continue }
      cell.tableView = nil
      reusePool.append(cell)
    }
    if reusePool.count > 64 { reusePool.removeFirst(reusePool.count - 64) }
  }
}
