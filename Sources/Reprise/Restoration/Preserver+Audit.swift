import Preservation

extension Preserver {
  /// What a walk over the whole interface would store now; see ``Application/fullWalk()``.
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
