import Preservation

/// Keeps the archive equal to the interface: encodes only the changes of a turn.
///
/// An object is part of the state if the application, a window, or another object of the state refers to it
/// (contract 2.1, 2.6). `setNeedsPreservation()` marks an object dirty. An object that a dirty one refers to
/// for the first time is encoded with it; an object without references is deleted.
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
  private var refusedNodes: Set<NodeID> = []

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
  private func isRoot(_ object: AnyObject) -> Bool { entries[.application]?.object === object }

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
  /// All objects are encoded from the application down, whatever was marked before (contract 2.1,
  /// 2.6). Objects without a reference to them come last.
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

  /// Removes unreachable objects, and deletes the stored ones.
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

  // MARK: - Registered objects

  /// Registers an object under an identifier.
  func register(_ object: any StateRestoring, restorationIdentifier: String) {
    guard !(object is Responder), !isRoot(object) else {
      return remark("views and controllers are not registered: set their restorationIdentifier")
    }
    if registered.register(object, identifier: restorationIdentifier) {
      remark(
        "several registered objects in one place are named \"\(restorationIdentifier)\": "
          + "only the order of their registration distinguishes them")
    }
    setNeedsPreservation(object)
  }

  /// The restoration identifier of an object; `nil` if it is not preserved.
  func identifier(of object: any StateRestoring) -> String? {
    if let responder = object as? Responder { return responder.restorationIdentifier }
    if isRoot(object) { return Self.rootIdentifier }
    return registered.identifier(of: object)
  }

  /// The index that distinguishes siblings with the same identifier (contract 2.A.3, 2.A.4).
  func index(of object: any StateRestoring) -> Int? {
    if let controller = object as? ViewController {
      guard let index = controller.parent?.restorationIndex(of: controller) else { return nil }
      // Stacks and splits tell their children apart whatever those are called.
      let parent = controller.parent
      if !(parent is NavigationController || parent is SplitViewController) {
        noteNamesakes(of: controller)
      }
      return index
    }
    return object is Responder || isRoot(object) ? nil : registered.index(of: object)
  }

  /// The key of the restoration class of an object.
  private func restorationClassKey(of object: any StateRestoring) -> String? {
    if let controller = object as? ViewController {
      guard let type = controller.restorationClass else { return nil }
      return registry.key(forRestorationClass: type) ?? unregistered(type, of: controller)
    }
    return object.objectRestorationClass.flatMap(registry.key(forObjectRestorationClass:))
  }

  /// Reports a reference to an object that is not registered, once for each type.
  func noteUnregistered(_ object: AnyObject) {
    guard !(object is Responder), object is any StateRestoring else { return }
    let name = String(describing: type(of: object))
    remark("a \(name) is referenced but not registered: it is not saved")
  }

  // MARK: - Taking over

  /// Takes over a restored object with its node and its record.
  func adopt(_ object: any StateRestoring, record: ObjectRecord) {
    add(object, as: record.node).record = record
  }

  /// The node of an object that is part of the state.
  func adoptedNode(of object: AnyObject) -> NodeID? { entries[object: object]?.node }

  /// Has an object carry unknown values along.
  func carry(_ carried: UnknownRecords, with node: NodeID) {
    entries[node]?.setCarried(carried)
  }

  /// Takes over the application's record.
  func adoptRoot(record: ObjectRecord) {
    entries[.application]?.record = record
  }

  /// Takes over a record whose object was not restored, so that it is deleted eventually.
  func adoptOrphan(_ record: ObjectRecord) {
    entries.addOrphan(record)
  }

  /// The records in the archive, except for unreadable ones.
  var storedRecords: [ObjectRecord] {
    entries.all.compactMap(\.record).filter { !$0.isStandIn }
  }

  /// Notes which object is being restored now; `nil` stands for the app as a whole.
  func enterRestoring(_ node: NodeID?) {
    restoringNode = node
    noteRestoring?(node)
  }

  /// Notes that the view of a screen loads, which may happen while another object is being restored.
  ///
  /// Returns the object that was being restored; `nil` when nothing is being restored.
  func enterLoading(of screen: any StateRestoring) -> NodeID?? {
    guard noteRestoring != nil, let node = adoptedNode(of: screen) else { return nil }
    let outer = restoringNode
    enterRestoring(node)
    return .some(outer)
  }

  /// Encodes the whole current interface; see ``StatePreservation/fullWalk()``.
  func fullWalk() -> [NodeID: ObjectRecord] {
    var found: [NodeID: ObjectRecord] = [:]
    var queue: [NodeID] = [.application]
    while let node = queue.popLast() {
      guard found[node] == nil, let record = encodedRecord(of: node) else { continue }
      found[node] = record
      queue += record.references
    }
    return found
  }

  // MARK: - Objects that are too large

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
    remark("\(place(of: record.node)) is larger than \(Self.limit): its current state is not saved")
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

  // MARK: - Containers

  /// Refers to the identified children of a container that it has not referred to itself (contract 2.5).
  ///
  /// So a container keeps its children without code of its own. Those of the kit refer to their children themselves.
  private func encodeChildren(of controller: ViewController, with coder: Coder) {
    guard !controller.children.isEmpty, controller.encodesChildren else { return }
    let known = coder.keyedValues.flatMap(\.value.references)
    let missing = controller.children.compactMap { reference(to: $0) }.filter {
      !known.contains($0)
    }
    guard !missing.isEmpty else { return }
    coder.encodeKitState {
      coder.encode(
        value: .array(missing.map(Value.reference)), forKey: ViewController.StateKey.children)
    }
  }

  // MARK: - Remarks

  /// Reports siblings with the same identifier, which only their order distinguishes (contract 2.A.3).
  func noteNamesakes(of controller: ViewController) {
    remark(
      "several controllers in one place are named \"\(controller.restorationIdentifier ?? "")\": "
        + "only their order distinguishes them")
  }

  /// Reports a restoration class without a key, which the state cannot name (contract 3.8).
  func unregistered(
    _ type: any ViewControllerRestoration.Type, of controller: ViewController
  ) -> String? {
    remark(
      "the restoration class \(String(describing: type)) of "
        + "\"\(controller.restorationIdentifier ?? "")\" is not registered: it will not be used")
    return nil
  }

  // MARK: - Restorable properties

  /// The properties of an object, set to mark its entry dirty when they change.
  private func attachedProperties(
    of object: AnyObject, to entry: PreservedObject
  ) -> [RestorableProperty] {
    let properties = properties(of: object)
    noteTwins(among: properties, of: object)
    for property in properties {
      property.didChange = { [weak entry] in
        if let entry { entry.owner.preserver?.mark(entry) }
      }
    }
    return properties
  }

  /// Responders found theirs when they were made.
  private func properties(of object: AnyObject) -> [RestorableProperty] {
    (object as? Responder)?.restorables ?? RestorableProperties.find(in: object)
  }

  /// Has the properties of an object write their values, after the object itself.
  func encode(_ properties: [RestorableProperty], of object: AnyObject, with coder: Coder) {
    if properties.isEmpty { return }
    for property in properties where coder.containsValue(forKey: property.key) {
      remark(
        "\(name(of: object)) encodes \"\(property.key)\" itself and has a property with that key: "
          + "only the property is saved")
    }
    for property in properties {
      do {
        try property.encode(with: coder)
      } catch {
        remark("the value of \"\(property.key)\" could not be encoded: \(error)")
      }
    }
  }

  /// Has an object read its state, its properties first.
  func decode(_ object: any StateRestoring, with coder: Coder) {
    for property in entries[object: object]?.properties ?? properties(of: object) {
      property.decode(with: coder)
    }
    object.decodeRestorableState(with: coder)
    noteMismatches(in: coder, of: object)
  }

  /// Reports two properties with the same key, of which only the last is restored.
  func noteTwins(among properties: [RestorableProperty], of object: AnyObject) {
    if properties.count < 2 { return }
    var seen: Set<String> = []
    for property in properties where !seen.insert(property.key).inserted {
      remark(
        "\(name(of: object)) has two properties with the key \"\(property.key)\": "
          + "only the last one is saved; give each its own key")
    }
  }

  /// Reports values that were read as another type than they were saved as.
  func noteMismatches(in coder: Coder, of object: AnyObject) {
    for key in coder.mismatchedKeys {
      remark(
        "\(name(of: object)): the saved value of \"\(key)\" has a different type now and is dropped; "
          + "add a migration (RestorationRegistry.addMigration) or use a new key")
    }
  }

  /// The name of an object in remarks.
  func name(of object: AnyObject) -> String {
    if let controller = object as? ViewController { return controller.nameInReports }
    if let view = object as? View { return view.nameInReports }
    let type = String(describing: type(of: object))
    let identifier = (object as? any StateRestoring).flatMap(identifier(of:))
    return identifier.map { "\(type) \"\($0)\"" } ?? type
  }
}
