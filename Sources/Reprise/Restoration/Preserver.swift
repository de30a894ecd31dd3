import Preservation

/// Keeps the archive equal to the interface: encodes what changed in a turn, and nothing else.
///
/// An object is part of the state when the application, a window, or another object that is part of
/// it refers to it (contract 2.1, 2.6). Objects say that they changed by `setNeedsPreservation()`;
/// those that a changed one refers to for the first time are encoded with it; those that nothing
/// refers to any more are deleted.
package final class Preserver {
  let registry: RestorationRegistry
  let environment: Environment

  /// The objects that are neither views nor controllers.
  var registered = RegisteredObjects()

  /// Hears what the report of this launch should say.
  var remark: (String) -> Void = { _ in }

  /// Hears that an object was marked.
  var didMark: () -> Void = {}

  private var byNode: [NodeID: PreservedObject] = [:]
  private var dirty: [PreservedObject] = []

  /// What was collected last, as long as nothing was marked since.
  private var collected: ArchiveChanges?

  /// The objects that are too large to be stored as they are.
  var refusedNodes: Set<NodeID> = []

  /// The entries of objects that are no responders, which hold theirs themselves.
  private var others: [Int: PreservedObject] = [:]

  private let ownership = PreserverOwnership()

  /// Whether objects are being asked for their state.
  private(set) var isCollecting = false

  /// Hears what comes back while the state is being restored.
  var noteRestoring: ((NodeID?) -> Void)?
  var restoringNode: NodeID?

  init(registry: RestorationRegistry, environment: Environment) {
    self.registry = registry
    self.environment = environment
    ownership.preserver = self
  }

  /// Makes an object the place where the walk begins: the application.
  func setRoot(_ object: any StateRestoring) {
    let root = PreservedObject(node: .application, object: object, owner: ownership)
    add(root, object)
    mark(root)
  }

  /// What the application is called, the same in every app.
  static let rootIdentifier = "application"

  /// Whether an object is the one that the walk begins at.
  func isRoot(_ object: AnyObject) -> Bool { byNode[.application]?.object === object }

  // MARK: - Marking

  /// Says that an object's state changed.
  ///
  /// Objects that are not part of the state are passed over: they are encoded when something first
  /// refers to them.
  func setNeedsPreservation(_ object: any StateRestoring) {
    if let entry = entry(of: object) { mark(entry) }
  }

  /// Has an object encoded with this turn.
  func mark(_ entry: PreservedObject) {
    collected = nil
    guard !entry.isDirty else { return }
    entry.isDirty = true
    dirty.append(entry)
    didMark()
  }

  /// Whether there is anything to encode.
  var isDirty: Bool { !dirty.isEmpty }

  /// The nodes that wait to be encoded.
  var dirtyObjects: Set<NodeID> { Set(dirty.map(\.node)) }

  // MARK: - Encoding

  /// Encodes what is marked and returns what the archive needs to be told.
  ///
  /// Call ``didCommit(_:refusing:)`` when it was stored. Until then everything stays marked, and asking again
  /// encodes nothing again unless something was marked meanwhile.
  func collectChanges() -> ArchiveChanges {
    if let collected { return collected }
    var changes = ArchiveChanges()
    changes.upserts.reserveCapacity(dirty.count)
    var linksChanged = false
    var position = 0
    while position < dirty.count {
      let entry = dirty[position]
      position += 1
      // One that was taken over by another entry, or another application, is not ours to ask.
      guard let object = entry.object, self.entry(of: object) === entry else { continue }
      let record = encode(object, of: entry)
      if entry.isStored(as: record) { continue }
      if entry.refused != nil, entry.record == record {
        // It is what is stored again.
        accept(entry.node)
        continue
      }
      if record.references != entry.newest?.references ?? [] { linksChanged = true }
      changes.upserts.append(record)
    }
    if linksChanged { leaveOutUnreachable(in: &changes) }
    collected = changes
    return changes
  }

  /// Has only objects stored that something refers to, and those deleted that nothing does any more.
  private func leaveOutUnreachable(in changes: inout ArchiveChanges) {
    let reachable = reachableNodes(with: changes.upserts)
    changes.upserts.removeAll { !reachable.contains($0.node) }
    for node in refusedNodes where !reachable.contains(node) { accept(node) }
    changes.deletions = byNode.values
      .filter { $0.record != nil && !reachable.contains($0.node) }.map(\.node).sorted()
  }

  /// Takes note that the archive holds the changes now, but for those that are too large.
  func didCommit(_ changes: ArchiveChanges, refusing nodes: [NodeID] = []) {
    collected = nil
    let nodes = Set(nodes)
    for record in changes.upserts {
      if nodes.contains(record.node) {
        refuse(record)
      } else {
        byNode[record.node]?.record = record
        accept(record.node)
      }
    }
    for node in changes.deletions { forget(node) }
    for entry in dirty { entry.isDirty = false }
    dirty = []
  }

  private func forget(_ node: NodeID) {
    accept(node)
    guard let entry = byNode.removeValue(forKey: node) else { return }
    if let responder = entry.object as? Responder {
      if responder.preserved === entry { responder.preserved = nil }
    } else {
      others = others.filter { $0.value !== entry }
    }
  }

  /// What the object of a node would be stored as now; of one that is only kept, what is stored.
  func encodedRecord(of node: NodeID) -> ObjectRecord? {
    guard let entry = byNode[node] else { return nil }
    return entry.object.map { encode($0, of: entry) } ?? entry.record
  }

  /// Calls something that asks objects for their state.
  func collect(_ ask: () -> Void) {
    isCollecting = true
    defer { isCollecting = false }
    ask()
  }

  /// What an object is to be stored as.
  private func encode(_ object: any StateRestoring, of entry: PreservedObject) -> ObjectRecord {
    let coder = Coder([], references: self, environment: environment)
    collect {
      object.encodeRestorableState(with: coder)
      encode(entry.properties, with: coder)
      (object as? ViewController)?.encodeScene(with: coder)
    }
    let type = registry.savedType(of: object)
    return ObjectRecord(
      node: entry.node, kind: kind(of: object), parent: parentNode(of: object),
      identifier: identifier(of: object) ?? "", index: index(of: object), typeKey: type.key,
      schema: type.schema, restorationClass: restorationClassKey(of: object),
      keyedValues: coder.keyedValues, carried: entry.carried(beside: coder))
  }

  private func kind(of object: any StateRestoring) -> ObjectRecord.Kind {
    if let responder = object as? Responder { return responder.recordKind }
    return isRoot(object) ? .application : .object
  }

  /// The nearest object further up that is preserved.
  private func parentNode(of object: any StateRestoring) -> NodeID? {
    var parent = object.restorationParent
    while let candidate = parent {
      if let node = reference(to: candidate) { return node }
      parent = candidate.restorationParent
    }
    return object is Window ? .application : nil
  }

  private func reachableNodes(with fresh: [ObjectRecord]) -> Set<NodeID> {
    let fresh = Dictionary(fresh.map { ($0.node, $0.references) }) { first, _ in first }
    var found: Set<NodeID> = [.application]
    var queue = [NodeID.application]
    while let node = queue.popLast() {
      let references = fresh[node] ?? byNode[node]?.newest?.references ?? []
      for next in references where found.insert(next).inserted { queue.append(next) }
    }
    return found
  }

  // MARK: - Coming back

  /// Takes over an object that was restored, with the node and the record it had.
  func adopt(_ object: any StateRestoring, record: ObjectRecord) {
    let entry = PreservedObject(node: record.node, object: object, owner: ownership)
    entry.record = record
    add(entry, object)
  }

  /// The node of an object that is part of the state already.
  func adoptedNode(of object: AnyObject) -> NodeID? { entry(of: object)?.node }

  /// Has an object pass on what it does not know itself.
  func carry(_ carried: Carried, with node: NodeID) {
    byNode[node]?.setCarried(carried)
  }

  /// Takes over the application's own record.
  func adoptRoot(record: ObjectRecord) {
    byNode[.application]?.record = record
  }

  /// Takes note of a record whose object did not come back, so that it is deleted in time.
  func adoptOrphan(_ record: ObjectRecord) {
    let entry = PreservedObject(node: record.node, object: nil, owner: ownership)
    entry.record = record
    byNode[record.node] = entry
  }

  /// Marks everything, so that the next turn stores the whole interface.
  func setNeedsFullPreservation() {
    for entry in byNode.values where entry.object != nil { mark(entry) }
  }

  private func add(_ entry: PreservedObject, _ object: any StateRestoring) {
    if let old = self.entry(of: object) {
      byNode[old.node] = old.record == nil ? nil : old
    }
    byNode[entry.node] = entry
    entry.properties = attachedProperties(of: object, to: entry)
    if let responder = object as? Responder {
      responder.preserved = entry
    } else {
      others[ObjectIdentifier(object).number] = entry
    }
  }

  func entry(for node: NodeID) -> PreservedObject? { byNode[node] }

  func entry(of object: AnyObject) -> PreservedObject? {
    if let responder = object as? Responder {
      return responder.preserved.flatMap { $0.owner === ownership ? $0 : nil }
    }
    // Where an object died another one may lie now.
    return others[ObjectIdentifier(object).number].flatMap { $0.object === object ? $0 : nil }
  }
}

