import Preservation

/// Restores saved objects: finds or makes them all, then decodes them (contract 3.1).
final class Restorer {
  let application: any RestoringApplication
  let preserver: Preserver
  let info: ArchiveInfo

  /// All saved objects.
  let objects: SavedObjects

  /// Objects that an earlier launch left out and that stay in the state for another version of the app.
  private let passedOn: Set<NodeID>

  /// Whether another version of the app may have saved the state: always, if the app has no version.
  private var isForeign: Bool {
    application.version.isEmpty || info.bundleVersion != application.version
  }

  /// Whether references may create objects; `false` until the delegate has agreed to restore.
  private(set) var isRestoring = false

  /// Whether the state keeps anything that was not restored.
  private(set) var keepsAnything = false
  private(set) var report = RestorationReport()

  init(application: any RestoringApplication, records: [ObjectRecord], info: ArchiveInfo) {
    self.application = application
    preserver = application.preserver
    self.info = info
    passedOn = Set(records.flatMap { $0.carried.links.flatMap(\.saved.references) })
    let store = application.store
    objects = SavedObjects(
      records, by: preserver.registry.history, without: store.leftOut, note: store.noteRestoring)
  }

  /// The coder of the application, for the delegate to read before anything is restored.
  var applicationCoder: Coder? { coder(for: .application) }

  /// Restores everything, in the order of steps 6 to 10 of contract 1.4.
  func restore() {
    isRestoring = true
    preserver.noteRestoring = application.store.noteRestoring
    defer { preserver.noteRestoring = nil }
    if let root = application.window.rootViewController {
      preserver.registry.giveDefaultIdentifiers(to: root)
    }
    let order = savedOrder()
    for saved in order { locate(saved) }
    for saved in order { decode(saved) }
    if let root = objects[.application] { preserver.adoptRoot(record: root.stored) }
    for saved in objects.all where !saved.isAdopted { preserver.adoptOrphan(saved.stored) }
    preserver.enterRestoring(nil)
    if let coder = applicationCoder {
      application.decodeDelegateState(with: coder)
    }
    for saved in order {
      note(saved.record)
      saved.object?.applicationFinishedRestoringState()
    }
    for saved in order {
      guard let controller = saved.object as? ViewController, controller.restoredQuestion != nil
      else { continue }
      note(saved.record)
      controller.askAgain()
    }
    preserver.enterRestoring(nil)
    carryWhatIsUnknown()
    isRestoring = false
    for saved in objects.all { saved.coder = nil }
  }

  /// All objects from the application down: parents first, otherwise in saved order.
  ///
  /// Avoids recursion, since the file determines how deep the state is.
  private func savedOrder() -> [SavedObject] {
    var order: [SavedObject] = []
    objects[.application]?.isOrdered = true
    var steps = (objects[.application]?.record.references ?? []).reversed().map(Step.visit)
    while let step = steps.popLast() {
      switch step {
      case .append(let saved): order.append(saved)
      case .visit(let node):
        guard let saved = objects[node], !saved.isOrdered else { continue }
        saved.isOrdered = true
        var next = saved.record.references
        // Values of another version may hide this version's own; restore those, too.
        if !saved.record.carried.isEmpty { next += saved.stored.references }
        steps += next.reversed().map(Step.visit)
        steps.append(.append(saved))
        if let parent = saved.record.parent { steps.append(.visit(parent)) }
      }
    }
    return order
  }

  private enum Step {
    /// Visits an object, unless it was visited: first its parent, then itself, then its references.
    case visit(NodeID)
    case append(SavedObject)
  }

  /// Records the object being restored, so that the next launch can skip it if this one crashes.
  func note(_ record: ObjectRecord) {
    preserver.enterRestoring(record.suspect)
  }

  /// Adds an object's outcome to the restoration report.
  func report(_ saved: SavedObject, _ outcome: RestorationReport.Outcome) {
    report.entries.append(.init(path: saved.path, outcome: outcome))
  }

  // MARK: - Leaving out

