/// One object that is, or is about to be, part of the saved state.
final class PreservedObject {
  let node: NodeID
  private(set) weak var object: (any StateRestoring)?
  private(set) weak var preserver: Preserver?

  /// Whether the object waits to be encoded.
  var isDirty = false

  /// What the archive holds of it; `nil` until it was stored for the first time.
  var record: ObjectRecord?

  /// What this object passes on for another version of the app.
  private var carried = Carried()
  private var isFirstEncoding = false

  /// Makes an entry; without an object it stands for one that did not come back.
  init(node: NodeID, object: (any StateRestoring)?, preserver: Preserver) {
    self.node = node
    self.object = object
    self.preserver = preserver
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
