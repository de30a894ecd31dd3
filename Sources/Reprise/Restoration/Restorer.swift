/// Brings saved objects back: first finds or makes them all, then decodes them (contract 3.1).
final class Restorer {
  let application: Application
  let preserver: Preserver
  let info: ArchiveInfo
  let saved: SavedObjects

  /// Objects that were left out before, and are in the state for another version of the app.
  private let passedOn: Set<NodeID>

  /// Whether another version of the app saved the state.
  var isForeign: Bool { info.bundleVersion != application.version }

  /// Whether objects may be made: not while the delegate is only asked whether to restore.
  private(set) var isRestoring = false

  /// Whether anything is left out that stays in the state.
  private(set) var keepsAnything = false
  private(set) var report = RestorationReport()

  init(application: Application, records: [ObjectRecord], info: ArchiveInfo) {
    self.application = application
    preserver = application.preserver
    self.info = info
    passedOn = Set(records.flatMap { $0.carried.links.flatMap(\.saved.references) })
    let store = application.store
    saved = SavedObjects(
      records, by: preserver.registry.history, without: store.leftOut, note: store.noteRestoring)
  }

  /// The coder of what the delegate saved, for it to look at before anything is restored.
  var applicationCoder: Coder? { coder(for: .application) }

  /// Restores everything, in the order of contract 1.4, steps 6 to 10.
  func restore() {
    isRestoring = true
    preserver.noteRestoring = application.store.noteRestoring
    defer { preserver.noteRestoring = nil }
    let order = savedOrder()
    for saved in order { locate(saved) }
    for saved in order { decode(saved) }
    if let root = saved[.application] { preserver.adoptRoot(record: root.stored) }
    for saved in saved.all where !saved.isAdopted { preserver.adoptOrphan(saved.stored) }
    preserver.enterRestoring(nil)
    if let coder = applicationCoder {
      application.delegate.application(application, didDecodeRestorableStateWith: coder)
    }
    for saved in order {
      note(saved.record)
      saved.object?.applicationFinishedRestoringState()
    }
    preserver.enterRestoring(nil)
    carryWhatIsUnknown()
    for saved in saved.all { saved.coder = nil }
  }

  /// The objects from the application down, each after its parent, else as they were saved.
  private func savedOrder() -> [SavedObject] {
    var order: [SavedObject] = []
    func visit(_ node: NodeID) {
      guard let saved = saved[node], !saved.isOrdered else { return }
      saved.isOrdered = true
      if let parent = saved.record.parent { visit(parent) }
      order.append(saved)
      saved.record.references.forEach(visit)
      // Where values for another version took their places, this version's own come as well.
      if !saved.record.carried.isEmpty { saved.stored.references.forEach(visit) }
    }
    let root = saved[.application]
    root?.isOrdered = true
    root?.record.references.forEach(visit)
    return order
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
