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
  ///
  /// - Parameter isKnown: Whether the tables have a column; those of newer versions are merged and kept only.
  public func changes(where isKnown: (String) -> Bool = { _ in true }) -> [String: SharedValue] {
    var changes: [String: SharedValue] = [:]
    for column in merged.cells.keys where waiting[column] == nil && isKnown(column) {
      guard let value = merged.value(column) else { continue }
      if value != shown[column, default: .null] { changes[column] = value }
    }
    return changes
  }

  /// The value of a column with what waits.
  public func value(_ column: String) -> SharedValue {
    if waiting[column] != nil { return shown[column, default: .null] }
    return merged.value(column) ?? .null
  }

  /// When the value of a column was written by the server's counter; what waits comes after everything else.
  public func sequence(_ column: String) -> Int64 {
    waiting[column] == nil ? merged.operationID(column)?.sequence ?? 0 : .max
  }

  /// The columns in which values of others stand beside the one that is shown.
  ///
  /// - Parameter substitute: What is shown of a column instead of the merged value; `nil` where that is shown.
  public func undecided(
    showing substitute: (String) -> SharedValue? = { _ in nil }
  ) -> [String: [MergedRow.Head]] {
    var found: [String: [MergedRow.Head]] = [:]
    for column in merged.cells.keys where waiting[column] == nil {
      guard let shown = substitute(column) ?? merged.value(column) else { continue }
      let others = merged.others(column, than: shown)
      if !others.isEmpty { found[column] = others }
    }
    return found
  }
}
