import Household

/// A home with a table of rows, a person who writes in it, and a line to the server that fails.
struct SimulatedHome {
  var storage: MemoryStorage
  var table: [RowID: [String: SharedValue]] = [:]
  var dirty: Set<RowID> = []
  /// The events that its person has seen, a bit each.
  var known: UInt64 = 0
  /// Whether it has left the household.
  private(set) var isOutside = false

  var replica: Replica<MemoryStorage> { Replica(storage) }

  init(device: String, names: @escaping () -> String) {
    storage = MemoryStorage(device: device, names: names)
  }

  /// A copy that shares nothing with this one.
  var copy: SimulatedHome {
    var copy = self
    copy.storage = MemoryStorage(copying: storage)
    return copy
  }

  mutating func record() throws {
    guard !isOutside else { return }
    try replica.record(
      dirty.sorted { $0.key < $1.key }.map { ($0, table[$0] ?? [:]) }, author: "", at: 0)
    dirty = []
  }

  mutating func send(_ most: Int, to server: inout SimulatedServer) throws -> Bool {
    guard !isOutside else { return true }
    let numbers = storage.queuedNumbers().prefix(most)
    let operations = numbers.compactMap { number in storage.queued(number).map { (number, $0) } }
    return server.take(operations, from: storage.clock().device)
  }

  /// Merges what the server has, from a little before what is new, as after a kill.
  mutating func receive(
    _ most: Int, again: Int, from server: SimulatedServer, _ oracle: Oracle
  )
    throws
  {
    guard !isOutside else { return }
    let start = max(0, Int(storage.clock().seen) - again)
    for (stamp, operation) in server.log.dropFirst(start).prefix(most + again) {
      try record()
      for id in try replica.receive(operation, as: stamp) { show(id) }
      known |= oracle.events(in: operation)
    }
  }

  /// Has the table say what was merged.
  private mutating func show(_ id: RowID) {
    guard var row = storage.row(id) else { return }
    for (column, value) in row.changes() {
      table[id, default: [:]][column] = value == .null ? nil : value
      row.shown[column] = value == .null ? nil : value
    }
    storage.put(row, at: id)
  }

  // MARK: - Leaving and coming back

  /// Forgets all but its table.
  mutating func leave() {
    storage = MemoryStorage(device: storage.newDevice(), names: storage.newDevice)
    dirty = []
    isOutside = true
  }

  /// Comes into the household as a new device that hears everything, and says all that its table has.
  mutating func join(_ server: SimulatedServer, _ oracle: Oracle) throws {
    isOutside = false
    for (stamp, operation) in server.log {
      _ = try replica.receive(operation, as: stamp)
      known |= oracle.events(in: operation)
    }
    try replica.record(
      table.sorted { $0.key.key < $1.key.key }.map { ($0.key, $0.value) }, author: "", at: 0,
      isNews: true)
    dirty = []
    for id in storage.rows.keys { show(id) }
  }
}