extension Preserver: StateMarking {}

extension Preserver: ReferenceCoding {
  /// The node of an object, given out and marked for encoding when it is new.
  ///
  /// Objects without a restoration identifier have none (contract 2.2, 2.9).
  package func reference(to object: AnyObject) -> NodeID? {
    if registry.restoresByFactory, let controller = object as? ViewController {
      registry.giveDefaultIdentifier(to: controller)
    }
    guard let object = restorable(object), isPreservable(object) else {
      noteUnregistered(object)
      return nil
    }
    if let entry = entry(of: object) {
      // One that was left out before it was ever stored.
      if entry.record == nil { mark(entry) }
      return entry.node
    }
    let entry = PreservedObject(node: .random(), object: object, owner: ownership)
    add(entry, object)
    mark(entry)
    return entry.node
  }

  package func object(for node: NodeID) -> AnyObject? { byNode[node]?.object }

  package func coder(for node: NodeID) -> Coder? { nil }

  package func noteKitKey(_ key: String) {
    remark("the key \"\(key)\" is the kit's own: what was written under it is not kept")
  }

  private func isPreservable(_ object: any StateRestoring) -> Bool {
    object is Window || identifier(of: object) != nil
  }

  /// The object as something restorable.
  ///
  /// Nearly all of them are responders or known already; asking for a protocol is far dearer than
  /// either.
  private func restorable(_ object: AnyObject) -> (any StateRestoring)? {
    if let responder = object as? Responder { return responder }
    return entry(of: object)?.object ?? object as? any StateRestoring
  }
}
