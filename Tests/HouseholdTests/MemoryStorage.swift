import Household

/// A device's part in a household in memory, which can be copied like a backup.
final class MemoryStorage: ReplicaStorage {
  var rows: [RowID: SharedRow] = [:]
  var queue: [Int64: Operation] = [:]
  private var numbers: [String: Int64] = [:]
  private var now: ReplicaClock
  private let names: () -> String

  init(device: String, names: @escaping () -> String) {
    now = ReplicaClock(device: device)
    self.names = names
  }

  init(copying other: MemoryStorage) {
    rows = other.rows
    queue = other.queue
    now = other.now
    numbers = other.numbers
    names = other.names
  }

  func row(_ id: RowID) -> SharedRow? { rows[id] }
  func put(_ row: SharedRow, at id: RowID) { rows[id] = row }
  func clock() -> ReplicaClock { now }
  func set(_ clock: ReplicaClock) { now = clock }
  func enqueue(_ operation: Operation, number: Int64) { queue[number] = operation }
  func dequeue(_ number: Int64) { queue[number] = nil }
  func queuedNumbers() -> [Int64] { queue.keys.sorted() }
  func queued(_ number: Int64) -> Operation? { queue[number] }
  func queued(_ number: Int64, sentAs operation: Operation) -> Operation? {
    queue[number] == operation ? operation : nil
  }
  func lastNumber(of device: String) -> Int64? { numbers[device, default: 0] }
  func setLastNumber(_ number: Int64, of device: String) { numbers[device] = number }
  func newDevice() -> String { names() }
}
