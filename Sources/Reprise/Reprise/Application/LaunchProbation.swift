/// Watches whether a launch that restored something proves healthy.
///
/// It does with the first event after it has worked for a while, if a key came before or with it. A
/// crash before that steps down the ladder at the next launch. There is no timer: an app in
/// which nothing happens has nothing to prove.
final class LaunchProbation {
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
