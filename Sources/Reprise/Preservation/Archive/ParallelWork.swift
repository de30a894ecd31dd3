import Dispatch
import Synchronization

/// A job in parts that several threads share: each thread takes the next part when it is done with
/// one.
final class ParallelWork<Product: Sendable>: Sendable {
  private struct State {
    var next = 0
    var products: [Int: Result<Product, any Error>] = [:]
  }

  /// The number of parts.
  let parts: Int

  private let work: @Sendable (_ part: Int) throws -> Product
  private let state = Mutex(State())
  private let didFinish = DispatchSemaphore(value: 0)

  /// Makes a job from the function that does one part.
  init(parts: Int, work: @escaping @Sendable (_ part: Int) throws -> Product) {
    self.parts = parts
    self.work = work
  }

  /// Does the next part that no thread has taken; returns whether there was one.
  func runNext() -> Bool {
    guard let part = beginNext() else { return false }
    let product = Result { try work(part) }
    state.withLock { $0.products[part] = product }
    didFinish.signal()
    return true
  }

  private func beginNext() -> Int? {
    state.withLock { state in
      guard state.next < parts else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// The result of one part, available once; does other parts until it is there.
  func result(of part: Int) -> Result<Product, any Error> {
    while true {
      if let product = state.withLock({ $0.products.removeValue(forKey: part) }) { return product }
      // Every finished part signals, so an earlier signal may end the wait: the loop checks again.
      if !runNext() { didFinish.wait() }
    }
  }

  /// Lets no further part start.
  func stop() {
    state.withLock { $0.next = parts }
  }
}
