/// Where a device keeps its part in a household.
public protocol ReplicaStorage {
  /// A row; `nil` if nothing was ever said of it.
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
  /// The number of the last operation of a device that was merged; 0 for none, `nil` where it was not noted.
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
