import Reprise
import Synchronization

/// Keeps what was begun before everything was forgotten from being kept afterwards.
nonisolated final class Forgetting: Sendable {
  private let times = Mutex(0)

  /// How often everything was forgotten.
  var time: Int { times.withLock { $0 } }

  /// Forgets, while nobody keeps anything.
  func forget(_ body: () -> Void) {
    times.withLock {
      $0 += 1
      body()
    }
  }

  /// Keeps something, unless everything was forgotten after a time.
  func unlessForgotten(since time: Int, _ body: () -> Void) {
    times.withLock { if $0 == time { body() } }
  }
}
