import Foundation

extension TableView {
  /// The heights of a table's rows.
  public nonisolated enum RowHeight: Hashable, Sendable {
    /// This many lines each.
    case lines(Int)
    /// As many lines as the delegate says, or else as the cell needs (``View/sizeThatFits(_:)``).
    ///
    /// Only rows on and around the screen are measured; until then a row counts as one line.
    case automatic

    var standard: Int {
      if case .lines(let count) = self { max(1, count) } else { 1 }
    }
  }

  /// Remeasures all rows at the next layout; the position at the top stays.
  func forgetRowHeights() {
    measuredRows = nil
    setNeedsLayout()
  }

  /// Changes the empty lines above headings, while the slot at the top stays there.
  func spaceHeaders() {
    let (top, chosen) = (anchor(at: topLine), anchor(at: chosenTopLine))
    geometry.headerSpacing = max(0, sectionHeaderTopSpacing)
    geometry.split = split(of: geometry, inWidth: bounds.width)
    topLine = line(of: limited(top))
    chosenTopLine = line(of: limited(chosen))
    measuredRows = nil
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// An anchor whose slot may be lower now.
  private func limited(_ anchor: TableAnchor) -> TableAnchor {
    let height = geometry.height(ofSlot: anchor.slot)
    return TableAnchor(slot: anchor.slot, offset: min(anchor.offset, max(0, height - 1)))
  }

  /// The columns of a row.
  var rowWidth: Int { max(0, bounds.width - rowInsets.left - rowInsets.right) }

  /// Whether the last column shows the scroll mark.
  var showsScrollMark: Bool {
    measuredRows?.showsScrollMark ?? (geometry.lineCount > bounds.height)
  }

  /// The place at the top that the person chose.
  private var anchor: TableAnchor { restoredTop ?? keptTop ?? anchor(at: chosenTopLine) }

  func anchor(at line: Int) -> TableAnchor {
    let slot = geometry.slot(atLine: line)
    return TableAnchor(slot: slot, offset: line - geometry.line(ofSlot: slot))
  }

  func line(of anchor: TableAnchor) -> Int {
    geometry.line(ofSlot: anchor.slot) + anchor.offset
  }

  /// Measures the rows that a motion comes to, while what is on screen stays.
  ///
  /// Where the motion ends must not depend on which rows happen to be measured already.
  private func measureAhead(_ body: () -> Void) {
    guard rowHeight == .automatic, pendingState == nil else { return }
    let (top, chosen) = (anchor(at: topLine), anchor(at: chosenTopLine))
    body()
    topLine = line(of: top)
    chosenTopLine = line(of: chosen)
  }

  /// Measures the selected row and the rows above it that fit on a screen with it.
  func measureSelection() {
    measureAhead {
      guard let slot = indexPathForSelectedRow.flatMap(geometry.slot(of:)) else { return }
      measure(upFrom: slot, lines: visibleLines)
    }
  }

  /// Measures the rows within a number of lines below a slot, or above it if negative.
  func measure(_ lines: Int, from slot: Int) {
    measureAhead {
      if lines < 0 {
        // The slot may begin above the screen, so its own lines do not count.
        measure(slot)
        measure(upFrom: slot - 1, lines: lines == .min ? .max : -lines)
      } else {
        measure(from: slot, lines: lines)
      }
    }
  }

  /// Finds the line at the top.
  ///
  /// With measured heights, each row that comes into view may move those below it. So this repeats
  /// until all visible rows are measured, and keeps the chosen row at the top meanwhile.
  func placeTop() {
    defer { restoredTop = nil }
    guard rowHeight == .automatic else {
      let isOther = geometry.lines.standard != rowHeight.standard || !geometry.lines.isUniform
      if isOther || restoredTop != nil {
        let anchor = anchor
        if isOther {
          geometry.lines = RowLines(standard: rowHeight.standard)
          geometry.split = split(of: geometry, inWidth: bounds.width)
        }
        chosenTopLine = line(of: anchor)
      }
      topLine = lineAtTop(from: chosenTopLine)
      return
    }
    let anchor = anchor
    startMeasuring()
    measure(from: anchor.slot, lines: visibleLines.adding(anchor.offset))
    if followsSelection, let path = indexPathForSelectedRow, let slot = geometry.slot(of: path) {
      measure(upFrom: slot, lines: visibleLines)
    }
    var isMeasured = false
    while !isMeasured {
      let height = geometry.height(ofSlot: anchor.slot)
      chosenTopLine = geometry.line(ofSlot: anchor.slot) + min(anchor.offset, max(0, height - 1))
      topLine = lineAtTop(from: chosenTopLine)
      let top = self.anchor(at: topLine)
      isMeasured = !measure(from: top.slot, lines: visibleLines.adding(top.offset))
      if topLine + visibleLines >= geometry.lineCount {
        let isEndMeasured = !measure(upFrom: geometry.slotCount - 1, lines: visibleLines)
        isMeasured = isMeasured && isEndMeasured
      }
    }
  }

  /// Drops the heights measured at another width, and decides whether the scroll mark needs a column.
  private func startMeasuring() {
    let now = MeasuredRows(
      size: bounds.size, margins: rowInsets.left + (showsReorderControl ? Self.gripWidth : 0))
    if measuredRows?.holds(for: now) == true { return }
    geometry.lines = RowLines(standard: 1)
    measuredRows = now
    if geometry.slotCount <= bounds.height {
      measure(from: 0, lines: .max)
      guard geometry.lineCount > bounds.height else { return }
    }
    geometry.lines = RowLines(standard: 1)
    measuredRows?.showsScrollMark = true
  }

  /// Measures rows from a slot down; returns whether any was not measured before.
  @discardableResult
  private func measure(from first: Int, lines: Int) -> Bool {
    var isNew = false
    var slot = max(0, first)
    var left = lines
    while left > 0, slot < geometry.slotCount {
      if measure(slot) { isNew = true }
      left -= geometry.height(ofSlot: slot)
      slot += 1
    }
    return isNew
  }

  /// Measures rows from a slot up; returns whether any was not measured before.
  @discardableResult
  private func measure(upFrom last: Int, lines: Int) -> Bool {
    var isNew = false
    var slot = last
    var left = lines
    while left > 0, slot >= 0 {
      if measure(slot) { isNew = true }
      left -= geometry.height(ofSlot: slot)
      slot -= 1
    }
    return isNew
  }

  @discardableResult
  private func measure(_ slot: Int) -> Bool {
    guard !geometry.lines.isMeasured(slot), case .row(let path) = geometry.content(ofSlot: slot)
    else { return false }
    geometry.lines.measure(height(ofRowAt: path, inSlot: slot, width: rowWidth), ofSlot: slot)
    return true
  }

  /// The lines that a row of automatic height needs.
  private func height(ofRowAt path: IndexPath, inSlot slot: Int, width: Int) -> Int {
    let room = Size(width: width, height: 1 << 12)
    let asked = delegate?.tableView(self, heightForRowAt: path)
    let height = asked ?? cell(inSlot: slot)?.sizeThatFits(room).height ?? 1
    return min(max(1, height), room.height)
  }

  /// The lines that rows of automatic heights need, up to those of a room; nothing measured before changes.
  func neededLines(in room: Size) -> Int {
    let grips = showsReorderControl ? Self.gripWidth : 0
    let width = max(0, room.width - rowInsets.left - grips)
    var lines = 0
    var slot = 0
    while lines < min(room.height, 1 << 12), slot < geometry.slotCount {
      if case .row(let path) = geometry.content(ofSlot: slot) {
        lines += height(ofRowAt: path, inSlot: slot, width: width)
      } else {
        lines += geometry.height(ofSlot: slot)
      }
      slot += 1
    }
    return lines
  }

  /// Draws the scroll mark.
  ///
  /// With measured heights it goes by rows, not lines: the picture must depend on what is on screen,
  /// not on which other rows were measured before.
  func drawScrollMark(on canvas: Canvas) {
    guard rowHeight == .automatic else {
      return canvas.drawScrollMark(topLine: topLine, lineCount: geometry.lineCount)
    }
    guard showsScrollMark, geometry.lineCount > bounds.height else { return }
    let isAtEnd = topLine + bounds.height >= geometry.lineCount
    let top = isAtEnd ? geometry.slotCount : geometry.slot(atLine: topLine)
    canvas.drawScrollMark(topLine: top, lineCount: geometry.slotCount.adding(bounds.height))
  }

  /// Scrolls, also away from the selection, and measures the rows that come into view first.
  func scroll(byLines step: Int) {
    let slot = geometry.slot(atLine: topLine)
    measure(step < 0 ? step : visibleLines + 2 * step, from: slot)
    scroll(toTopLine: topLine + step)
  }
}

/// A line of a table, as a slot and an offset: it stays in place when rows above turn out higher.
struct TableAnchor {
  var slot: Int
  /// The lines between the top of the slot and this line.
  var offset: Int
}

/// The width and the rows for which measured heights are valid.
struct MeasuredRows {
  let size: Size
  /// The columns that rows leave to marks, without the scroll mark's.
  let margins: Int
  var showsScrollMark = false

  init(size: Size, margins: Int) {
    self.size = size
    self.margins = margins
  }

  func holds(for other: MeasuredRows) -> Bool { size == other.size && margins == other.margins }
}
