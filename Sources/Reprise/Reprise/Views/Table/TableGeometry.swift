import Foundation

/// The content and lines of each slot of a table, header or row.
///
/// A header is one line high. Rows have one height, or each has its own: then only those that were
/// measured are known, and all others count as ``RowLines/standard``. So a table of ten million rows
/// costs no more than one of ten.
nonisolated struct TableGeometry: Equatable {
  struct Section: Equatable {
    var title: String?
    var rows: Int
    var start: Int

    var slots: Int { rows + (title == nil ? 0 : 1) }
  }

  enum Slot: Equatable {
    case header(String)
    case row(IndexPath)
  }

  private(set) var sections: [Section] = []

  /// All headers and rows.
  let slotCount: Int

  /// All rows.
  let rowCount: Int

  init() {
    self.init(sections: [])
  }

  init(sections counts: [(title: String?, rows: Int)]) {
    var (slots, rows) = (0, 0)
    for section in counts {
      let next = Section(title: section.title, rows: max(0, section.rows), start: slots)
      sections.append(next)
      slots += next.slots
      rows += next.rows
    }
    (slotCount, rowCount) = (slots, rows)
  }

  /// The heights of the rows.
  var lines = RowLines()

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section) && (0..<sections[path.section].rows).contains(path.row)
  }

  func slot(of path: IndexPath) -> Int? {
    guard contains(path) else { return nil }
    let section = sections[path.section]
    return section.start + (section.title == nil ? 0 : 1) + path.row
  }

  func content(ofSlot slot: Int) -> Slot? {
    guard let index = sections.lastIndex(where: { $0.start <= slot }) else {
      return nil
    }
    let section = sections[index]
    var row = slot - section.start
    guard row < section.slots else { return nil }
    if let title = section.title {
      if row == 0 { return .header(title) }
      row -= 1
    }
    return .row(IndexPath(row: row, section: index))
  }

  /// The row nearest to a slot, looking down first.
  func row(nearSlot slot: Int) -> IndexPath? {
    guard rowCount > 0 else { return nil }
    let slot = min(max(0, slot), slotCount - 1)
    for candidate in [slot, slot + 1, slot - 1] {
      if case .row(let path) = content(ofSlot: candidate) { return path }
    }
    return sections.lastIndex { $0.rows > 0 && $0.start <= slot }
      .map { IndexPath(row: sections[$0].rows - 1, section: $0) }
      ?? sections.firstIndex { $0.rows > 0 }.map { IndexPath(row: 0, section: $0) }
  }

  /// The row nearest to a saved path whose item is gone.
  func row(nearPath path: IndexPath) -> IndexPath? {
    guard sections.indices.contains(path.section) else { return row(nearSlot: slotCount - 1) }
    let section = sections[path.section]
    if section.rows > 0 {
      return IndexPath(row: min(max(0, path.row), section.rows - 1), section: path.section)
    }
    return row(nearSlot: section.start)
  }

  // MARK: - Lines

  /// The number of lines, headers included.
  var lineCount: Int { line(ofSlot: slotCount) }

  /// The first line of a slot.
  func line(ofSlot slot: Int) -> Int {
    guard !lines.areSlots else { return slot }
    var headers = 0
    for section in sections where section.title != nil && section.start < slot { headers += 1 }
    return slot + (lines.standard - 1) * (slot - headers) + lines.excess(before: slot)
  }

  /// The height of a slot in lines.
  func height(ofSlot slot: Int) -> Int {
    guard !lines.areSlots else { return 1 }
    if case .header = content(ofSlot: slot) { return 1 }
    return lines.height(ofSlot: slot)
  }

  /// The slot at a line; ``slotCount`` for lines below all rows.
  func slot(atLine line: Int) -> Int {
    guard !lines.areSlots else { return min(max(0, line), slotCount) }
    var low = 0
    var high = slotCount
    while low < high {
      let middle = high - (high - low) / 2
      if self.line(ofSlot: middle) <= line { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
