/// One device's part in a household: what it has written goes out as operations, what others wrote comes in.
///
/// The rules are here, for tables in a database as for those of a test; where it is all kept is up to the storage.
public struct Replica<Storage: ReplicaStorage> {
  /// The most rows of one operation.
  public static var maximumRows: Int { 500 }

  private let storage: Storage

  /// Works on a storage.
  public init(_ storage: Storage) {
    self.storage = storage
  }

  /// Queues what the device's tables say now and did not say before.
  ///
  /// - Parameters:
  ///   - images: Rows as the tables have them; columns that are missing are null.
  ///   - kept: The columns that a user has resolved: their values are written even if unchanged.
  ///   - references: The rows that values of a row refer to; a reference marks its target as
  ///     existing.
  ///   - isNews: Whether the device has seen no merged operation, as when a home joins.
  /// - Returns: The number of operations queued.
  @discardableResult
  public func record(
    _ images: [(row: RowID, image: [String: SharedValue])],
    keeping kept: [RowID: Set<String>] = [:],
    references: (RowID, [String: SharedValue]) -> [RowID] = { _, _ in [] },
    author: String, at: Int64, isNews: Bool = false
  ) throws -> Int {
    var writes: [RowWrite] = []
    var said: Set<RowID> = []
    for (id, image) in images {
      let known = try storage.row(id)?.applied ?? [:]
      var cells = Self.differences(from: known, to: image)
      for column in kept[id, default: []] { cells[column] = image[column, default: .null] }
      guard !cells.isEmpty else { continue }
      // Writing to a row marks it as existing. A deletion is written only once: repeated, it would
      // override another device that kept the row meanwhile.
      if image[MergedRow.life] == nil { cells[MergedRow.life] = .null }
      writes += RowWrite(id, cells).parts
      said.insert(id)
      for other in references(id, cells) where said.insert(other).inserted {
        guard let known = try storage.row(other), known.applied[MergedRow.life] == nil else {
          continue
        }
        writes.append(RowWrite(other, [MergedRow.life: .null]))
      }
    }
    let parts = Self.parts(of: writes)
    for part in parts { try queue(part, author: author, at: at, isNews: isNews) }
    return parts.count
  }

  /// About the most bytes of one operation, well below what a server takes.
  private static var maximumBytes: Int { 4 << 20 }

  /// The writes of each operation.
  private static func parts(of writes: [RowWrite]) -> [[RowWrite]] {
    var rest = writes[...]
    var parts: [[RowWrite]] = []
    while !rest.isEmpty {
      let part = firstPart(of: rest)
      rest = rest.dropFirst(part.count)
      parts.append(part)
    }
    return parts
  }

  /// As many writes of different rows as go into one operation, and one at least.
  private static func firstPart(of writes: ArraySlice<RowWrite>) -> [RowWrite] {
    var bytes = 0
    var rows: Set<RowID> = []
    for write in writes.prefix(maximumRows) {
      bytes += write.byteCount
      if !rows.isEmpty, bytes > maximumBytes { break }
      guard rows.insert(write.row).inserted else { break }
    }
    return Array(writes.prefix(rows.count))
  }

  /// Divides waiting operations that are too large to send, which an earlier version queued.
  ///
  /// None of the operations behind the first one has been sent, because it blocked them.
  public func divideQueued() throws {
    let numbers = try storage.queuedNumbers()
    let first = try numbers.firstIndex { try storage.queued($0)?.isTooLarge == true }
    guard let first else { return }
    var clock = try storage.clock()
    clock.next = numbers[first]
    var divided: [(former: Int64, operation: SyncOperation)] = []
    for number in numbers[first...] {
      guard let operation = try storage.queued(number) else { continue }
      try storage.dequeue(number)
      try hear(operation.writes.filter(\.parts.isEmpty), of: number)
      for part in Self.parts(of: operation.writes.flatMap(\.parts)) {
        var smaller = operation
        smaller.writes = part
        divided.append((number, smaller))
      }
    }
    // From the last on: an operation never takes a number under which another one still waits.
    var next = clock.next + Int64(divided.count)
    clock.next = next
    for (former, operation) in divided.reversed() {
      next -= 1
      try storage.enqueue(operation, number: next)
      try renumber(operation, from: former, to: next)
    }
    try storage.set(clock)
  }

