/// Brings saved objects back: first finds or makes them all, then decodes them (contract 3.1).
final class Restorer {
  let application: Application
  let preserver: Preserver
  let info: ArchiveInfo

  /// The records as they are stored, and as this version of the app would have saved them.
  let stored: [NodeID: ObjectRecord]
  let records: [NodeID: ObjectRecord]

  /// Objects that were left out before, and are in the state for another version of the app.
  private let passedOn: Set<NodeID>

  /// Whether another version of the app saved the state.
  var isForeign: Bool { info.bundleVersion != application.version }

  /// Records that this version of the app cannot use, with the reason.
  private let unknown: [NodeID: String]
  private(set) var located: [NodeID: any StateRestoring] = [:]
  private var dropped: Set<NodeID> = []
  private(set) var kept: Set<NodeID> = []

  /// Whether objects may be made: not while the delegate is only asked whether to restore.
  private var isRestoring = false

  /// The registered objects that are being made, against circles.
  private var beingLocated: Set<NodeID> = []

  /// The coders handed out while restoring, which know what was asked for.
  private(set) var coders: [NodeID: Coder] = [:]
  private(set) var report = RestorationReport()

  init(application: Application, records: [ObjectRecord], info: ArchiveInfo) {
    self.application = application
    preserver = application.preserver
    stored = Dictionary(records.map { ($0.node, $0) }) { first, _ in first }
    self.info = info
    passedOn = Set(records.flatMap { $0.carried.links.flatMap(\.saved.references) })
    let store = application.store
    let updated = UpdatedRecords(
      records, by: preserver.registry.history, without: store.leftOut, note: store.noteRestoring)
    self.records = updated.records
    unknown = updated.unknown
  }

  /// The coder of what the delegate saved, for it to look at before anything is restored.
  var applicationCoder: Coder? { coder(for: .application) }

  /// Restores everything, in the order of contract 1.4, steps 6 to 10.
  func restore() {
    isRestoring = true
    preserver.noteRestoring = application.store.noteRestoring
    defer { preserver.noteRestoring = nil }
    let order = savedOrder()
    for record in order { locate(record) }
    for record in order { decode(record) }
    if let record = stored[.application] { preserver.adoptRoot(record: record) }
    for record in stored.values where !isAdopted(record) { preserver.adoptOrphan(record) }
    preserver.enterRestoring(nil)
    if let coder = applicationCoder {
      application.delegate.application(application, didDecodeRestorableStateWith: coder)
    }
    for record in order {
      note(record)
      located[record.node]?.applicationFinishedRestoringState()
    }
    preserver.enterRestoring(nil)
    carryWhatIsUnknown()
    coders = [:]
  }

  /// Whether an object that came back goes on under the record's node.
  func isAdopted(_ record: ObjectRecord) -> Bool {
    record.kind == .application || (located[record.node] != nil && !kept.contains(record.node))
  }

  /// The records from the application down, each after its parent, else as they were saved.
  private func savedOrder() -> [ObjectRecord] {
    var order: [ObjectRecord] = []
    var seen: Set<NodeID> = [.application]
    func visit(_ node: NodeID) {
      guard seen.insert(node).inserted, let record = records[node] else { return }
      if let parent = record.parent { visit(parent) }
      order.append(record)
      record.references.forEach(visit)
      // Where values for another version took their places, this version's own come as well.
      if !record.carried.isEmpty { stored[node]?.references.forEach(visit) }
    }
    records[.application]?.references.forEach(visit)
    return order
  }

  // MARK: - Phase 1: finding and making

  private func locate(_ record: ObjectRecord) {
    guard located[record.node] == nil, !dropped.contains(record.node) else { return }
    if record.kind == .damaged { return drop(record, "its saved bytes are damaged") }
    if let parent = record.parent, dropped.contains(parent) {
      let reason = "its parent did not come back"
      return kept.contains(parent) ? keep(record, reason) : drop(record, reason)
    }
    if record.node == application.store.leftOut {
      return drop(record, "the last launch died while it came back")
    }
    note(record)
    if let reason = unknown[record.node] { return keep(record, reason) }
    switch record.kind {
    case .window: found(application.window, record)
    case .controller: locateController(record)
    case .object: locateObject(record)
    case .view, .application, .unreadable, .damaged: break
    }
  }

  /// Restoration class, then delegate, then what exists already, then the storyboard (contract 3.2
  /// to 3.5).
  private func locateController(_ record: ObjectRecord) {
    guard let coder = coder(for: record.node) else { return }
    let path = path(of: record)
    if let key = record.restorationClass {
      guard let type = preserver.registry.restorationClass(forKey: key) else {
        return keep(record, "no restoration class \"\(key)\" is registered")
      }
      guard let made = type.viewController(withRestorationIdentifierPath: path, coder: coder) else {
        return drop(record, "its restoration class returned nothing")
      }
      noteMade(made, record)
      if made.restorationClass == nil { made.restorationClass = type }
      found(made, record)
    } else if let given = application.delegate.application(
      application, viewControllerWithRestorationIdentifierPath: path, coder: coder)
    {
      noteMade(given, record)
      found(given, record)
    } else if let existing = existingController(for: record) {
      found(existing, record)
    } else if let made = controllerFromStoryboard(for: coder) {
      found(made, record)
    } else {
      leaveOut(record, "no object was found for it")
    }
  }

  /// Says what comes back now, for the next launch to leave out if this one dies of it.
  private func note(_ record: ObjectRecord) {
    preserver.enterRestoring(record.suspect)
  }

