/// All that one device keeps of a row: what the server has ordered, what its own tables say, and what waits.
public struct SharedRow: Hashable, Sendable {
  /// The row by the server's order.
  public var merged: MergedRow
  /// The row as the device's own tables have it, as of the last look.
  public var shown: [String: SharedValue]
  /// For each cell that this device has written and the server has not ordered yet, the number of the last operation.
  public var waiting: [String: Int64]

  /// Makes a row.
  public init(
    merged: MergedRow = MergedRow(), shown: [String: SharedValue] = [:],
    waiting: [String: Int64] = [:]
  ) {
    self.merged = merged
    self.shown = shown
    self.waiting = waiting
  }

  /// The values that the device's tables should have and do not.
  ///
  /// What waits stays as it is: the server's order will put it last.
  public var changes: [String: SharedValue] {
    var changes: [String: SharedValue] = [:]
    for column in merged.cells.keys where waiting[column] == nil {
      guard let value = merged.value(column) else { continue }
      if value != shown[column, default: .null] { changes[column] = value }
    }
    return changes
  }

  /// The columns in which values of others stand beside the one that is shown.
  public var undecided: [String: [MergedRow.Head]] {
    var found: [String: [MergedRow.Head]] = [:]
    for column in merged.cells.keys where waiting[column] == nil {
      let others = merged.others(column)
      if !others.isEmpty { found[column] = others }
    }
    return found
  }
}
