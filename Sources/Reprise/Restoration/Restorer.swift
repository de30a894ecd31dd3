/// Brings saved objects back: first finds or makes them all, then decodes them (contract 3.1).
final class Restorer {
  private let application: Application
  let preserver: Preserver
  private let records: [NodeID: ObjectRecord]
  private let info: ArchiveInfo
  private(set) var located: [NodeID: any StateRestoring] = [:]
  private var dropped: Set<NodeID> = []

  /// Whether objects may be made: not while the delegate is only asked whether to restore.
  private var hasBegun = false

  /// The registered objects that are being made, against circles.
  private var beingLocated: Set<NodeID> = []
  private(set) var report = RestorationReport()

  init(application: Application, records: [ObjectRecord], info: ArchiveInfo) {
    self.application = application
    preserver = application.preserver
    self.records = Dictionary(records.map { ($0.node, $0) }) { first, _ in first }
    self.info = info
  }

  /// The coder of what the delegate saved, for it to look at before anything is restored.
  var applicationCoder: Coder? { coder(for: .application) }

  /// Restores everything, in the order of contract 1.4, steps 6 to 10.
  func restore() {
    hasBegun = true
    let order = savedOrder()
    for record in order { locate(record) }
    for record in order { decode(record) }
    if let record = records[.application] { preserver.adoptRoot(record: record) }
    for record in records.values where located[record.node] == nil && record.kind != .application {
      preserver.adoptOrphan(record)
    }
    if let coder = applicationCoder {
      application.delegate.application(application, didDecodeRestorableStateWith: coder)
    }
    for record in order { located[record.node]?.applicationFinishedRestoringState() }
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
    }
    records[.application]?.references.forEach(visit)
    return order
  }

  // MARK: - Phase 1: finding and making

  private func locate(_ record: ObjectRecord) {
    guard located[record.node] == nil, !dropped.contains(record.node) else { return }
    if let parent = record.parent, dropped.contains(parent) {
      drop(record, "its parent did not come back")
      return
    }
    switch record.kind {
    case .window: found(application.window, record)
    case .controller: locateController(record)
    case .object: locateObject(record)
    case .view, .application: break
    }
  }

  /// Restoration class, then delegate, then what exists already, then the storyboard (contract 3.2
  /// to 3.5).
  private func locateController(_ record: ObjectRecord) {
    guard let coder = coder(for: record.node) else { return }
    let path = path(of: record)
    if let key = record.restorationClass {
      guard let type = preserver.registry.restorationClass(forKey: key) else {
        return drop(record, "no restoration class \"\(key)\" is registered")
      }
      guard let made = type.viewController(withRestorationIdentifierPath: path, coder: coder) else {
        return drop(record, "its restoration class returned nothing")
      }
      if made.restorationClass == nil { made.restorationClass = type }
      found(made, record)
    } else if let given = application.delegate.application(
      application, viewControllerWithRestorationIdentifierPath: path, coder: coder)
    {
      found(given, record)
    } else if let existing = existingController(for: record) {
      found(existing, record)
    } else if let made = controllerFromStoryboard(for: coder) {
      found(made, record)
    } else {
      drop(record, "no object was found for it")
    }
  }

  private func existingController(for record: ObjectRecord) -> ViewController? {
    guard let parent = record.parent.flatMap({ located[$0] }) else { return nil }
    if let window = parent as? Window {
      return window.rootViewController.flatMap {
        $0.restorationIdentifier == record.identifier ? $0 : nil
      }
    }
    return (parent as? ViewController)?.restorableChildren.first {
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
    preserver.adopt(object, record: record)
  }

  func drop(_ record: ObjectRecord, _ reason: String) {
    dropped.insert(record.node)
    report.entries.append(.init(path: path(of: record), outcome: .skipped(reason)))
  }

  // MARK: - Phase 2: decoding

  private func decode(_ record: ObjectRecord) {
    guard record.kind != .view, let object = located[record.node],
      let coder = coder(for: record.node)
    else { return }
    if let controller = object as? ViewController {
      controller.loadViewIfNeeded()
      locateViews(of: controller, node: record.node)
    }
    let isRightType = preserver.registry.isKind(object, of: record.typeKey)
    if isRightType { object.decodeRestorableState(with: coder) }
    report.entries.append(
      .init(path: path(of: record), outcome: isRightType ? .restored : .notDecoded))
  }

  /// Ties the saved views of a controller to those that its freshly loaded view holds.
  private func locateViews(of controller: ViewController, node: NodeID) {
    guard let record = records[node] else { return }
    var views: [String: View] = [:]
    controller.view.walkOwned { view in
      if let identifier = view.restorationIdentifier { views[identifier] = view }
    }
    for reference in record.references {
      guard let saved = records[reference], saved.kind == .view, saved.parent == node else {
        continue
      }
      if let view = views[saved.identifier] {
        located[reference] = view
        preserver.adopt(view, record: saved)
      }
    }
  }

  /// Restoration identifiers from the root down, without index components (contract 2.A.5).
  private func path(of record: ObjectRecord) -> [String] {
    var path: [String] = []
    var current: ObjectRecord? = record
    while let step = current, path.count < 64 {
      if step.kind == .controller || step.kind == .view || step.kind == .object {
        path.append(step.identifier)
      }
      current = step.parent.flatMap { records[$0] }
    }
    return path.reversed()
  }
}

extension Restorer: ReferenceCoding {
  func reference(to object: AnyObject) -> NodeID? { nil }

  /// The object of a node; a registered object is made when something first asks for it
  /// (contract 6.7).
  func object(for node: NodeID) -> AnyObject? {
    if hasBegun, located[node] == nil, let record = records[node], record.kind == .object {
      locate(record)
    }
    return located[node]
  }

  func coder(for node: NodeID) -> Coder? {
    records[node].map {
      Coder(
        values: $0.values, references: self, environment: preserver.environment,
        archiveInfo: info)
    }
  }

  func object(named value: Value, forKey key: String) -> AnyObject? {
    guard key == Application.stateRestorationViewControllerStoryboardKey else { return nil }
    return StoryboardSceneReference(value: value, registry: preserver.registry)?.storyboard
  }
}
