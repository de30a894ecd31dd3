/// The identity of a row in every home: its kind, such as `item`, and a key that the homes agree on.
///
/// Kinds and columns are texts, not cases, so that those of a newer version are carried by an older one.
public struct RowID: Hashable, Sendable {
  /// The kind: `item`, `place`.
  public var kind: String
  /// The key among rows of that kind.
  public var key: String

  /// Names a row.
  public init(kind: String, key: String) {
    self.kind = kind
    self.key = key
  }
}

/// A value of one cell of a shared row.
public enum SharedValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A row as the operations that the server has ordered make it.
///
/// A value stays in its cell until a device that knew it replaces it. If two devices write a cell without knowing each
/// other's value, the cell keeps both, and every device shows the same one.
public struct MergedRow: Hashable, Sendable {
  /// A value of a cell, and the operation that wrote it.
  public struct Head: Hashable, Sendable {
    /// The operation.
    public var operationID: OperationID
    /// The value.
    public var value: SharedValue

    /// Makes a head.
    public init(operationID: OperationID, value: SharedValue) {
      self.operationID = operationID
      self.value = value
    }
  }

  /// The column with a row's deletion time: null while the row exists.
  public static let life = "life"

  /// The deletion time of a row that is gone for good: an item that was deleted, or a file that another row replaces.
  public static let gone = SharedValue.integer(-1)

  /// The values of each cell, by the server's counter.
  public private(set) var cells: [String: [Head]]

  /// Makes a row.
  public init(cells: [String: [Head]] = [:]) {
    self.cells = cells
  }

  /// Applies an operation.
  ///
  /// - Returns: The columns that already have too many values; they are unchanged.
  @discardableResult
  public mutating func apply(
    _ written: [String: SharedValue], of operation: SyncOperation, as operationID: OperationID
  ) -> Set<String> {
    var count = cells.values.reduce(0) { $0 + $1.count }
    // Which columns still fit must not depend on the order of a dictionary.
    let isTight = count + written.count > OperationBounds.valuesPerRow
    let columns = isTight ? written.keys.sorted() : Array(written.keys)
    var refused: Set<String> = []
    for column in columns {
      guard let value = written[column] else { continue }
      var heads = cells[column, default: []]
      let others = count - heads.count
      heads.removeAll { operation.knew($0.operationID, writtenAs: operationID) }
      guard heads.count < OperationBounds.valuesPerCell,
        others + heads.count < OperationBounds.valuesPerRow
      else {
        refused.insert(column)
        continue
      }
      heads.append(Head(operationID: operationID, value: value))
      cells[column] = heads
      count = others + heads.count
    }
    return refused
  }

  /// The value that is shown: the last by the server's counter.
  ///
  /// A row that one device edits while another removes it is kept. Of removals, that for good counts.
  public func value(_ column: String) -> SharedValue? {
    guard let heads = cells[column], let last = heads.last else { return nil }
    if column == Self.life, heads.count > 1 {
      if heads.contains(where: { $0.value == .null }) { return .null }
      if heads.contains(where: { $0.value == Self.gone }) { return Self.gone }
    }
    return last.value
  }

  /// The operation whose value is shown.
  public func operationID(_ column: String) -> OperationID? { cells[column]?.last?.operationID }

  /// The row with only one of the values of a cell, as after resolving a conflict.
  public func choosing(_ head: Head, in column: String) -> MergedRow {
    var row = self
    row.cells[column] = [head]
    return row
  }

  /// The values of a cell that conflict with the shown one, each once, with the last operation that wrote it.
  ///
  /// Two homes that both removed a row agree, whatever time each of them wrote.
  public func others(_ column: String, than shown: SharedValue) -> [Head] {
    if column == Self.life, shown != .null { return [] }
    var found: [Head] = []
    for head in cells[column, default: []].reversed() where head.value != shown {
      if !found.contains(where: { $0.value == head.value }) { found.append(head) }
    }
    return found.reversed()
  }
}

extension SyncOperation {
  /// Whether the device knew of another operation when it wrote this one.
  public func knew(_ other: OperationID, writtenAs own: OperationID) -> Bool {
    other.sequence <= lastSequence || other.device == own.device
      || other.number <= former[other.device, default: 0]
  }
}

/// Everything that a device stores of a row: the values ordered by the server, those of its own tables, and waiting
/// ones.
public struct SharedRow: Hashable, Sendable {
  /// The row by the server's order.
  public var merged: MergedRow
  /// The row in the device's own tables when last read.
  public var applied: [String: SharedValue]
  /// For each cell that this device has written and the server has not ordered yet, the number of the last operation.
  public var waiting: [String: Int64]

  /// Makes a row.
  public init(
    merged: MergedRow = MergedRow(), applied: [String: SharedValue] = [:],
    waiting: [String: Int64] = [:]
  ) {
    self.merged = merged
    self.applied = applied
    self.waiting = waiting
  }

  /// The merged values that the device's tables lack.
  ///
  /// Rows with queued writes keep their value, because the server will order those writes last.
  ///
  /// - Parameter isKnown: Whether the tables have a column; columns of newer versions are only merged and stored.
  public func changes(where isKnown: (String) -> Bool = { _ in true }) -> [String: SharedValue] {
    var changes: [String: SharedValue] = [:]
    for column in merged.cells.keys where waiting[column] == nil && isKnown(column) {
      guard let value = merged.value(column) else { continue }
      if value != applied[column, default: .null] { changes[column] = value }
    }
    return changes
  }

  /// The value of a column with what waits.
  public func value(_ column: String) -> SharedValue {
    if waiting[column] != nil { return applied[column, default: .null] }
    return merged.value(column) ?? .null
  }

  /// When the value of a column was written by the server's counter; what waits comes after everything else.
  public func sequence(_ column: String) -> Int64 {
    waiting[column] == nil ? merged.operationID(column)?.sequence ?? 0 : .max
  }

  /// The columns in which concurrent values compete with the applied one.
  ///
  /// - Parameter substitute: The value shown for a column instead of the merged one; `nil` to show
  ///   the merged one.
  public func conflicts(
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
