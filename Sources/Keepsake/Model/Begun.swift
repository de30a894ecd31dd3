import Dispatch
import Foundation
import Reprise
import Synchronization

/// Work that was begun on another thread, to be waited for where its result is needed.
nonisolated final class Begun<Value: Sendable>: Sendable {
  private let group = DispatchGroup()
  private let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

  /// Begins the work.
  ///
  /// On a thread that ends with it: Dispatch would keep one waiting for more, and look every second
  /// whether it does, in an app that is to sleep while nothing happens.
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

  /// Waits for the work; its result, or what it threw.
  func result() throws -> Value {
    group.wait()
    return try outcome.withLock { $0 }.get()
  }
}
