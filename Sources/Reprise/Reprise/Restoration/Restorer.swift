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
  var isForeign: Bool {
    application.version.isEmpty || info.bundleVersion != application.version
  }

  /// Whether objects may be made; not while the delegate is asked whether to restore.
  private(set) var isRestoring = false

  /// Whether anything that was left out stays in the state.
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

  /// All objects from the application down, each after its parent, else in saved order.
  ///
  /// Without recursion, since the file decides how deep the state is.
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

  /// Notes the object that is being restored, for the next launch to leave out if this one dies.
  func note(_ record: ObjectRecord) {
    preserver.enterRestoring(record.suspect)
  }

  /// Reports what became of an object.
  func report(_ saved: SavedObject, _ outcome: RestorationReport.Outcome) {
    report.entries.append(.init(path: saved.path, outcome: outcome))
  }

  // MARK: - Leaving out

  func drop(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: false)
    report(saved, .skipped(reason))
  }

  /// Leaves out an object that has no place here; if another version may have one, keeps it in the
  /// state.
  func leaveOut(_ saved: SavedObject, _ reason: String) {
    if isForeign || passedOn.contains(saved.record.node) {
      keep(saved, reason)
    } else {
      drop(saved, reason)
    }
  }

  /// Leaves out an object and all below it, but keeps them in the state.
  func keep(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: true)
    keepsAnything = true
    report(saved, .kept(reason))
  }
}