  func drop(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: false)
    report(saved, .skipped(reason))
  }

  /// Leaves out an object that this version has no place for, but keeps it in the state if another
  /// version may have one.
  func leaveOut(_ saved: SavedObject, _ reason: String) {
    if isForeign || passedOn.contains(saved.record.node) {
      keep(saved, reason)
    } else {
      drop(saved, reason)
    }
  }

  /// Leaves out an object and everything below it, but keeps them in the state.
  func keep(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: true)
    keepsAnything = true
    report(saved, .kept(reason))
  }

  // MARK: - Finding and making

  func locate(_ saved: SavedObject) {
    guard saved.object == nil, !saved.isDropped else { return }
    let record = saved.record
    if record.kind == .damaged { return drop(saved, "its saved bytes are damaged") }
    if let parent = saved.parent, parent.isDropped {
      let reason = "its parent was not restored"
      return parent.isKept ? keep(saved, reason) : drop(saved, reason)
    }
    if record.node == application.store.leftOut {
      return drop(saved, "the last launch died while restoring it")
    }
    note(record)
    if let reason = saved.unknown { return keep(saved, reason) }
    switch record.kind {
    case .window: found(application.window, saved)
    case .controller: locateController(saved)
    case .object: locateObject(saved)
    case .view, .application, .unreadable, .damaged: break
    }
  }

  /// Asks the restoration class, else the delegate, then looks for an existing controller, then asks
  /// the storyboard (contract 3.2 to 3.5), last the factory of the type.
  private func locateController(_ saved: SavedObject) {
    guard let coder = coder(of: saved) else { return }
    if let key = saved.record.restorationClass {
      makeController(saved, withClassFor: key, from: coder)
    } else if let given = application.viewController(
      withRestorationIdentifierPath: saved.path, coder: coder)
    {
      noteMade(given, saved)
      found(given, saved)
    } else if let existing = existingController(for: saved) {
      found(existing, saved)
    } else if let made = controllerFromStoryboard(for: coder) ?? controllerFromFactory(for: saved) {
      found(made, saved)
    } else {
      leaveOut(saved, "no object was found for it")
    }
  }

  private func controllerFromFactory(for saved: SavedObject) -> ViewController? {
    let (registry, key) = (preserver.registry, saved.record.typeKey)
    guard registry.canMakeController(ofType: key) else { return nil }
    return registry.makeScene(ofType: key, environment: preserver.environment)
  }

  private func makeController(
    _ saved: SavedObject, withClassFor key: String, from coder: Coder
  ) {
    guard let type = preserver.registry.restorationClass(forKey: key) else {
      return keep(saved, "no restoration class \"\(key)\" is registered")
    }
    guard let made = type.viewController(withRestorationIdentifierPath: saved.path, coder: coder)
    else { return drop(saved, "its restoration class returned nothing") }
    noteMade(made, saved)
    if made.restorationClass == nil { made.restorationClass = type }
    found(made, saved)
  }

  private func existingController(for saved: SavedObject) -> ViewController? {
    guard let parent = saved.parent?.object else { return nil }
    let candidates =
      (parent as? Window)?.rootViewController?.restorable(at: nil)
      ?? (parent as? ViewController)?.restorableChildren ?? []
    return candidates.first {
      $0.controller.restorationIdentifier == saved.record.identifier
        && $0.index == saved.record.index
    }?.controller
  }

  func found(_ object: any StateRestoring, _ saved: SavedObject) {
    if let controller = object as? ViewController {
      if controller.storyboardScene == nil {
        controller.storyboardScene = coder(of: saved).flatMap(scene(in:))
      }
      if controller.restorationIdentifier == nil, saved.record.kind == .controller {
        controller.restorationIdentifier = saved.record.identifier
      }
      preserver.registry.giveDefaultIdentifiers(to: controller)
    }
    saved.object = object
    if let reason = strangeness(of: saved.record, for: object) { return keep(saved, reason) }
    preserver.adopt(object, record: saved.stored)
  }

  /// Why the record of an existing object belongs to another version of the app; `nil` if it does not.
  private func strangeness(of record: ObjectRecord, for object: any StateRestoring) -> String? {
    if preserver.registry.isKnown(record.typeKey)
      || preserver.registry.isKind(object, of: record.typeKey)
    {
      return nil
    }
    return "no type \"\(record.typeKey)\" is registered"
  }

  /// Finds or makes a registered object: by its restoration class, or else among the registered ones
  /// (contract 6.7).
  private func locateObject(_ saved: SavedObject) {
    guard let coder = coder(of: saved), !saved.isBeingLocated else { return }
    saved.isBeingLocated = true
    let record = saved.record
    guard let key = record.restorationClass else {
      guard
        let object = preserver.registered.object(
          record.identifier, in: saved.parent?.object, index: record.index)
      else { return leaveOut(saved, "no object is registered for it") }
      return found(object, saved)
    }
    guard let type = preserver.registry.objectRestorationClass(forKey: key) else {
      return keep(saved, "no object restoration class \"\(key)\" is registered")
    }
    guard let made = type.object(withRestorationIdentifierPath: saved.path, coder: coder) else {
      return drop(saved, "its restoration class returned nothing")
    }
    if preserver.registered.identifier(of: made) == nil {
      preserver.register(made, restorationIdentifier: record.identifier)
    }
    found(made, saved)
  }

  /// The scene of a saved controller, if the app still has it.
  func scene(in coder: Coder) -> StoryboardSceneReference? {
    let key = ViewController.StateKey.storyboard
    return coder.value(forKey: key).flatMap {
      StoryboardSceneReference(value: $0, registry: preserver.registry)
    }
  }

  /// Makes a saved controller from its scene (contract 3.5).
  private func controllerFromStoryboard(for coder: Coder) -> ViewController? {
    scene(in: coder).flatMap {
      $0.storyboard.instantiateViewController(withIdentifier: $0.identifier)
    }
  }

  // MARK: - Decoding

  func decode(_ saved: SavedObject) {
    guard !saved.isDropped, let object = saved.object else { return }
    if saved.record.kind == .view { return reportView(object, saved) }
    guard let coder = coder(of: saved) else { return }
    note(saved.record)
    if let controller = object as? ViewController {
      controller.loadViewIfNeeded()
      locateViews(of: controller, saved)
    }
    let isRightType = preserver.registry.isKind(object, of: saved.record.typeKey)
    if isRightType { preserver.decode(object, with: coder) } else { saved.coder = nil }
    report(saved, isRightType ? .restored : .notDecoded)
  }

  /// Adds a view's outcome to the report, after its controller had the chance to decode it.
  private func reportView(_ view: any StateRestoring, _ saved: SavedObject) {
    let isRightType = preserver.registry.isKind(view, of: saved.record.typeKey)
    let wasDecoded = saved.coder != nil
    report(
      saved,
      wasDecoded ? .restored : isRightType ? .skipped("its screen did not decode it") : .notDecoded)
  }

  /// Matches saved views with views in the loaded view of their controller.
  private func locateViews(of controller: ViewController, _ screen: SavedObject) {
    // Views with the same identifier are matched in order (contract 2.A.3).
    var views: [String: ArraySlice<View>] = [:]
    controller.view.walkOwned { view in
      if let identifier = view.restorationIdentifier { views[identifier, default: []].append(view) }
      for companion in view.companions {
        guard let identifier = companion.restorationIdentifier else { continue }
        views[identifier, default: []].append(companion)
      }
    }
    for reference in screen.record.references {
      guard let saved = objects[reference], saved.object == nil, !saved.isDropped,
        saved.record.kind == .view, saved.record.parent == screen.record.node
      else { continue }
      guard let view = views[saved.record.identifier]?.popFirst() else {
        leaveOut(saved, "its screen has no such view")
        continue
      }
      if let reason = saved.unknown { keep(saved, reason) } else { found(view, saved) }
    }
  }

  // MARK: - What is unknown

  /// Makes restored objects preserve everything that this version of the app doesn't know.
  private func carryWhatIsUnknown() {
    for saved in objects.all where saved.isAdopted {
      let carried = UnknownRecords(values: unreadValues(of: saved), links: keptLinks(of: saved))
      if !carried.isEmpty { preserver.carry(carried, with: saved.record.node) }
    }
  }

  /// The values of an object that were not read.
  ///
  /// If the running version saved the state, these values are leftovers and are dropped. An app without a
  /// version can't tell, so it keeps them.
  private func unreadValues(of saved: SavedObject) -> [(key: String, value: Value)] {
    guard let coder = saved.coder else { return [] }
    guard isForeign || !saved.stored.carried.isEmpty else { return [] }
    let linked = Set(keptLinks(of: saved).map(\.key))
    let passedOn = Set(saved.stored.carried.keys)
    return coder.unreadKeys.filter { (isForeign || passedOn.contains($0)) && !linked.contains($0) }
      .compactMap { key in coder.value(forKey: key).map { (key, $0) } }
  }

  /// The values that refer to objects which stay in the state.
  private func keptLinks(of saved: SavedObject) -> [(key: String, saved: Value)] {
    guard keepsAnything else { return [] }
    return saved.record.values.filter { $0.value.references.contains(where: isKept) }
      .map { ($0.key, $0.value) }
  }

  private func isKept(_ node: NodeID) -> Bool { objects[node]?.isKept ?? false }

  // MARK: - Remarks

  /// Reports mistakes of a factory: missing identifiers, or an object that already exists (contract 2.A.6, 3.11).
  private func noteMade(_ made: ViewController, _ saved: SavedObject) {
    if made.restorationIdentifier == nil {
      remark("the object made for \(name(of: saved)) has no identifier: it got the saved one")
    }
    if made.restorationClass == nil, saved.record.restorationClass != nil {
      remark(
        "the object made for \(name(of: saved)) has no restoration class: it got the saved one")
    }
    if let existing = existingController(for: saved), existing !== made {
      remark(
        "\(name(of: saved)) was made although it exists: "
          + "return the existing object, or set no restoration class")
    }
  }

  private func name(of saved: SavedObject) -> String { saved.path.joined(separator: "/") }

  private func remark(_ text: String) {
    preserver.remark(text)
  }
}

