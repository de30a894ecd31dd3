import Dispatch
import Synchronization

/// Work in parts that several threads share, each taking the next part when it has done one.
final class PartedWork<Product: Sendable>: Sendable {
  private struct State {
    var next = 0
    var products: [Int: Result<Product, any Error>] = [:]
  }

  /// How many parts there are.
  let parts: Int

  private let work: @Sendable (_ part: Int) throws -> Product
  private let state = Mutex(State())
  private let didFinish = DispatchSemaphore(value: 0)

  /// Takes what does one part.
  init(parts: Int, work: @escaping @Sendable (_ part: Int) throws -> Product) {
    self.parts = parts
    self.work = work
  }

  /// Does the next part that nobody has begun; says whether there was one.
  func doNext() -> Bool {
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

  /// What came of one part, once: does others as long as that is not known.
  func result(of part: Int) -> Result<Product, any Error> {
    while true {
      if let product = state.withLock({ $0.products.removeValue(forKey: part) }) { return product }
      // Whoever does the part says when it is done; others may have said so before.
      if !doNext() { didFinish.wait() }
    }
  }

  /// Has no more parts begun.
  func stop() {
    state.withLock { $0.next = parts }
  }
}
