import Preservation

extension Preserver {
  /// Encodes the whole interface as it is now; see ``Application/fullWalk()``.
  func fullWalk() -> [NodeID: ObjectRecord] {
    var found: [NodeID: ObjectRecord] = [:]
    var queue: [NodeID] = [.application]
    while let node = queue.popLast() {
      guard found[node] == nil, let record = encodedRecord(of: node) else { continue }
      found[node] = record
      queue += record.references
    }
    return found
  }
}