  private func queue(_ writes: [RowWrite], author: String, at: Int64, isNews: Bool) throws {
    var clock = try storage.clock()
    let number = clock.next
    clock.next += 1
    for write in writes {
      var row = try storage.row(write.row) ?? SharedRow()
      for (column, value) in write.cells {
        row.applied[column] = value == .null ? nil : value
        row.waiting[column] = number
      }
      try storage.put(row, at: write.row)
    }
    let operation = SyncOperation(
      lastSequence: isNews ? 0 : clock.lastSequence, former: clock.former, author: author, at: at,
      writes: writes)
    try storage.enqueue(operation, number: number)
    try storage.set(clock)
  }

  /// The result of merging an operation.
  public struct Reception {
    /// The rows that it writes.
    public var rows: [RowID] = []
    /// Why it, or some of its values, were set aside.
    public var fault: OperationFault?
    /// The values of this device that didn't fit into their cells.
    ///
    /// Now that it knows the others, it writes them again.
    public var unheard: [RowID: Set<String>] = [:]
    /// The cells that were merged, by row.
    public var merged: [RowID: Set<String>] = [:]
  }

  /// Merges an operation in the server's order.
  ///
  /// A bad operation is set aside, and the next one is merged as if it didn't exist.
  ///
  /// - Parameters:
  ///   - operation: The operation; `nil` if it can't be opened.
  ///   - storable: Returns the values of a write that an inventory can store.
  ///   - willMerge: Called before the values of an operation are merged, unless the operation is set aside.
  /// - Returns: The result; `nil` if the operation was merged before.
  public func receive(
    _ operation: SyncOperation?, as operationID: OperationID,
    keeping storable: (RowWrite) -> [String: SharedValue] = { $0.cells },
    willMerge: () throws -> Void = {}
  ) throws -> Reception? {
    var clock = try storage.clock()
    // The server sends everything after a number, and a kill may come before the new number is stored, so an
    // operation can arrive twice.
    guard operationID.sequence > clock.lastSequence else { return nil }
    clock.lastSequence = operationID.sequence
    guard operationID.number > 0 else {
      try storage.set(clock)
      return Reception(fault: .misnumbered)
    }
    let former = operationID.number - 1
    let last = try storage.lastNumber(of: operationID.device) ?? former
    let own = try ownOperation(operation, operationID, clock)
    if operationID.device == clock.device, own == nil || former != last, operationID.number > last {
      try takeAnotherName(&clock)
    }
    try storage.set(clock)
    guard former == last else { return Reception(fault: .misnumbered) }
    try storage.setLastNumber(operationID.number, of: operationID.device)
    guard let operation else { return Reception(fault: .unreadable) }
    if let fault = operation.lastSequence < operationID.sequence ? operation.fault : .early {
      if own != nil { try forget(operation, operationID.number) }
      return Reception(fault: fault)
    }
    try willMerge()
    return try merge(own ?? operation, as: operationID, isOwn: own != nil, storable)
  }

  /// The queued operation that the server returned; `nil` if another device, or a copy of this one, sent it.
  private func ownOperation(
    _ operation: SyncOperation?, _ operationID: OperationID, _ clock: ReplicaClock
  ) throws -> SyncOperation? {
    guard operationID.device == clock.device, let operation else { return nil }
    return try storage.queued(operationID.number, sentAs: operation)
  }

  private func merge(
    _ operation: SyncOperation, as operationID: OperationID, isOwn: Bool,
    _ storable: (RowWrite) -> [String: SharedValue]
  ) throws -> Reception {
    var reception = Reception()
    for write in operation.writes {
      let cells = storable(write)
      if cells.count < write.cells.count { reception.fault = .invalid }
      var row = try storage.row(write.row) ?? SharedRow()
      let refused = row.merged.apply(cells, of: operation, as: operationID)
      if !refused.isEmpty { reception.fault = .crowded }
      if isOwn {
        row.hear(write.cells.keys, of: operationID.number)
        for column in refused { row.applied[column] = row.merged.value(column).flatMap(\.meaning) }
        // A column that the full row doesn't have would be refused each time.
        let unheard = refused.filter { row.merged.cells[$0] != nil }
        if !unheard.isEmpty { reception.unheard[write.row, default: []].formUnion(unheard) }
      }
      guard isOwn || refused.count < cells.count else { continue }
      try storage.put(row, at: write.row)
      reception.rows.append(write.row)
      let merged = Set(cells.keys).subtracting(refused)
      reception.merged[write.row, default: []].formUnion(merged)
    }
    if isOwn { try storage.dequeue(operationID.number) }
    return reception
  }

