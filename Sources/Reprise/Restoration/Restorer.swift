import Preservation

/// Brings saved objects back: first finds or makes them all, then decodes them (contract 3.1).
final class Restorer {
  let application: any RestoringApplication
  let preserver: Preserver
  let info: ArchiveInfo

  /// Everything that was saved.
  let objects: SavedObjects

  /// Objects that were left out before, and are in the state for another version of the app.
  private let passedOn: Set<NodeID>

  /// Whether another version of the app saved the state.
  var isForeign: Bool { info.bundleVersion != application.version }

  /// Whether objects may be made: not while the delegate is only asked whether to restore.
  private(set) var isRestoring = false

  /// Whether anything is left out that stays in the state.
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

  /// The coder of what the delegate saved, for it to look at before anything is restored.
  var applicationCoder: Coder? { coder(for: .application) }

  /// Restores everything, in the order of contract 1.4, steps 6 to 10.
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
    preserver.enterRestoring(nil)
    carryWhatIsUnknown()
    isRestoring = false
    for saved in objects.all { saved.coder = nil }
  }

  /// The objects from the application down, each after its parent, else as they were saved.
  ///
  /// Without recursion: how deep the state goes is for who wrote it to say.
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
        // Where values for another version took their places, this version's own come as well.
        if !saved.record.carried.isEmpty { next += saved.stored.references }
        steps += next.reversed().map(Step.visit)
        steps.append(.append(saved))
        if let parent = saved.record.parent { steps.append(.visit(parent)) }
      }
    }
    return order
  }

  private enum Step {
    /// Goes to an object, unless it was there already: its parent first, then itself, then the rest.
    case visit(NodeID)
    case append(SavedObject)
  }

  /// Says what comes back now, for the next launch to leave out if this one dies of it.
  func note(_ record: ObjectRecord) {
    preserver.enterRestoring(record.suspect)
  }

  /// Says in the report what became of an object.
  func report(_ saved: SavedObject, _ outcome: RestorationReport.Outcome) {
    report.entries.append(.init(path: saved.path, outcome: outcome))
  }

  // MARK: - Leaving out

  func drop(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: false)
    report(saved, .skipped(reason))
  }

  /// Leaves an object out for which there is no place: another version of the app may have one.
  func leaveOut(_ saved: SavedObject, _ reason: String) {
    if isForeign || passedOn.contains(saved.record.node) {
      keep(saved, reason)
    } else {
      drop(saved, reason)
    }
  }

  /// Leaves an object and all below it out, but in the state.
  func keep(_ saved: SavedObject, _ reason: String) {
    saved.leaveOut(keeping: true)
    keepsAnything = true
    report(saved, .kept(reason))
  }
}
