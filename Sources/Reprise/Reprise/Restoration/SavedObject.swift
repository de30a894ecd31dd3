import Preservation

/// A saved object on its way back: its record, and what became of it so far.
///
/// Not isolated to the main actor: releasing an isolated object checks the thread, and there is one for
/// each saved object.
nonisolated final class SavedObject {
  /// The record as it is stored.
  let stored: ObjectRecord

  /// The record as this version of the app would have saved it.
  let record: ObjectRecord

  /// Why this version of the app cannot use the record, which is then as it is stored.
  let unknown: String?

  /// The parent; `nil` for the outermost object, and if the parent is missing.
  ///
  /// Weak, since the parents in a hostile file may form a circle.
  weak var parent: SavedObject?

  /// The object that was found or made.
  var object: (any StateRestoring)?

  /// The coder, once made; it knows which values were read.
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

  /// Whether the object goes on under its saved node.
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
