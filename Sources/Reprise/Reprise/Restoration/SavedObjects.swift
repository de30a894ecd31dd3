import Preservation

/// All saved objects by node.
///
/// Migrations are the app's code and may die of a record. So the launch guard is told before each one
/// whose record it is.
struct SavedObjects {
  private(set) var all: [SavedObject] = []
  private var byNode: [NodeID: SavedObject] = [:]

  /// Migrates records to this version of the app.
  ///
  /// - Parameters:
  ///   - saved: The records as they are stored.
  ///   - history: What changed in the app's types.
  ///   - leftOut: The object of which the last launch died; it stays as it is stored, with its views.
  ///   - note: Told which object is next, and `nil` at the end.
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
  /// The object to leave out next time if the launch dies of this record.
  ///
  /// For a view that is its screen; `nil` if only everything could be left out.
  var suspect: NodeID? {
    switch kind {
    case .controller, .object: node
    case .view: parent
    case .application, .window, .unreadable, .damaged: nil
    }
  }
}
