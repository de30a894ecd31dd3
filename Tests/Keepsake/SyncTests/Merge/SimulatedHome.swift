@testable import Sync

/// A home with a table of rows, a user who edits it, an unreliable connection, and a program that may be killed.
struct SimulatedHome {
  var storage: MemoryStorage
  var table: [RowID: [String: SharedValue]] = [:]
  var dirty: Set<RowID> = []
  /// The events that its user has seen, one bit each.
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

  /// Runs the body completely, or reverts it if a kill comes.
  ///
  /// Table and storage are in one file, and the user has seen only what is on the screen, so everything is reverted.
  private mutating func transaction(_ body: (inout SimulatedHome) throws -> Void) throws {
    let former = self
    storage.begin()
    do {
      try body(&self)
      try storage.commit()
    } catch {
      storage.rollBack()
      self = former
      throw error
    }
    try storage.mayDie()
  }

  // MARK: - Exchanging

  mutating func record() throws {
    guard !isOutside else { return }
    try transaction { try $0.recordAll() }
  }

  private mutating func recordAll() throws {
    try replica.record(
      dirty.sorted { $0.key < $1.key }.map { ($0, table[$0] ?? [:]) }, author: "", at: 0)
    dirty = []
  }

  /// Sends the first waiting operations.
  ///
  /// A kill may come before each of them, and before the home learns that they arrived.
  ///
  /// - Returns: `false` if the server has another operation of the same device and number.
  mutating func send(_ most: Int, to server: inout SimulatedServer) throws -> Bool {
    guard !isOutside else { return true }
    for number in storage.queuedNumbers().prefix(most) {
      guard let operation = storage.queued(number) else { continue }
      try storage.mayDie()
      guard server.take(operation, number: number, from: storage.clock().device) else {
        return false
      }
    }
    try storage.mayDie()
    return true
  }

  /// Merges the server's operations, beginning a little before the new ones, as after a kill.
  ///
  /// - Parameter atOnce: The most operations that are merged in one transaction.
  mutating func receive(
    _ most: Int, again: Int, atOnce: Int = 1, from server: SimulatedServer, _ oracle: Oracle
  ) throws {
    guard !isOutside else { return }
    let start = max(0, Int(storage.clock().lastSequence) - again)
    var news = server.log.dropFirst(start).prefix(most + again)
    while !news.isEmpty {
      try transaction { home in
        for (operationID, operation) in news.prefix(atOnce) {
          try home.recordAll()
          try home.merge(operation, operationID)
          home.known |= oracle.events(in: operation)
        }
      }
      news = news.dropFirst(atOnce)
    }
  }

  private mutating func merge(_ operation: SyncOperation, _ operationID: OperationID) throws {
    guard let reception = try replica.receive(operation, as: operationID) else { return }
    for id in reception.rows { try show(id) }
    dirty.formUnion(reception.unheard.keys)
  }

  /// Updates the table to the merged values.
  private mutating func show(_ id: RowID) throws {
    guard var row = storage.row(id) else { return }
    for (column, value) in row.changes() {
      table[id, default: [:]][column] = value == .null ? nil : value
      row.applied[column] = value == .null ? nil : value
    }
    try storage.put(row, at: id)
  }

  // MARK: - Leaving and rejoining

  /// Forgets everything but the table.
  mutating func leave() {
    storage = MemoryStorage(device: storage.newDevice(), names: storage.newDevice)
    dirty = []
    isOutside = true
  }

  /// Joins as a new device that receives everything, and sends everything in its table.
  mutating func join(_ server: SimulatedServer, _ oracle: Oracle) throws {
    try transaction { try $0.takePart(server, oracle) }
  }

  private mutating func takePart(_ server: SimulatedServer, _ oracle: Oracle) throws {
    isOutside = false
    for (operationID, operation) in server.log {
      _ = try replica.receive(operation, as: operationID)
      known |= oracle.events(in: operation)
    }
    try replica.record(
      table.sorted { $0.key.key < $1.key.key }.map { ($0.key, $0.value) }, author: "", at: 0,
      isNews: true)
    dirty = []
    for id in storage.rows.keys { try show(id) }
  }
}

/// A server that orders operations, and keeps the first of each device and number.
struct SimulatedServer {
  private(set) var log: [(operationID: OperationID, operation: SyncOperation)] = []
  private var taken: [String: [Int64: SyncOperation]] = [:]

  /// Stores an operation unless it is stored already.
  ///
  /// - Returns: `false` if another operation of that device and number is stored.
  mutating func take(_ operation: SyncOperation, number: Int64, from device: String) -> Bool {
    if let there = taken[device]?[number] { return there == operation }
    taken[device, default: [:]][number] = operation
    let operationID = OperationID(device: device, number: number, sequence: Int64(log.count + 1))
    log.append((operationID, operation))
    return true
  }
}
