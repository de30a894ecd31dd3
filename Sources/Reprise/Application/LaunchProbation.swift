/// The time in which a launch that restored something has yet to prove healthy.
///
/// It has when it deals with an event after working for a while, a key having come before or with
/// it; a crash before that steps down the ladder at the next launch (design 3). No timer: an app in
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

  /// Hears that a turn is done.
  func noteTurn(_ events: [TerminalEvent]) {
    guard store.isOnProbation else { return }
    for case .key in events { hasSeenKey = true }
    if hasSeenKey, !events.isEmpty, .now >= end { store.didProveHealthy() }
  }
}
