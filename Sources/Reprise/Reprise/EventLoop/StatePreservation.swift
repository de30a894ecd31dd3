import Foundation
import Preservation
import Terminal

/// Keeps the saved state equal to the interface: asks the delegate what to keep, seals what changed
/// in a turn, and stores it.
package final class StatePreservation {
  /// Whether the app keeps state, according to its last answer.
  package var isPreserving = false

  /// Keeps the picture of the screen, and shows the last one at launch.
  let snapshots: SnapshotKeeper

  private unowned let app: Application
  private let version: String
  private let systemVersion = StatePreservation.nameOfSystem()
  private var delegateState = DelegateState()
  private var activity = ActivityKeeping()

  /// Whether this turn has tried to open state that could not be opened before.
  private var didTryToRecover = false

  init(of app: Application, version: String) {
    self.app = app
    self.version = version
    snapshots = SnapshotKeeper(of: app, version: version)
  }

  private var preserver: Preserver { app.preserver }
  private var store: StateStore { app.store }

  /// The facts about this program that are saved with the state (contract 4.5).
  private var archiveInfo: ArchiveInfo {
    ArchiveInfo(
      bundleVersion: version, systemVersion: systemVersion, timestamp: Date().timeIntervalSince1970)
  }

  private static func nameOfSystem() -> String {
    var name = utsname()
    uname(&name)
    let release = withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }

  // MARK: - Asking the delegate

  /// Finds the ``Restorable`` properties of the delegate.
  func attachDelegateProperties() {
    delegateState.properties = RestorableProperties.find(in: app.delegate)
    preserver.noteTwins(among: delegateState.properties, of: app.delegate)
    for property in delegateState.properties {
      property.didChange = { [weak app] in app?.preservation.delegateStateDidChange() }
    }
  }

  /// Has the delegate asked again before this turn is stored.
  func delegateStateDidChange() {
    delegateState.isOutdated = true
    preserver.setNeedsPreservation(app)
  }

  /// Asks the delegate whether to keep state; turns use the answer until it is asked again.
  func askWhetherToPreserve() {
    snapshots.isIgnored = false
    let coder = Coder([], references: preserver, userInfo: preserver.environment)
    preserver.collect {
      activity.keepsTree = app.delegate.application(app, shouldSaveApplicationState: coder)
    }
    saveActivity()
    isPreserving = activity.keepsTree || activity.value != nil
    guard isPreserving else { return }
    delegateState.answer = activity.keepsTree ? coder.values : []
    delegateState.isOutdated = false
    delegateState.values = valuesOfDelegate()
    preserver.setNeedsFullPreservation()
  }

  /// Asks the delegate again if its state changed.
  private func askDelegateIfOutdated() {
    guard delegateState.isOutdated else { return }
    delegateState.isOutdated = false
    delegateState.values = valuesOfDelegate()
    saveActivity()
  }

  /// The values that the delegate writes now, added to those of `shouldSave`.
  private func valuesOfDelegate() -> [(key: String, value: Value)] {
    let coder = Coder(
      [KeyedValue](delegateState.answer), references: preserver, userInfo: preserver.environment)
    guard activity.keepsTree else { return [] }
    preserver.collect {
      app.delegate.application(app, willEncodeRestorableStateWith: coder)
      preserver.encode(delegateState.properties, of: app.delegate, with: coder)
    }
    return coder.values
  }

  /// Writes the window, the activity and what the delegate wrote last.
  func encode(with coder: Coder) {
    coder.encodeKitState {
      if activity.keepsTree { coder.encode(object: app.window, forKey: "reprise.window") }
      activity.encode(with: coder)
    }
    for entry in delegateState.values { coder.encode(value: entry.value, forKey: entry.key) }
  }

  /// Lets the delegate decode its state, its properties first.
  func decodeDelegateState(with coder: Coder) {
    for property in delegateState.properties { property.decode(with: coder) }
    app.delegate.application(app, didDecodeRestorableStateWith: coder)
    preserver.noteMismatches(in: coder, of: app.delegate)
  }

  /// Encodes the whole current interface, the delegate included.
  ///
  /// Tests compare it with the archive after every turn: a difference is a change that was not marked.
  /// It changes nothing.
  package func fullWalk() -> [NodeID: ObjectRecord] {
    let kept = (delegateState, snapshots.isIgnored, activity)
    delegateState.values = valuesOfDelegate()
    saveActivity()
    defer { (delegateState, snapshots.isIgnored, activity) = kept }
    return preserver.fullWalk()
  }

  // MARK: - Storing

  /// Allows one more attempt to open state that could not be opened before.
  func beginTurn() { didTryToRecover = false }

  /// Encodes and seals the changes; `nil` without changes, or if sealing fails.
  func sealChanges() -> SealedChanges? {
    guard isPreserving, store.isOpen, preserver.isDirty else { return nil }
    return try? store.seal(collectChanges(), info: archiveInfo)
  }

  /// Stores what changed in this turn, in one transaction.
  ///
  /// A turn without changes writes nothing. Changes that cannot be stored are retried in the
  /// next turn, or after a while without one.
  ///
  /// - Parameter sealed: The changes, if they were sealed already.
  package func preserve(_ sealed: SealedChanges? = nil) {
    preserveActivityAlone()
    guard isPreserving else { return }
    recover()
    app.window.stateWarning = storeChanges(sealed) ?? store.warning
    app.window.refusal = preserver.refusal
  }

  /// Tries to open state that could not be opened before, once a turn.
  private func recover() {
    guard !didTryToRecover else { return }
    didTryToRecover = true
    if store.recover() { showNoticeOfStore() }
  }

  private func showNoticeOfStore() {
    if let notice = store.notice { app.window.show(notice: notice, kind: .warning) }
  }

  /// Stores what changed; returns why it could not.
  ///
  /// - Parameter sealed: The changes, unless something was marked since they were collected.
  private func storeChanges(_ sealed: SealedChanges?) -> String? {
    guard store.isOpen, preserver.isDirty else { return nil }
    let isCurrent = preserver.isCollected
    let changes = collectChanges()
    do {
      let refused = try commit(changes, isCurrent ? sealed : nil)
      preserver.didCommit(changes, refusing: refused)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Stores changes; where the file is too damaged to be written, in a new one with all that it holds.
  private func commit(_ changes: ArchiveChanges, _ sealed: SealedChanges?) throws -> [NodeID] {
    do {
      return try sealed.map(store.commit) ?? store.commit(changes, info: archiveInfo)
    } catch let error as StateError {
      let stored = preserver.storedRecords
      guard store.replaceFile(storing: stored, info: archiveInfo, because: error) else {
        throw error
      }
      showNoticeOfStore()
      return try store.commit(changes, info: archiveInfo)
    }
  }

  /// The changes to store; asks the delegate first if its state changed.
  private func collectChanges() -> ArchiveChanges {
    askDelegateIfOutdated()
    return preserver.collectChanges()
  }

  /// Keeps a picture of the screen as it was stored (contract 1.6.4).
  func keepSnapshot() {
    snapshots.keep(isTrue: isPreserving && !preserver.isDirty)
  }

  // MARK: - What the person does

  /// Asks the delegate for the activity, lets the responders add to it, and keeps it for the state.
  private func saveActivity() {
    activity.inFront = app.userActivity
    guard let current = app.delegate.stateRestorationActivity(for: app) else {
      activity.value = nil
      return
    }
    current.didNeedSave = { [weak app] in app?.preservation.delegateStateDidChange() }
    current.save(asking: app.updateResponders)
    if let problem = current.problem {
      app.remark("the values of the activity “\(current.activityType)” are not saved: \(problem)")
    }
    activity.value = current.savedValue
  }

  /// Records that another responder may have come to the front.
  func userActivityDidChange() {
    if app.userActivity !== activity.inFront { delegateStateDidChange() }
  }

  /// Begins to store where the delegate wants no tree, but has an activity by now.
  private func preserveActivityAlone() {
    guard !activity.keepsTree, !isPreserving, delegateState.isOutdated else { return }
    delegateState.isOutdated = false
    saveActivity()
    isPreserving = activity.value != nil
  }

  // MARK: - What is not kept

  /// Whether the tree of screens is stored, so that an object can be missing in it.
  private var keepsTree: Bool { isPreserving && activity.keepsTree && app.termination == nil }

  /// Reports objects that are not saved, once new screens have appeared.
  func reportNewScreens() {
    guard app.window.hasNewScreens, isPreserving else { return }
    app.window.hasNewScreens = false
    reportUnreferenced()
  }

  /// Reports the objects that have a restoration identifier although nothing that is saved refers to
  /// them; the pilot does so after every turn.
  package func reportUnreferenced() {
    guard keepsTree else { return }
    UnreferencedObjects(in: app.window, preserver).remarks.forEach(app.remark)
  }
}

/// The values of the delegate, stored in the application's record.
private struct DelegateState {
  /// The ``Restorable`` properties of the delegate.
  var properties: [RestorableProperty] = []

  /// The values that it wrote in `shouldSave`.
  var answer: [(key: String, value: Value)] = []

  /// The values that it wrote in `shouldSave`, and in `willEncode` since.
  var values: [(key: String, value: Value)] = []

  /// Whether it would write something else now.
  var isOutdated = false
}

/// The stored activity, and whether the tree of screens is stored, too.
private struct ActivityKeeping {
  /// The activity, as the next record of the application holds it.
  var value: Value?

  /// The activity that was in front then.
  var inFront: UserActivity?

  /// Whether the delegate wants the tree of screens to be stored.
  var keepsTree = true

  /// Writes the activity.
  func encode(with coder: Coder) {
    if let value { coder.encode(value: value, forKey: StoredActivity.key) }
  }
}
