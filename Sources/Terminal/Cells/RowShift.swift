/// Rows that stand elsewhere in a frame than in the one before: a list that was scrolled.
struct RowShift: Equatable {
  /// The rows among which others have come to stand.
  let rows: ClosedRange<Int>

  /// How far what stands there has moved up, negative for down.
  ///
  /// What stood in row `y + distance` stands in row `y`.
  let distance: Int

  /// The row in which the content of a row stood; `nil` for one that came in from outside.
  func origin(of row: Int) -> Int? {
    guard rows.contains(row) else { return row }
    return rows.contains(row + distance) ? row + distance : nil
  }
}

extension Frame {
  /// How rows have moved since another frame; `nil` unless most of those that changed have.
  func shift(from other: Frame) -> RowShift? {
    guard other.size == size else { return nil }
    let height = size.height
    guard let first = (0..<height).first(where: { !hasRow($0, at: $0, in: other) }),
      let last = (0..<height).last(where: { !hasRow($0, at: $0, in: other) }),
      last - first >= Self.leastShiftedRows
    else { return nil }
    // Any row may be new, or stand there twice: some are asked where they were.
    let middle = (first + last) / 2
    for row in [middle, (first + middle) / 2, (middle + last) / 2] {
      for place in first...last where place != row && hasRow(row, at: place, in: other) {
        let shift = RowShift(rows: first...last, distance: place - row)
        if isShifted(by: shift, from: other) { return shift }
      }
    }
    return nil
  }

  /// Fewer rows are not worth looking for.
  private static let leastShiftedRows = 4

  /// Whether more than half of the rows are where a shift takes them.
  private func isShifted(by shift: RowShift, from other: Frame) -> Bool {
    let moved = shift.rows.count { row in
      guard let origin = shift.origin(of: row) else { return false }
      return hasRow(row, at: origin, in: other)
    }
    return moved * 2 > shift.rows.count
  }

  /// Whether a row shows what another one showed in another frame.
  func hasRow(_ row: Int, at place: Int, in other: Frame) -> Bool {
    columns(ofRow: row, differingFrom: other, at: place).isEmpty
  }
}
