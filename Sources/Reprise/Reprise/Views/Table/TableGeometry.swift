import Foundation

/// The content and lines of each slot of a table, header or row.
///
/// A header is one line high, with the empty lines above it if it isn't the first slot. Rows have one height, or each
/// has its own: then only those that were measured are known, and all others count as ``RowLines/standard``. So a table
/// of ten million rows costs no more than one of ten.
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

  /// The empty lines above each header but one in the first slot.
  var headerSpacing = 0

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

  /// The first slot of the second column, if the slots are in two columns side by side.
  var split: Int?

  /// The number of lines, headers included; of two columns, those of the longer one.
  var lineCount: Int {
    guard let split else { return line(inOneColumnOf: slotCount) }
    return max(line(inOneColumnOf: split), line(ofSlot: slotCount))
  }

  /// The first line of a slot in its column; of a header, the first of the empty lines above it.
  func line(ofSlot slot: Int) -> Int {
    let line = line(inOneColumnOf: slot)
    guard let split, slot >= split else { return line }
    // The empty lines above a header at the top of the column are left out.
    let top = self.line(inOneColumnOf: split) + (isHeader(split) ? headerSpacing : 0)
    return slot == split ? 0 : line - top
  }

  /// The first line of a slot, if all slots are in one column.
  private func line(inOneColumnOf slot: Int) -> Int {
    guard !linesAreSlots else { return slot }
    var headers = 0
    var spaced = 0
    for section in sections where section.title != nil && section.start < slot {
      headers += 1
      if section.start > 0 { spaced += 1 }
    }
    return slot + (lines.standard - 1) * (slot - headers) + lines.excess(before: slot)
      + headerSpacing * spaced
  }

  /// The height of a slot in lines, with the empty ones above a header.
  func height(ofSlot slot: Int) -> Int {
    guard !linesAreSlots else { return 1 }
    if isHeader(slot) { return slot > 0 && slot != split ? 1 + headerSpacing : 1 }
    return lines.height(ofSlot: slot)
  }

  private func isHeader(_ slot: Int) -> Bool {
    if case .header = content(ofSlot: slot) { true } else { false }
  }

  /// Whether line numbers are slot numbers, in one column; without a second heading its spacing doesn't matter.
  private var linesAreSlots: Bool {
    lines.areSlots
      && (headerSpacing == 0 || !sections.contains { $0.title != nil && $0.start > 0 })
  }

  /// The slot at a line of a column; the slot after the column for lines below all rows.
  func slot(atLine line: Int, inSecondColumn isSecond: Bool = false) -> Int {
    if split == nil, linesAreSlots { return min(max(0, line), slotCount) }
    var low = isSecond ? split ?? 0 : 0
    var high = isSecond ? slotCount : split ?? slotCount
    // The slot after the first column begins the second one, at its first line.
    let end = isSecond ? self.line(ofSlot: slotCount) : self.line(inOneColumnOf: high)
    if line >= end { return high }
    high -= 1
    while low < high {
      let middle = high - (high - low) / 2
      if self.line(ofSlot: middle) <= line { low = middle } else { high = middle - 1 }
    }
    return low
  }

  // MARK: - Two columns

  func isInSecondColumn(_ slot: Int) -> Bool { split.map { slot >= $0 } ?? false }

  /// The slot that begins the second of two columns of about the same length; `nil` for a single section.
  ///
  /// Sections stay together. Only if one is so long that a column would be more than half as long again as the other
  /// half of all rows, its rows are distributed.
  var balancedSplit: Int? {
    let total = line(inOneColumnOf: slotCount)
    let starts = sections.filter { $0.slots > 0 }.map(\.start).dropFirst()
    guard let start = starts.min(by: { height(splitAt: $0) < height(splitAt: $1) }) else {
      return nil
    }
    let half = (total + 1) / 2
    guard height(splitAt: start) > half + half / 2 else { return start }
    var geometry = self
    geometry.split = nil
    let slot = geometry.slot(atLine: half)
    // A header goes to the second column with its first row.
    return isHeader(slot - 1) ? slot - 1 : slot
  }

  /// The lines of the longer of two columns.
  private func height(splitAt slot: Int) -> Int {
    let first = line(inOneColumnOf: slot)
    return max(first, line(inOneColumnOf: slotCount) - first)
  }
}
