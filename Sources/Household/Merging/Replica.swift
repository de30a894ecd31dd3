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
  ///   - kept: The columns that a person has decided on: their values are written though they are the same.
  ///   - references: The rows that values of a row refer to: whoever refers to a row says that it is there.
  ///   - isNews: Whether this is said without knowledge of anything merged, as by a home that joins.
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
      let known = try storage.row(id)?.shown ?? [:]
      var cells = Self.differences(from: known, to: image)
      for column in kept[id, default: []] { cells[column] = image[column, default: .null] }
      guard !cells.isEmpty else { continue }
      // Whoever goes on with a row says that it is there. That it went is said once: said again, it would take away the
      // word of somebody who went on with it meanwhile.
      if image[MergedRow.life] == nil { cells[MergedRow.life] = .null }
      writes.append(RowWrite(id, cells))
      said.insert(id)
      for other in references(id, cells) where said.insert(other).inserted {
        guard let known = try storage.row(other), known.shown[MergedRow.life] == nil else {
          continue
        }
        writes.append(RowWrite(other, [MergedRow.life: .null]))
      }
    }
    var count = 0
    while !writes.isEmpty {
      let part = Self.firstPart(of: writes)
      writes.removeFirst(part.count)
      try queue(part, author: author, at: at, isNews: isNews)
      count += 1
    }
    return count
  }

  /// About the most bytes of one operation, well below what a server takes.
  private static var maximumBytes: Int { 4 << 20 }

  /// As many rows as go into one operation, and one at least.
  private static func firstPart(of writes: [RowWrite]) -> [RowWrite] {
    var bytes = 0
    var count = 0
    for write in writes.prefix(maximumRows) {
      for (column, value) in write.cells {
        bytes += column.utf8.count + 16
        if case .text(let text) = value { bytes += text.utf8.count }
      }
      if count > 0, bytes > maximumBytes { break }
      count += 1
    }
    return Array(writes.prefix(count))
  }

  private func queue(_ writes: [RowWrite], author: String, at: Int64, isNews: Bool) throws {
    var clock = try storage.clock()
    let number = clock.next
    clock.next += 1
    for write in writes {
      var row = try storage.row(write.row) ?? SharedRow()
      for (column, value) in write.cells {
        row.shown[column] = value == .null ? nil : value
        row.waiting[column] = number
      }
      try storage.put(row, at: write.row)
    }
    let operation = Operation(
      seen: isNews ? 0 : clock.seen, former: clock.former, author: author, at: at, writes: writes)
    try storage.enqueue(operation, number: number)
    try storage.set(clock)
  }

  /// Merges an operation in the server's order.
  ///
  /// - Returns: The rows that it writes.
  /// - Throws: ``OutOfOrder``, and what the storage throws.
  public func receive(_ operation: Operation, as stamp: Stamp) throws -> [RowID] {
    var clock = try storage.clock()
    // Said again: the server sends what comes after a number, and a kill may come before that is noted.
    guard stamp.sequence > clock.seen else { return [] }
    try check(operation, stamp)
    var operation = operation
    var isOwn = false
    if stamp.device == clock.device {
      if let own = try storage.queued(stamp.number, sentAs: operation) {
        operation = own
        isOwn = true
      } else {
        try takeAnotherName(&clock)
      }
    }
    for write in operation.writes {
      var row = try storage.row(write.row) ?? SharedRow()
      row.merged.apply(write.cells, of: operation, as: stamp)
      if isOwn {
        for column in write.cells.keys where row.waiting[column] == stamp.number {
          row.waiting[column] = nil
        }
      }
      try storage.put(row, at: write.row)
    }
    if isOwn { try storage.dequeue(stamp.number) }
    clock.seen = stamp.sequence
    try storage.set(clock)
    try storage.setLastNumber(stamp.number, of: stamp.device)
    return operation.writes.map(\.row)
  }

  /// Makes sure that the server sends what each device wrote once, in its order and without gaps, and nothing before what
  /// its author had seen.
  private func check(_ operation: Operation, _ stamp: Stamp) throws {
    let last = try storage.lastNumber(of: stamp.device) ?? stamp.number - 1
    guard stamp.number == last + 1, operation.seen < stamp.sequence else {
      throw OutOfOrder(sequence: stamp.sequence)
    }
  }

  /// Goes on under another name, because a copy of this device, or this device before it was restored from a backup,
  /// wrote something else under this name and number.
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

  private func renumber(_ operation: Operation, from old: Int64, to new: Int64) throws {
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
