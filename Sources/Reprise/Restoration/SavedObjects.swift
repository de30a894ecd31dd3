import Preservation

/// All saved objects, by their nodes.
///
/// Migrations are the app's own code and may die of what they read, so the launch guard hears before
/// each record whose object it is (design 3 "Coming back").
struct SavedObjects {
  private(set) var all: [SavedObject] = []
  private var byNode: [NodeID: SavedObject] = [:]

  /// Brings records up to date.
  ///
  /// - Parameters:
  ///   - saved: The records as they are stored.
  ///   - history: What changed in the types of the app.
  ///   - leftOut: The object that the last launch died of; it and its views stay as they were saved.
  ///   - note: Hears which object is dealt with next, and none at the end.
  init(
    _ saved: [ObjectRecord], by history: RestorationHistory, without leftOut: NodeID?,
    note: (NodeID?) -> Void
  ) {
    all.reserveCapacity(saved.count)
    byNode.reserveCapacity(saved.count)
    for record in saved {
      let object: SavedObject
      if let leftOut, record.node == leftOut || record.suspect == leftOut {
        object = SavedObject(stored: record, record: record, unknown: nil)
      } else {
        note(record.suspect)
        object = Self.updated(record, by: history)
      }
      all.append(object)
      byNode[record.node] = object
    }
    note(nil)
    for object in all { object.parent = object.record.parent.flatMap { byNode[$0] } }
  }

  /// The object of a node.
  subscript(node: NodeID) -> SavedObject? { byNode[node] }

  private static func updated(
    _ record: ObjectRecord, by history: RestorationHistory
  ) -> SavedObject {
    do {
      return SavedObject(stored: record, record: try history.updated(record), unknown: nil)
    } catch {
      return SavedObject(stored: record, record: record, unknown: error.reason)
    }
  }
}

extension ObjectRecord {
  /// The object to leave out next time if the launch dies while the record is dealt with.
  ///
  /// Of a view that is its screen; where nothing less than everything could be left out, none.
  var suspect: NodeID? {
    switch kind {
    case .controller, .object: node
    case .view: parent
    case .application, .window, .unreadable, .damaged: nil
    }
  }
}
