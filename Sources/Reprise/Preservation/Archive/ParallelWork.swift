import Dispatch
import Foundation
import Synchronization

/// A job that several threads share: a thread that finishes a part takes the next one.
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

  /// Creates a job; `work` does the part with the given index.
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

extension Array where Element: Sendable {
  /// The number of elements in a part: small enough that no thread waits long for another.
  private static var partSize: Int { 64 }

  /// The number of elements from which a second thread pays for its start.
  private static var parallelThreshold: Int { 256 }

  /// Maps the elements part by part and hands each part over in order, on this thread.
  ///
  /// Large arrays are mapped on all processors. The threads end with the work; those of a dispatch
  /// queue would linger for seconds.
  ///
  /// - Parameters:
  ///   - transform: Maps one part; called on several threads at once.
  ///   - body: Takes one mapped part, while later ones are still being mapped.
  /// - Throws: The error of the first part that fails.
  func forEachPart<Mapped: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) throws -> Mapped,
    body: (Mapped) throws -> Void
  ) throws {
    guard count >= Self.parallelThreshold else { return try body(transform(self[...])) }
    let work = ParallelWork(parts: (count + Self.partSize - 1) / Self.partSize) { part in
      try transform(self[part * Self.partSize..<Swift.min(count, (part + 1) * Self.partSize)])
    }
    let threads = Swift.min(ProcessInfo.processInfo.activeProcessorCount, work.parts)
    for _ in (0..<threads).dropFirst() {
      // A thread that starts late or not at all leaves its share to the others.
      Thread.detachNewThread {
        while work.runNext() {}
      }
    }
    defer { work.stop() }
    for part in 0..<work.parts { try body(work.result(of: part).get()) }
  }

  /// Maps the elements like ``forEachPart(_:body:)`` and collects the results in one array.
  func mapParts<Mapped: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) throws -> [Mapped]
  ) throws -> [Mapped] {
    var mapped: [Mapped] = []
    mapped.reserveCapacity(count)
    try forEachPart(transform) { mapped += $0 }
    return mapped
  }
}
