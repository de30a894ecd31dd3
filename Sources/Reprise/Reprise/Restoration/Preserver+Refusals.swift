import Preservation

extension Preserver {
  /// A line about the objects that are too large to be stored, if there are any.
  var refusal: String? {
    guard let node = refusedNodes.min() else { return nil }
    let others = refusedNodes.count - 1
    let more = others == 0 ? "" : others == 1 ? " and one more" : " and \(others) more"
    return "not saved, larger than \(Self.limit): \(place(of: node))\(more)"
  }

  private static var limit: String { "\(StateArchive.recordLimit >> 20) MiB" }

  /// Notes that an object is too large to be stored; it is tried again when it changes.
  func refuse(_ record: ObjectRecord) {
    guard let entry = entries[record.node] else { return }
    entry.refused = record
    guard refusedNodes.insert(record.node).inserted else { return }
    remark("\(place(of: record.node)) is larger than \(Self.limit): it is not saved as it is now")
  }

  /// Notes that an object is stored as it is, or gone.
  func accept(_ node: NodeID) {
    guard refusedNodes.remove(node) != nil else { return }
    entries[node]?.refused = nil
  }

  /// The place of an object, as identifiers from the root down.
  private func place(of node: NodeID) -> String {
    guard let object = entries[node]?.object else { return "an object" }
    var names: [String] = []
    var next: (any StateRestoring)? = object
    while let current = next {
      if let name = identifier(of: current), !isRoot(current) {
        names.insert(name, at: 0)
      }
      next = current.restorationParent
    }
    return names.isEmpty ? "an object" : "\"\(names.joined(separator: "/"))\""
  }
}
