@testable import Sync

/// The storage of a device in memory, which can be copied like a backup, and whose program can be killed.
final class MemoryStorage: ReplicaStorage {
  private struct Contents {
    var rows: [RowID: SharedRow] = [:]
    var queue: [Int64: SyncOperation] = [:]
    var numbers: [String: Int64] = [:]
    var now: ReplicaClock
  }

  private var contents: Contents
  /// The contents before the open transaction.
  private var former: Contents?
  /// The number of steps until the program is killed; `nil` if it isn't.
  private var stepsToLive: Int?
  private let names: () -> String

  init(device: String, names: @escaping () -> String) {
    contents = Contents(now: ReplicaClock(device: device))
    self.names = names
  }

  init(copying other: MemoryStorage) {
    contents = other.contents
    names = other.names
  }

  var rows: [RowID: SharedRow] { contents.rows }
  var queue: [Int64: SyncOperation] { contents.queue }

  // MARK: - Transactions and kills

  func begin() { former = contents }

  /// Keeps what was written since ``begin()``.
  func commit() throws {
    try mayDie()
    former = nil
  }

  /// Reverts uncommitted writes.
  func rollBack() {
    if let former { contents = former }
    former = nil
  }

  /// Kills the program after this number of steps, or never if it is nil.
  func kill(after steps: Int?) { stepsToLive = steps }

  /// A moment at which the kill may come.
  func mayDie() throws {
    guard let steps = stepsToLive else { return }
    guard steps > 0 else { throw Killed() }
    stepsToLive = steps - 1
  }

  /// Writes, unless the program is killed first.
  private func write(_ body: (inout Contents) -> Void) throws {
    try mayDie()
    body(&contents)
  }

  // MARK: - Contents

  func row(_ id: RowID) -> SharedRow? { rows[id] }
  func put(_ row: SharedRow, at id: RowID) throws { try write { $0.rows[id] = row } }
  func clock() -> ReplicaClock { contents.now }
  func set(_ clock: ReplicaClock) throws { try write { $0.now = clock } }
  func enqueue(_ operation: SyncOperation, number: Int64) throws {
    try write { $0.queue[number] = operation }
  }
  func dequeue(_ number: Int64) throws { try write { $0.queue[number] = nil } }
  func queuedNumbers() -> [Int64] { queue.keys.sorted() }
  func queued(_ number: Int64) -> SyncOperation? { queue[number] }
  func queued(_ number: Int64, sentAs operation: SyncOperation) -> SyncOperation? {
    queue[number] == operation ? operation : nil
  }
  func lastNumber(of device: String) -> Int64? { contents.numbers[device, default: 0] }
  func setLastNumber(_ number: Int64, of device: String) throws {
    try write { $0.numbers[device] = number }
  }
  func newDevice() -> String { names() }
}

/// Thrown when the program of a home is killed.
struct Killed: Error {}
