/// What one device wrote at once: the values of some cells, and what the device knew when it wrote them.
///
/// Operations are ordered by the server's counter alone. Time and author are there to be read by people.
public struct SyncOperation: Hashable, Sendable {
  /// The last number of the server's counter that the device had merged.
  public var lastSequence: Int64
  /// What else it had seen of devices whose operations it cannot name by that counter: the last number of each.
  ///
  /// A device that took another name goes on with what it wrote under its former ones.
  public var former: [String: Int64]
  /// Who wrote it.
  public var author: String
  /// When, in milliseconds since 1970 by the device's own clock.
  public var at: Int64
  /// The rows.
  public var writes: [RowWrite]

  /// Makes an operation.
  public init(
    lastSequence: Int64, former: [String: Int64] = [:], author: String = "", at: Int64 = 0,
    writes: [RowWrite]
  ) {
    self.lastSequence = lastSequence
    self.former = former
    self.author = author
    self.at = at
    self.writes = writes
  }
}

/// The new values of some cells of a row.
public struct RowWrite: Hashable, Sendable {
  /// The row.
  public var row: RowID
  /// The values by column.
  public var cells: [String: SharedValue]

  /// Makes a write.
  public init(_ row: RowID, _ cells: [String: SharedValue]) {
    self.row = row
    self.cells = cells
  }
}

/// The identity of an operation: its device, its number among that device's, and its number by the server's counter.
public struct OperationID: Hashable, Sendable {
  /// The device.
  public var device: String
  /// The number among the operations of the device, from 1 up without gaps.
  public var number: Int64
  /// The number by the server's counter.
  public var sequence: Int64

  /// Makes an identity.
  public init(device: String, number: Int64, sequence: Int64) {
    self.device = device
    self.number = number
    self.sequence = sequence
  }
}