  func existingController(for record: ObjectRecord) -> ViewController? {
    guard let parent = record.parent.flatMap({ located[$0] }) else { return nil }
    let candidates =
      (parent as? Window)?.rootViewController?.restorable(at: nil)
      ?? (parent as? ViewController)?.restorableChildren ?? []
    return candidates.first {
      $0.controller.restorationIdentifier == record.identifier && $0.index == record.index
    }?.controller
  }

  /// The path of a registered object that is to be made now; `nil` when it is being made already.
  func beginLocating(_ record: ObjectRecord) -> [String]? {
    beingLocated.insert(record.node).inserted ? path(of: record) : nil
  }

  func found(_ object: any StateRestoring, _ record: ObjectRecord) {
    if let controller = object as? ViewController, controller.storyboardScene == nil {
      controller.storyboardScene = coder(for: record.node).flatMap(scene(in:))
    }
    if let responder = object as? Responder, responder.restorationIdentifier == nil,
      record.kind == .controller
    {
      responder.restorationIdentifier = record.identifier
    }
    located[record.node] = object
    if let reason = strangeness(of: record, for: object) { return keep(record, reason) }
    preserver.adopt(object, record: stored[record.node] ?? record)
  }

  /// Why the record of an object that is there belongs to another version of the app, if it does.
  private func strangeness(of record: ObjectRecord, for object: any StateRestoring) -> String? {
    let registry = preserver.registry
    if registry.isKnown(record.typeKey) || registry.isKind(object, of: record.typeKey) {
      return nil
    }
    return "no type \"\(record.typeKey)\" is registered"
  }

  func drop(_ record: ObjectRecord, _ reason: String) {
    dropped.insert(record.node)
    report.entries.append(.init(path: path(of: record), outcome: .skipped(reason)))
  }

  /// Leaves an object out for which there is no place: another version of the app may have one.
  func leaveOut(_ record: ObjectRecord, _ reason: String) {
    if isForeign || passedOn.contains(record.node) {
      keep(record, reason)
    } else {
      drop(record, reason)
    }
  }

  /// Leaves an object and all below it out, but in the state.
  func keep(_ record: ObjectRecord, _ reason: String) {
    dropped.insert(record.node)
    kept.insert(record.node)
    report.entries.append(.init(path: path(of: record), outcome: .kept(reason)))
  }

  // MARK: - Phase 2: decoding

  private func decode(_ record: ObjectRecord) {
    guard !dropped.contains(record.node), let object = located[record.node] else { return }
    if record.kind == .view { return reportView(object, record) }
    guard let coder = coder(for: record.node) else { return }
    note(record)
    if let controller = object as? ViewController {
      controller.loadViewIfNeeded()
      locateViews(of: controller, node: record.node)
    }
    let isRightType = preserver.registry.isKind(object, of: record.typeKey)
    if isRightType { object.decodeRestorableState(with: coder) } else { coders[record.node] = nil }
    report.entries.append(
      .init(path: path(of: record), outcome: isRightType ? .restored : .notDecoded))
  }

  /// Says what became of a view: its controller, which comes before it, decodes it or does not.
  private func reportView(_ view: any StateRestoring, _ record: ObjectRecord) {
    let isRightType = preserver.registry.isKind(view, of: record.typeKey)
    let wasDecoded = coders[record.node] != nil
    let outcome: RestorationReport.Outcome =
      wasDecoded ? .restored : isRightType ? .skipped("its screen did not decode it") : .notDecoded
    report.entries.append(.init(path: path(of: record), outcome: outcome))
  }

  /// Ties the saved views of a controller to those that its freshly loaded view holds.
  private func locateViews(of controller: ViewController, node: NodeID) {
    guard let record = records[node] else { return }
    // Views of one name go by their order (contract 2.A.3).
    var views: [String: ArraySlice<View>] = [:]
    controller.view.walkOwned { view in
      if let identifier = view.restorationIdentifier { views[identifier, default: []].append(view) }
    }
    for reference in record.references
    where located[reference] == nil && !dropped.contains(reference) {
      guard let saved = records[reference], saved.kind == .view, saved.parent == node else {
        continue
      }
      guard let view = views[saved.identifier]?.popFirst() else {
        leaveOut(saved, "its screen has no such view")
        continue
      }
      if let reason = unknown[reference] { keep(saved, reason) } else { found(view, saved) }
    }
  }
}

extension Restorer: ReferenceCoding {
  func reference(to object: AnyObject) -> NodeID? { nil }

  /// The object of a node; a registered object is made when something first asks for it
  /// (contract 6.7), and what asked goes on coming back after it.
  func object(for node: NodeID) -> AnyObject? {
    if isRestoring, located[node] == nil, let record = records[node], record.kind == .object {
      let asking = preserver.restoringNode
      locate(record)
      preserver.enterRestoring(asking)
    }
    return located[node]
  }

  /// What an object saved; nothing for one that is not to be decoded (contract 3.7).
  func coder(for node: NodeID) -> Coder? {
    if let coder = coders[node] { return coder }
    guard let record = records[node], !dropped.contains(node) else { return nil }
    if record.kind == .view, let view = located[node],
      !preserver.registry.isKind(view, of: record.typeKey)
    {
      return nil
    }
    let coder = Coder(
      values: record.values, references: self, environment: preserver.environment,
      archiveInfo: info)
    if isRestoring { coders[node] = coder }
    return coder
  }

  func object(named value: Value, forKey key: String) -> AnyObject? {
    guard key == Application.stateRestorationViewControllerStoryboardKey else { return nil }
    return StoryboardSceneReference(value: value, registry: preserver.registry)?.storyboard
  }
}
