/// One object that is, or is about to be, part of the saved state.
final class PreservedObject {
  let node: NodeID
  weak var object: (any StateRestoring)?

  /// What the archive holds of it; `nil` until it was stored for the first time.
  var record: ObjectRecord?

  init(node: NodeID, object: any StateRestoring) {
    self.node = node
    self.object = object
  }
}
