import Household

/// A server that orders operations, and keeps the first of each device and number.
struct SimulatedServer {
  private(set) var log: [(stamp: Stamp, operation: Operation)] = []
  private var taken: [String: [Int64: Operation]] = [:]

  /// Takes operations, all or none.
  ///
  /// - Returns: `false` if one has a number that another operation of that name has.
  mutating func take(_ operations: [(Int64, Operation)], from device: String) -> Bool {
    for (number, operation) in operations {
      if let there = taken[device]?[number], there != operation { return false }
    }
    for (number, operation) in operations where taken[device]?[number] == nil {
      taken[device, default: [:]][number] = operation
      let stamp = Stamp(device: device, number: number, sequence: Int64(log.count + 1))
      log.append((stamp, operation))
    }
    return true
  }
}
