/// A row as the operations that the server has ordered make it.
///
/// A cell keeps each value that nobody who knew of it has replaced. Two devices that wrote one cell without knowing of
/// each other leave two values, and every device shows the same one of them first.
public struct MergedRow: Hashable, Sendable {
  /// A value that stands, and the operation that wrote it.
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

  /// The column that says whether the row is there: null while it is, else when it went.
  public static let life = "life"

  /// What stands in each cell, by the server's counter.
  public private(set) var cells: [String: [Head]]

  /// Makes a row.
  public init(cells: [String: [Head]] = [:]) {
    self.cells = cells
  }

  /// Takes over what an operation wrote.
  ///
  /// - Returns: The columns that hold too many values already; they stay as they were.
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
  /// A row that somebody went on with while another removed it stays.
  public func value(_ column: String) -> SharedValue? {
    guard let heads = cells[column], let last = heads.last else { return nil }
    if column == Self.life, heads.contains(where: { $0.value == .null }) { return .null }
    return last.value
  }

  /// The operation whose value is shown.
  public func operationID(_ column: String) -> OperationID? { cells[column]?.last?.operationID }

  /// The row with one of the values of a cell alone, as if somebody had decided for it.
  public func choosing(_ head: Head, in column: String) -> MergedRow {
    var row = self
    row.cells[column] = [head]
    return row
  }

  /// The values that stand in a cell beside the one that is shown, each once, with the last operation that wrote it.
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
