extension Preserver {
  /// What a walk over the whole interface would store now.
  ///
  /// Tests compare it with the archive after every turn: a difference is a change that somebody
  /// forgot to mark.
  package func fullWalk() -> [NodeID: ObjectRecord] {
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