  /// Removes an operation of this device that was set aside from the queue.
  private func forget(_ operation: SyncOperation, _ number: Int64) throws {
    try hear(operation.writes, of: number)
    try storage.dequeue(number)
  }

  private func hear(_ writes: [RowWrite], of number: Int64) throws {
    for write in writes {
      guard var row = try storage.row(write.row) else { continue }
      row.hear(write.cells.keys, of: number)
      try storage.put(row, at: write.row)
    }
  }

  /// Continues under another name, because a copy of this device, or its state before a restore, wrote something else
  /// under this name and number.
  private func takeAnotherName(_ clock: inout ReplicaClock) throws {
    let waiting = try storage.queuedNumbers()
    let first = waiting.first ?? clock.next
    // All that was written under the old name up to here, this device knows.
    clock.former[clock.device] = max(clock.former[clock.device, default: 0], first - 1)
    clock.device = storage.newDevice()
    clock.next = 1
    for number in waiting {
      guard var operation = try storage.queued(number) else { continue }
      try storage.dequeue(number)
      operation.former.merge(clock.former) { max($0, $1) }
      try storage.enqueue(operation, number: clock.next)
      try renumber(operation, from: number, to: clock.next)
      clock.next += 1
    }
  }

  private func renumber(_ operation: SyncOperation, from old: Int64, to new: Int64) throws {
    for write in operation.writes {
      guard var row = try storage.row(write.row) else { continue }
      for column in write.cells.keys where row.waiting[column] == old { row.waiting[column] = new }
      try storage.put(row, at: write.row)
    }
  }

  private static func differences(
    from old: [String: SharedValue], to new: [String: SharedValue]
  ) -> [String: SharedValue] {
    var cells: [String: SharedValue] = [:]
    for (column, value) in new where value != old[column, default: .null] { cells[column] = value }
    for (column, value) in old where value != .null && new[column] == nil { cells[column] = .null }
    return cells
  }
}

extension SharedRow {
  /// Marks the columns of an operation that the server has ordered as no longer waiting.
  fileprivate mutating func hear(_ columns: some Sequence<String>, of number: Int64) {
    for column in columns where waiting[column] == number { waiting[column] = nil }
  }
}

extension SharedValue {
  /// The value; `nil` for null, which rows leave out.
  fileprivate var meaning: SharedValue? { self == .null ? nil : self }
}

/// Where a device keeps its part in a household.
public protocol ReplicaStorage {
  /// A row; `nil` before the first operation about it.
  func row(_ id: RowID) throws -> SharedRow?
  /// Stores a row.
  func put(_ row: SharedRow, at id: RowID) throws
  /// The device's name and numbers.
  func clock() throws -> ReplicaClock
  /// Stores them.
  func set(_ clock: ReplicaClock) throws
  /// Queues an operation until the server has ordered it.
  func enqueue(_ operation: SyncOperation, number: Int64) throws
  /// Takes one out of the queue.
  func dequeue(_ number: Int64) throws
  /// The numbers in the queue, ascending.
  func queuedNumbers() throws -> [Int64]
  /// An operation of the queue.
  func queued(_ number: Int64) throws -> SyncOperation?
  /// The operation of the queue that was sent as another one: mostly the same, or what it was rewritten to since; `nil` if this
  /// device has sent nothing of the kind.
  func queued(_ number: Int64, sentAs operation: SyncOperation) throws -> SyncOperation?
  /// The number of the last merged operation of a device; 0 for none, `nil` if it wasn't recorded.
  func lastNumber(of device: String) throws -> Int64?
  /// Stores it.
  func setLastNumber(_ number: Int64, of device: String) throws
  /// A name that no device has had.
  func newDevice() -> String
}

/// A device's name and numbers.
public struct ReplicaClock: Hashable, Sendable {
  /// The name under which it writes.
  public var device: String
  /// The number of its next operation.
  public var next: Int64
  /// The last number of the server's counter that it has merged.
  public var lastSequence: Int64
  /// Its former names, and the last number that it knows of each.
  public var former: [String: Int64]

  /// Makes the clock of a new device.
  public init(
    device: String, next: Int64 = 1, lastSequence: Int64 = 0, former: [String: Int64] = [:]
  ) {
    self.device = device
    self.next = next
    self.lastSequence = lastSequence
    self.former = former
  }
}
