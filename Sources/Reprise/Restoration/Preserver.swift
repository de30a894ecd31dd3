import Preservation

/// Keeps the archive equal to the interface: encodes what changed in a turn, and nothing else.
///
/// An object is part of the state when the application, a window, or another object that is part of
/// it refers to it (contract 2.1, 2.6). Objects say that they changed by `setNeedsPreservation()`;
/// those that a changed one refers to for the first time are encoded with it; those that nothing
/// refers to any more are deleted.
package final class Preserver: StateMarking {
  let registry: RestorationRegistry
  let environment: Environment

  /// The objects that are neither views nor controllers.
  var registered = RegisteredObjects()

  /// Hears what the report of this launch should say.
  var remark: (String) -> Void = { _ in }

  /// Hears that an object was marked.
  var didMark: () -> Void = {}

  /// The objects that are part of the state.
  var entries = PreservedObjects()

  private var dirty: [PreservedObject] = []

  /// What was collected last, as long as nothing was marked since.
  private var collected: ArchiveChanges?

  /// The objects that are too large to be stored as they are.
  var refusedNodes: Set<NodeID> = []

  /// Whether objects are being asked for their state.
  private(set) var isCollecting = false

  /// Hears what comes back while the state is being restored.
  var noteRestoring: ((NodeID?) -> Void)?
  var restoringNode: NodeID?

  init(registry: RestorationRegistry, environment: Environment) {
    self.registry = registry
    self.environment = environment
    entries.ownership.preserver = self
  }

  /// Makes an object the place where the walk begins: the application.
  func setRoot(_ object: any StateRestoring) {
    mark(add(object, as: .application))
  }

  /// What the application is called, the same in every app.
  static let rootIdentifier = "application"

  /// Whether an object is the one that the walk begins at.
  func isRoot(_ object: AnyObject) -> Bool { entries[.application]?.object === object }

  /// Makes an object part of the state under a node.
  func add(_ object: any StateRestoring, as node: NodeID) -> PreservedObject {
    let entry = entries.add(object, as: node)
    entry.properties = attachedProperties(of: object, to: entry)
    return entry
  }

  // MARK: - Marking

  /// Says that an object's state changed.
  ///
  /// Objects that are not part of the state are passed over: they are encoded when something first
  /// refers to them.
  func setNeedsPreservation(_ object: any StateRestoring) {
    if let entry = entries[object: object] { mark(entry) }
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
      guard let object = entry.object, entries[object: object] === entry else { continue }
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
    let reachable = entries.reachable(with: changes.upserts)
    changes.upserts.removeAll { !reachable.contains($0.node) }
    for node in refusedNodes where !reachable.contains(node) { accept(node) }
    changes.deletions = entries.all
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
        entries[record.node]?.record = record
        accept(record.node)
      }
    }
    for node in changes.deletions {
      accept(node)
      entries.remove(node)
    }
    for entry in dirty { entry.isDirty = false }
    dirty = []
  }

  /// What the object of a node would be stored as now; of one that is only kept, what is stored.
  func encodedRecord(of node: NodeID) -> ObjectRecord? {
    guard let entry = entries[node] else { return nil }
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
}
