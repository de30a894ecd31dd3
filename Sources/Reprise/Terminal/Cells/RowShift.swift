/// A range of rows that has moved between two frames, as when a list scrolls.
struct RowShift: Equatable {
  /// The range that moved.
  let rows: ClosedRange<Int>

  /// How far the content has moved up; negative for down.
  ///
  /// The content of row `y + distance` is now in row `y`.
  let distance: Int

  /// The row that held the content of a row before; `nil` if the content has scrolled in.
  func origin(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + distance) ? row + distance : nil
  }
}

extension Frame {
  /// How rows have moved since another frame; `nil` unless most of the changed rows have.
  func shift(from other: Frame) -> RowShift? {
    guard other.size == size else { return nil }
    // Plain loops: this runs at every key.
    var (first, last) = (0, size.height - 1)
    while first < last, hasRow(first, at: first, in: other) { first += 1 }
    while last > first, hasRow(last, at: last, in: other) { last -= 1 }
    guard last - first >= Self.minimumShift else { return nil }
    // Any row may be new or occur twice, so try several.
    let middle = (first + last) / 2
    for row in [middle, (first + middle) / 2, (middle + last) / 2] {
      for place in first...last where place != row && hasRow(row, at: place, in: other) {
        let shift = RowShift(rows: first...last, distance: place - row)
        if isShifted(by: shift, from: other) { return shift }
      }
    }
    return nil
  }

  /// The smallest shift worth searching for, in rows.
  private static let minimumShift = 4

  /// Whether a shift accounts for more than half of the rows.
  private func isShifted(by shift: RowShift, from other: Frame) -> Bool {
    var moved = 0
    for row in shift.rows {
      if let origin = shift.origin(of: row), hasRow(row, at: origin, in: other) { moved += 1 }
    }
    return moved * 2 > shift.rows.count
  }
}
