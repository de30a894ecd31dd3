import Foundation

/// Results that several threads append to; a lock guards them.
private final class Results<Element>: @unchecked Sendable {
  private let lock = NSLock()
  private var next = 0
  private var elements: [(index: Int, element: Element)] = []
  private var error: (any Error)?

  func take(below count: Int) -> Int? {
    lock.withLock {
      guard next < count, error == nil else { return nil }
      defer { next += 1 }
      return next
    }
  }

  func add(_ element: Element, at index: Int) {
    lock.withLock { elements.append((index, element)) }
  }
  func fail(_ error: any Error) { lock.withLock { self.error = error } }

  func finish() throws -> [Element] {
    if let error { throw error }
    return elements.sorted { $0.index < $1.index }.map(\.element)
  }
}

/// Maps each element, several at a time; returns the results in order.
///
/// - parameter body: Gets the element and the number of its job, from 0.
func inParallel<Element: Sendable, Result>(
  _ elements: [Element], jobs: Int, _ body: @escaping @Sendable (Element, Int) throws -> Result
) throws -> [Result] {
  let results = Results<Result>()
  let threads = (0..<jobs).map { slot in
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while let index = results.take(below: elements.count) {
        do {
          results.add(try body(elements[index], slot), at: index)
        } catch {
          results.fail(error)
        }
      }
      done.signal()
    }
    return done
  }
  threads.forEach { $0.wait() }
  return try results.finish()
}
