import Preservation

/// One saved object on its way back: what was saved of it, and what became of it so far.
///
/// Not bound to the main thread: there is one for each object, and letting go of them would ask for the
/// thread each time.
nonisolated final class SavedObject {
  /// What was saved, as it is stored.
  let stored: ObjectRecord

  /// What was saved, as this version of the app would have saved it.
  let record: ObjectRecord

  /// Why this version of the app cannot use it, if it cannot; it is as it was saved then.
  let unknown: String?

  /// What it was saved in; `nil` for the outermost, and where that is missing.
  ///
  /// Weak, since parents may go in circles in a file that is not ours.
  weak var parent: SavedObject?

  /// What was found or made for it.
  var object: (any StateRestoring)?

  /// What it is decoded from, once somebody asked; knows what was asked for.
  var coder: Coder?

  /// Whether it is left out.
  private(set) var isDropped = false

  /// Whether it is left out, but stays in the state.
  private(set) var isKept = false

  /// Whether it has its place in the order of coming back.
  var isOrdered = false

  /// Whether it is a registered object that is being made, against circles.
  var isBeingLocated = false

  /// How many steps up a path is made of at most, against parents that go in circles.
  private static let pathLimit = 64
  private var knownPath: [String]?

  init(stored: ObjectRecord, record: ObjectRecord, unknown: String?) {
    self.stored = stored
    self.record = record
    self.unknown = unknown
  }

  /// Whether what came back goes on under the node that was saved.
  var isAdopted: Bool { record.kind == .application || (object != nil && !isKept) }

  /// Restoration identifiers from the root down, without index components (contract 2.A.5).
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

  /// Leaves it out, for good or for another version of the app to find.
  func leaveOut(keeping: Bool) {
    isDropped = true
    if keeping { isKept = true }
  }
}
