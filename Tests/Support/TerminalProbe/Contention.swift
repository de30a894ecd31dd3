import Dispatch
import Synchronization

/// Two threads that contend for the same lock.
nonisolated enum Contention {
  private static let rounds = 100_000

  /// Counts with both threads; never returns if the lock doesn't know its owners.
  static func count() -> Int {
    let total = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<rounds { total.withLock { $0 += 1 } }
    }
    return total.withLock { $0 }
  }
}
