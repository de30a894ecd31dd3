import Preservation

/// The entry of one object that is part of the saved state, or about to be.
final class PreservedObject {
  let node: NodeID
  private(set) weak var object: (any StateRestoring)?

  /// The preserver whose entry this is.
  let owner: PreserverOwnership

  /// The ``Restorable`` properties of the object.
  var properties: [RestorableProperty] = []

  /// Whether the object waits to be encoded.
  var isDirty = false

  /// The object's record in the archive; `nil` until it is first stored.
  var record: ObjectRecord?

  /// The record that the archive refused because it is too large.
  ///
  /// The archive is not offered it again until the object changes.
  var refused: ObjectRecord?

  /// The record that the archive was last offered, stored or refused.
  ///
  /// Objects that a refused object refers to are stored anyway.
  var newest: ObjectRecord? { refused ?? record }

  /// Unknown values that the object carries along for another version of the app.
  private var carried = UnknownRecords()
  private var isFirstEncoding = false

  /// Makes an entry; if `object` is `nil`, for an object that was not restored.
  init(node: NodeID, object: (any StateRestoring)?, owner: PreserverOwnership) {
    self.node = node
    self.object = object
    self.owner = owner
  }

  /// Whether the archive has stored, or refused, exactly this record.
  func isStored(as fresh: ObjectRecord) -> Bool {
    newest == fresh
  }

  /// Has the object carry unknown values along from now on.
  func setCarried(_ carried: UnknownRecords) {
    self.carried = carried
    isFirstEncoding = true
  }

  /// The values to carry along beside those that the object encoded itself.
  func carried(beside own: Coder) -> UnknownRecords {
    guard !carried.isEmpty else { return carried }
    carried.giveWay(to: own.values, isFirst: isFirstEncoding)
    isFirstEncoding = false
    return carried
  }
}

/// Identifies the entries of one preserver, also after that is gone.
///
/// Every turn compares owners once for each reference; that takes less time than to load a weak
/// reference to the preserver.
final class PreserverOwnership {
  /// The preserver, as long as there is one.
  weak var preserver: (any StateMarking)?
}
