import Preservation

/// What comes back: objects go on under the nodes that they had.
extension Preserver {
  /// Takes over an object that was restored, with the node and the record it had.
  func adopt(_ object: any StateRestoring, record: ObjectRecord) {
    add(object, as: record.node).record = record
  }

  /// The node of an object that is part of the state already.
  func adoptedNode(of object: AnyObject) -> NodeID? { entries[object: object]?.node }

  /// Has an object pass on what it does not know itself.
  func carry(_ carried: Carried, with node: NodeID) {
    entries[node]?.setCarried(carried)
  }

  /// Takes over the application's own record.
  func adoptRoot(record: ObjectRecord) {
    entries[.application]?.record = record
  }

  /// Takes note of a record whose object did not come back, so that it is deleted in time.
  func adoptOrphan(_ record: ObjectRecord) {
    entries.addOrphan(record)
  }

  /// Marks everything, so that the next turn stores the whole interface.
  func setNeedsFullPreservation() {
    for entry in entries.all where entry.object != nil { mark(entry) }
  }
}
