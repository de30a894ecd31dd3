@testable import Sync

/// A device's part in a household in memory, which can be copied like a backup, and whose program can be killed.
final class MemoryStorage: ReplicaStorage {
  /// All that it keeps.
  private struct Contents {
    var rows: [RowID: SharedRow] = [:]
    var queue: [Int64: SyncOperation] = [:]
    var numbers: [String: Int64] = [:]
    var now: ReplicaClock
  }

  private var contents: Contents
  /// What it kept before the transaction that is open.
  private var former: Contents?
  /// How many more things the program does before it is killed; `nil` if it lives on.
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

  /// Makes what was written since ``begin()`` last.
  func commit() throws {
    try mayDie()
    former = nil
  }

  /// Takes back what was not committed.
  func rollBack() {
    if let former { contents = former }
    former = nil
  }

  /// Has the program be killed once it has done some more things, or lets it live on.
  func kill(after steps: Int?) { stepsToLive = steps }

  /// A moment at which a kill may come.
  func mayDie() throws {
    guard let steps = stepsToLive else { return }
    guard steps > 0 else { throw Killed() }
    stepsToLive = steps - 1
  }

  /// Each write may be the last thing that the program does.
  private func write(_ body: (inout Contents) -> Void) throws {
    try mayDie()
    body(&contents)
  }

  // MARK: - What it keeps

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

/// The program of a home was killed.
struct Killed: Error {}
