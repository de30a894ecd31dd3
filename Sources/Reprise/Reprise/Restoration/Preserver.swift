import Preservation

/// Keeps the archive equal to the interface: encodes what changed in a turn, and nothing else.
///
/// An object is part of the state if the application, a window, or another object that is part of it
/// refers to it (contract 2.1, 2.6). `setNeedsPreservation()` marks an object dirty. An object that a
/// dirty one refers to for the first time is encoded with it; one that nothing refers to any more is
/// deleted.
package final class Preserver: StateMarking {
  let registry: RestorationRegistry
  let environment: Environment

  /// The registered objects, which are neither views nor controllers.
  var registered = RegisteredObjects()

  /// Adds a line to the report of this launch.
  var remark: (String) -> Void = { _ in }

  /// Called when an object was marked dirty.
  var didMark: () -> Void = {}

  /// The entries of the objects that are part of the state.
  var entries = PreservedObjects()

  private var dirty: [PreservedObject] = []

  /// The changes collected last, unless an object was marked since.
  private var collected: ArchiveChanges?

  /// The nodes of objects that are too large to be stored.
  var refusedNodes: Set<NodeID> = []

  /// Whether objects are being encoded.
  private(set) var isCollecting = false

  /// Told which object is being restored, while the state is.
  var noteRestoring: ((NodeID?) -> Void)?
  var restoringNode: NodeID?

  init(registry: RestorationRegistry, environment: Environment) {
    self.registry = registry
    self.environment = environment
    entries.ownership.preserver = self
  }

  /// Makes an object the root of the state: the application.
  func setRoot(_ object: any StateRestoring) {
    mark(add(object, as: .application))
  }

  /// The identifier of the application, the same in every app.
  static let rootIdentifier = "application"

  /// Whether an object is the root of the state.
  func isRoot(_ object: AnyObject) -> Bool { entries[.application]?.object === object }

  /// Makes an object part of the state under a node.
  func add(_ object: any StateRestoring, as node: NodeID) -> PreservedObject {
    let entry = entries.add(object, as: node)
    if !(object is Responder) { registered.noteReference(to: object) }
    entry.properties = attachedProperties(of: object, to: entry)
    return entry
  }

  // MARK: - Marking

  /// Marks an object dirty.
  ///
  /// Does nothing for an object that is not part of the state: it is encoded when something first
  /// refers to it.
  func setNeedsPreservation(_ object: any StateRestoring) {
    if let entry = entries[object: object] { mark(entry) }
  }

  /// Marks an entry dirty, so that this turn encodes its object.
  func mark(_ entry: PreservedObject) {
    collected = nil
    guard !entry.isDirty else { return }
    entry.isDirty = true
    dirty.append(entry)
    didMark()
  }

  /// Marks everything, so that the next turn stores the whole interface.
  ///
  /// It is encoded from the application down, whatever was marked before (contract 2.1, 2.6). What nothing refers to yet
  /// comes last.
  func setNeedsFullPreservation() {
    let marked = dirty
    for entry in marked { entry.isDirty = false }
    dirty = []
    for entry in entries.walk + marked + Array(entries.all) where entry.object != nil {
      mark(entry)
    }
  }

  /// Whether an object waits to be encoded.
  var isDirty: Bool { !dirty.isEmpty }

  /// Whether the changes were collected and nothing was marked since.
  var isCollected: Bool { collected != nil }

  /// The nodes of the objects that wait to be encoded.
  var dirtyObjects: Set<NodeID> { Set(dirty.map(\.node)) }

  // MARK: - Encoding

  /// Encodes the dirty objects and returns the changes for the archive.
  ///
  /// Call ``didCommit(_:refusing:)`` once they are stored. Until then everything stays dirty; a second
  /// call returns the same changes unless an object was marked meanwhile.
  func collectChanges() -> ArchiveChanges {
    if let collected { return collected }
    var changes = ArchiveChanges()
    changes.upserts.reserveCapacity(dirty.count)
    var linksChanged = false
    var position = 0
    while position < dirty.count {
      let entry = dirty[position]
      position += 1
      // The object has another entry by now, or belongs to another application.
      guard let object = entry.object, entries[object: object] === entry else { continue }
      let record = encode(object, of: entry)
      if entry.isStored(as: record) { continue }
      if entry.refused != nil, entry.record == record {
        // The object is again as it is stored.
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

  /// Takes out unreachable objects, and deletes those that are stored.
  private func leaveOutUnreachable(in changes: inout ArchiveChanges) {
    let reachable = entries.reachable(with: changes.upserts)
    changes.upserts.removeAll { !reachable.contains($0.node) }
    for node in refusedNodes where !reachable.contains(node) { accept(node) }
    changes.deletions = entries.all
      .filter { $0.record != nil && !reachable.contains($0.node) }.map(\.node).sorted()
  }

  /// Notes that the archive has stored the changes, except for refused objects.
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

  /// The record of a node as its object would be stored now; the stored record if it has no object.
  func encodedRecord(of node: NodeID) -> ObjectRecord? {
    guard let entry = entries[node] else { return nil }
    return entry.object.map { encode($0, of: entry) } ?? entry.record
  }

  /// Runs something that encodes objects.
  func collect(_ ask: () -> Void) {
    isCollecting = true
    defer { isCollecting = false }
    ask()
  }

  /// Encodes an object.
  private func encode(_ object: any StateRestoring, of entry: PreservedObject) -> ObjectRecord {
    let coder = Coder([], references: self, userInfo: environment)
    collect {
      object.encodeRestorableState(with: coder)
      encode(entry.properties, of: object, with: coder)
      if let controller = object as? ViewController {
        controller.encodeScene(with: coder)
        encodeChildren(of: controller, with: coder)
      }
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

  /// The node of the nearest ancestor that is preserved.
  private func parentNode(of object: any StateRestoring) -> NodeID? {
    var parent = object.restorationParent
    while let candidate = parent {
      if let node = reference(to: candidate) { return node }
      parent = candidate.restorationParent
    }
    return object is Window ? .application : nil
  }
}
