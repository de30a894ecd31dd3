import Preservation

/// One object that is, or is about to be, part of the saved state.
final class PreservedObject {
  let node: NodeID
  private(set) weak var object: (any StateRestoring)?

  /// Whose entry this is.
  let owner: PreserverOwnership

  /// What the object keeps by ``Restorable``.
  var properties: [RestorableProperty] = []

  /// Whether the object waits to be encoded.
  var isDirty = false

  /// What the archive holds of it; `nil` until it was stored for the first time.
  var record: ObjectRecord?

  /// What the archive refused of it, as long as the object is too large.
  ///
  /// It is not handed to the archive again before it has changed.
  var refused: ObjectRecord?

  /// What was last handed to the archive of it, stored or not.
  ///
  /// What an object refers to is kept although the object itself is too large.
  var newest: ObjectRecord? { refused ?? record }

  /// What this object passes on for another version of the app.
  private var carried = Carried()
  private var isFirstEncoding = false

  /// Makes an entry; without an object it stands for one that did not come back.
  init(node: NodeID, object: (any StateRestoring)?, owner: PreserverOwnership) {
    self.node = node
    self.object = object
    self.owner = owner
  }

  /// Whether the archive holds exactly this of the object, or has refused exactly this.
  func isStored(as fresh: ObjectRecord) -> Bool {
    newest == fresh
  }

  /// Has the object pass something on from now on.
  func setCarried(_ carried: Carried) {
    self.carried = carried
    isFirstEncoding = true
  }

  /// What is passed on beside what the object itself encoded.
  func carried(beside own: Coder) -> Carried {
    guard !carried.isEmpty else { return carried }
    carried.giveWay(to: own.values, isFirst: isFirstEncoding)
    isFirstEncoding = false
    return carried
  }
}

/// What tells the entries of one preserver from those of others, also when it is no more.
///
/// Every turn compares owners, once for each object that is referred to. To compare these takes less time
/// than to load a weak reference to the preserver.
final class PreserverOwnership {
  /// The preserver, as long as there is one.
  weak var preserver: (any StateMarking)?
}
