@testable import Sync

/// A server that orders operations, and keeps the first of each device and number.
struct SimulatedServer {
  private(set) var log: [(operationID: OperationID, operation: SyncOperation)] = []
  private var taken: [String: [Int64: SyncOperation]] = [:]

  /// Takes an operation, which it may have already.
  ///
  /// - Returns: `false` if it has another operation of that name and number.
  mutating func take(_ operation: SyncOperation, number: Int64, from device: String) -> Bool {
    if let there = taken[device]?[number] { return there == operation }
    taken[device, default: [:]][number] = operation
    let operationID = OperationID(device: device, number: number, sequence: Int64(log.count + 1))
    log.append((operationID, operation))
    return true
  }
}
