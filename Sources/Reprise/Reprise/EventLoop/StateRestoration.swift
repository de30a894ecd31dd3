import Foundation
import Preservation
import Terminal

/// Restores the saved state at a launch, and watches whether that went well.
package final class StateRestoration {
  /// The outcome for each saved object.
  private(set) var report = RestorationReport()

  /// The activity in the state that this launch found.
  private(set) var activity: UserActivity?

  /// How long an app has to work after it restored something to count as healthy.
  package var healthyPeriod = Duration.seconds(5)

  /// Whether the first frame is on screen.
  private(set) var isFirstFrameOut = false

  /// The number of things still being restored (contract 6.10).
  private var extensions = 0
  private var probation: CrashLoopProbation?
  private unowned let app: Application

  init(of app: Application) {
    self.app = app
  }

  private var store: StateStore { app.store }
  private var preserver: Preserver { app.preserver }

  /// Whether everything is restored and the first frame is out.
  var isOver: Bool { extensions == 0 && isFirstFrameOut }

  // MARK: - Restoring

  /// Restores the state, unless the delegate refuses it.
  func restore() {
    guard !store.records.isEmpty else { return }
    // Migrations and the delegate read the state from here on, and may die of it.
    store.willRestore()
    if let redo = app.delegate.applicationRedoRecord(app) { store.replay(redo) }
    if let value = StoredActivity.value(in: store.records) {
      activity = UserActivity(savedValue: value)
    }
    guard store.records.contains(where: { $0.kind == .window }) else {
      return restoreActivityAlone()
    }
    let restorer = Restorer(application: app, records: store.records, info: store.info)
    guard let coder = restorer.applicationCoder,
      app.delegate.application(app, shouldRestoreApplicationState: coder)
    else { return refuse() }
    if app.state != .background, app.launchOptions.item == nil { app.preservation.snapshots.show() }
    restorer.restore()
    restoreInteractionState()
    store.didRestoreAll()
    let remarks = report.remarks
    report = restorer.report
    report.remarks = remarks
  }

  /// Restores the state of an app that keeps no tree of screens.
  private func restoreActivityAlone() {
    for record in store.records {
      record.node == .application
        ? preserver.adoptRoot(record: record) : preserver.adoptOrphan(record)
    }
    restoreInteractionState()
    store.didRestoreAll()
  }

  /// Starts clean: state that the delegate declined is put aside (contract 1.1.7).
  private func refuse() {
    report.wasRefused = true
    store.refuse()
    for record in store.records where record.node != .application { preserver.adoptOrphan(record) }
  }

  /// Has the delegate resume the activity, unless the command line asks for an item.
  private func restoreInteractionState() {
    guard app.launchOptions.item == nil, let activity else { return }
    app.delegate.application(app, restoreInteractionStateWith: activity)
  }

  // MARK: - The report

  /// Tells which sessions were discarded since (contract 10.2.6).
  func announceDiscardedSessions() {
    let discarded = store.discardedSessions
    guard !discarded.isEmpty else { return }
    app.delegate.application(app, didDiscardSessions: discarded)
    store.forgetDiscardedSessions(discarded)
  }

  /// Reports what happened to the saved state, and the crash before this launch.
  func reportStore(_ crash: CrashNote?) {
    report.notice = store.notice
    report.noticeDetails = store.noticeDetails
    if let crash { show(crash) }
    if let notice = store.notice { app.window.show(notice: notice, kind: .warning) }
  }

  /// The most lines of a crashed app's output that are logged.
  private static let crashLines = 20

  /// Shows the message of a crash, and logs the output before it.
  private func show(_ crash: CrashNote) {
    let reason =
      crash.message ?? "\(String(cString: strsignal(crash.signal))) (signal \(crash.signal))"
    let isRestart = app.launchOptions.restarts > 0
    let text = isRestart ? "Crashed and restarted: \(reason)" : "The last run crashed: \(reason)"
    app.logger.error("the last run crashed", metadata: ["signal": "\(crash.signal)"])
    for line in crash.lines.suffix(Self.crashLines) { app.logger.error("it printed: \(line)") }
    // The line has to name quarantined state; the list shows both.
    if store.notice == nil {
      app.window.show(problem: text)
    } else {
      app.window.show(notice: text, kind: .warning)
    }
  }

  /// Adds a line to the report of this launch, unless it is there.
  ///
  /// Once the report was logged, the line is logged, too.
  func remark(_ text: String) {
    guard !report.remarks.contains(text) else { return }
    report.remarks.append(text)
    if isOver { app.logger.warning("\(text)") }
  }

  // MARK: - Its end

  /// Counts one more thing that is being restored.
  func extend() {
    guard !isOver else {
      return remark("restoration was extended after it had ended: call it during the launch")
    }
    extensions += 1
  }

  /// Counts one of these things as restored.
  func complete() {
    guard extensions > 0 else {
      return remark("restoration was completed more often than it was extended")
    }
    extensions -= 1
    endIfOver()
  }

  /// Notes that the next frame is the first that shows everything.
  func willShowFrame() {
    if extensions == 0, !isFirstFrameOut { store.willShowFirstFrame() }
  }

  /// Records that the first frame is out, or has to wait until the terminal is free.
  func firstFrameIsOut() {
    isFirstFrameOut = true
    app.preservation.snapshots.firstFrameIsOut()
    endIfOver()
  }

  private func endIfOver() {
    guard isOver else { return }
    store.didFinishLaunching()
    report.log(to: app.logger)
    if store.isOnProbation { probation = CrashLoopProbation(of: store, for: healthyPeriod) }
  }

  /// Looks after a turn whether the launch has proven healthy.
  func noteTurn(_ events: [TerminalEvent]) { probation?.noteTurn(events) }
}

/// Watches whether a launch that restored something proves healthy.
///
/// It does with the first event after it has worked for a while, if a key came before or with it. A
/// crash before that steps down the ladder at the next launch. There is no timer: an app in
/// which nothing happens has nothing to prove.
private final class CrashLoopProbation {
  private let store: StateStore
  private let end: ContinuousClock.Instant
  private var hasSeenKey = false

  /// Begins now.
  init(of store: StateStore, for period: Duration) {
    self.store = store
    end = .now + period
  }

  /// Called after each turn.
  func noteTurn(_ events: [TerminalEvent]) {
    guard store.isOnProbation else { return }
    for case .key in events { hasSeenKey = true }
    if hasSeenKey, !events.isEmpty, .now >= end { store.didProveHealthy() }
  }
}
