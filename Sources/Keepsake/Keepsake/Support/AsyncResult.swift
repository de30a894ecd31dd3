import Dispatch
import Foundation
import Reprise
import Synchronization

/// Work on another thread whose result is waited for where it is needed.
nonisolated final class AsyncResult<Value: Sendable>: Sendable {
  private let group = DispatchGroup()
  private let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

  /// Starts the work.
  ///
  /// On a thread of its own. A thread of Dispatch would wait for more work and wake up every second, in an
  /// app that must sleep while nothing happens.
  init(_ work: @escaping @Sendable () throws -> Value) {
    group.enter()
    do {
      try SystemLimits.startThread { [self] in
        let result = Result { try work() }
        outcome.withLock { $0 = result }
        group.leave()
      }
    } catch {
      outcome.withLock { $0 = .failure(error) }
      group.leave()
    }
  }

  /// Waits for the work; returns its result or throws its error.
  func result() throws -> Value {
    group.wait()
    return try outcome.withLock { $0 }.get()
  }
}
