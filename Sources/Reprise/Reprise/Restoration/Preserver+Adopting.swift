import Preservation

/// Takes over what comes back, under the nodes that it had.
extension Preserver {
  /// Takes over a restored object with its node and its record.
  func adopt(_ object: any StateRestoring, record: ObjectRecord) {
    add(object, as: record.node).record = record
  }

  /// The node of an object that is part of the state.
  func adoptedNode(of object: AnyObject) -> NodeID? { entries[object: object]?.node }

  /// Has an object carry unknown values along.
  func carry(_ carried: Carried, with node: NodeID) {
    entries[node]?.setCarried(carried)
  }

  /// Takes over the application's record.
  func adoptRoot(record: ObjectRecord) {
    entries[.application]?.record = record
  }

  /// Takes over a record whose object did not come back, so that it is deleted in time.
  func adoptOrphan(_ record: ObjectRecord) {
    entries.addOrphan(record)
  }

  /// What the archive holds, except for what nobody could read.
  var storedRecords: [ObjectRecord] {
    entries.all.compactMap(\.record).filter { !$0.isStandIn }
  }
}
