import Preservation

/// The entries of all objects that are part of the state, by node and by object.
struct PreservedObjects {
  /// Identifies the entries of this preserver.
  let ownership = PreserverOwnership()

  private var byNode: [NodeID: PreservedObject] = [:]

  /// The entries of objects that are no responders; responders hold their own.
  private var others: [Int: PreservedObject] = [:]

  /// The entry of a node.
  subscript(node: NodeID) -> PreservedObject? { byNode[node] }

  /// The entry of an object.
  subscript(object object: AnyObject) -> PreservedObject? {
    if let responder = object as? Responder {
      return responder.preserved.flatMap { $0.owner === ownership ? $0 : nil }
    }
    // The address may belong to another object by now.
    return others[ObjectIdentifier(object).number].flatMap { $0.object === object ? $0 : nil }
  }

  /// All entries, in no order.
  var all: some Collection<PreservedObject> { byNode.values }

  /// Makes the entry of an object, in place of a former one.
  mutating func add(_ object: any StateRestoring, as node: NodeID) -> PreservedObject {
    let entry = PreservedObject(node: node, object: object, owner: ownership)
    if let old = self[object: object] {
      byNode[old.node] = old.record == nil ? nil : old
    }
    byNode[node] = entry
    if let responder = object as? Responder {
      responder.preserved = entry
    } else {
      others[ObjectIdentifier(object).number] = entry
    }
    return entry
  }

  /// Makes the entry of a record whose object was not restored.
  mutating func addOrphan(_ record: ObjectRecord) {
    let entry = PreservedObject(node: record.node, object: nil, owner: ownership)
    entry.record = record
    byNode[record.node] = entry
  }

  /// Removes the entry of a node.
  mutating func remove(_ node: NodeID) {
    guard let entry = byNode.removeValue(forKey: node) else { return }
    if let responder = entry.object as? Responder {
      if responder.preserved === entry { responder.preserved = nil }
    } else {
      others = others.filter { $0.value !== entry }
    }
  }

  /// The entries that references lead to from the application, each behind the first that refers to it.
  var walk: [PreservedObject] {
    var walk = [byNode[.application]].compactMap(\.self)
    var found: Set<NodeID> = [.application]
    var position = 0
    while position < walk.count {
      for next in walk[position].newest?.references ?? [] where found.insert(next).inserted {
        if let entry = byNode[next] { walk.append(entry) }
      }
      position += 1
    }
    return walk
  }

  /// The nodes reachable by references from the application.
  ///
  /// - Parameter fresh: Records that are about to be stored: their references count in place of stored
  ///   ones.
  func reachable(with fresh: [ObjectRecord]) -> Set<NodeID> {
    let fresh = Dictionary(fresh.map { ($0.node, $0.references) }) { first, _ in first }
    var found: Set<NodeID> = [.application]
    var queue = [NodeID.application]
    while let node = queue.popLast() {
      let references = fresh[node] ?? byNode[node]?.newest?.references ?? []
      for next in references where found.insert(next).inserted { queue.append(next) }
    }
    return found
  }
}
