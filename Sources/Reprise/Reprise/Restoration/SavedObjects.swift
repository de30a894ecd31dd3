import Preservation

/// All saved objects by node.
///
/// A migration is the app's code and may crash on a record, so the launch guard learns which record comes next.
struct SavedObjects {
  private(set) var all: [SavedObject] = []
  private var byNode: [NodeID: SavedObject] = [:]

  /// Migrates records to this version of the app.
  ///
  /// - Parameters:
  ///   - saved: The records as they are stored.
  ///   - history: The changes in the app's types.
  ///   - leftOut: The object that the last launch died of; it stays as stored, with its views.
  ///   - note: Called with the next object, and with `nil` at the end.
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

/// A saved object during restoration: its record, and the outcome so far.
///
/// Not isolated to the main actor: releasing an isolated object checks the thread, and there is one for
/// each saved object.
nonisolated final class SavedObject {
  /// The record as it is stored.
  let stored: ObjectRecord

  /// The record as this version of the app would have saved it.
  let record: ObjectRecord

  /// Why this version of the app cannot use the record, which then stays as stored.
  let unknown: String?

  /// The parent; `nil` for the outermost object, and if the parent is missing.
  ///
  /// Weak, since the parents in a hostile file may form a circle.
  weak var parent: SavedObject?

  /// The object that was found or made.
  var object: (any StateRestoring)?

  /// The coder, once made; it records which values were read.
  var coder: Coder?

  /// Whether the object is left out.
  private(set) var isDropped = false

  /// Whether the object is left out, but stays in the state.
  private(set) var isKept = false

  /// Whether the object is in the order of restoring already.
  var isOrdered = false

  /// Whether it is a registered object being made, to stop at circles.
  var isBeingLocated = false

  /// The most steps of a path, to stop where parents form a circle.
  private static let pathLimit = 64
  private var knownPath: [String]?

  init(stored: ObjectRecord, record: ObjectRecord, unknown: String?) {
    self.stored = stored
    self.record = record
    self.unknown = unknown
  }

  /// Whether the object continues to use its saved node.
  var isAdopted: Bool { record.kind == .application || (object != nil && !isKept) }

  /// The restoration identifiers from the root down, without indices (contract 2.A.5).
  var path: [String] {
    if let knownPath { return knownPath }
    var path: [String] = []
    var current: SavedObject? = self
    for _ in 0..<Self.pathLimit {
      guard let step = current else { break }
      if let rest = step.knownPath {
        path += rest.reversed()
        break
      }
      if step.isNamed { path.append(step.record.identifier) }
      current = step.parent
    }
    path = path.prefix(Self.pathLimit).reversed()
    knownPath = path
    return path
  }

  private var isNamed: Bool { record.kind != .application && record.kind != .window }

  /// Leaves the object out, for good or for another version of the app.
  func leaveOut(keeping: Bool) {
    isDropped = true
    if keeping { isKept = true }
  }
}