extension Restorer: ReferenceCoding {
  func reference(to object: AnyObject) -> NodeID? { nil }

  /// The object of a node.
  ///
  /// A registered object is made when something first refers to it (contract 6.7); then the object
  /// that refers to it continues.
  func object(for node: NodeID) -> AnyObject? {
    guard let saved = objects[node] else { return nil }
    if isRestoring, saved.object == nil, saved.record.kind == .object {
      let asking = preserver.restoringNode
      locate(saved)
      preserver.enterRestoring(asking)
    }
    return saved.object
  }

  func coder(for node: NodeID) -> Coder? { objects[node].flatMap(coder(of:)) }

  /// The coder of a saved object; `nil` if it is not to be decoded (contract 3.7).
  func coder(of saved: SavedObject) -> Coder? {
    if let coder = saved.coder { return coder }
    guard !saved.isDropped else { return nil }
    if saved.record.kind == .view, let view = saved.object,
      !preserver.registry.isKind(view, of: saved.record.typeKey)
    {
      return nil
    }
    let coder = Coder(
      saved.record.keyedValues, references: self, userInfo: preserver.environment,
      archiveInfo: info)
    if isRestoring { saved.coder = coder }
    return coder
  }

  func object(named value: Value, forKey key: String) -> AnyObject? {
    guard key == ViewController.StateKey.storyboard else { return nil }
    return StoryboardSceneReference(value: value, registry: preserver.registry)?.storyboard
  }
}

/// The part of the app that restoring needs.
protocol RestoringApplication: AnyObject {
  var window: Window { get }
  var store: StateStore { get }
  var preserver: Preserver { get }

  /// The version of the running app; another one may have saved the state.
  var version: String { get }

  /// Asks the delegate for the controller of a path (contract 3.3).
  func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController?

  /// Lets the delegate decode its state.
  func decodeDelegateState(with coder: Coder)
}
