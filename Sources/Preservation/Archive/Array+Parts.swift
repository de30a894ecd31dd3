import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
  /// From how many elements on one more thread is worth its start.
  private static var shareOfThread: Int { 128 }

  /// Maps the elements in their order, a part of them on each processor when there are many.
  ///
  /// The threads end with their parts: those of a queue would stay for seconds and wake up.
  ///
  /// - Parameter transform: Maps one part; called on several threads at once.
  /// - Throws: What the first part throws that does.
  func mapParts<Mapped: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) throws -> [Mapped]
  ) throws -> [Mapped] {
    guard let parts = parts() else { return try transform(self[...]) }
    let results = Mutex<[Int: Result<[Mapped], any Error>]>([:])
    let others = DispatchGroup()
    for part in parts.indices.dropFirst() {
      others.enter()
      Thread.detachNewThread {
        let result = Result { try transform(self[parts[part]]) }
        results.withLock { $0[part] = result }
        others.leave()
      }
    }
    let first = Result { try transform(self[parts[0]]) }
    others.wait()
    let mapped = results.withLock { $0 }
    return try first.get()
      + parts.indices.dropFirst().flatMap { part in
        // Every part has its thread; none may be missing without a word.
        try mapped[part]?.get() ?? transform(self[parts[part]])
      }
  }

  /// The parts, if there are enough elements for several.
  private func parts() -> [Range<Int>]? {
    guard count >= 2 * Self.shareOfThread else { return nil }
    let parts = Swift.min(
      count / Self.shareOfThread, ProcessInfo.processInfo.activeProcessorCount)
    guard parts > 1 else { return nil }
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}
