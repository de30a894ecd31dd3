import Dispatch
import Synchronization

/// Work that was begun on another thread, to be waited for where its result is needed.
nonisolated final class Begun<Value: Sendable>: Sendable {
  private let group = DispatchGroup()
  private let outcome = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

  /// Begins the work.
  init(_ work: @escaping @Sendable () throws -> Value) {
    DispatchQueue.global(qos: .userInteractive).async(group: group) { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
    }
  }

  /// Waits for the work; its result, or what it threw.
  func result() throws -> Value {
    group.wait()
    return try outcome.withLock { $0 }.get()
  }
}
