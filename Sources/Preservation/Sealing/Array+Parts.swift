import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
  /// From how many elements on one more thread is worth its start.
  private static var shareOfThread: Int { 128 }

  /// Maps the elements in their order, a part of them on each processor when there are many.
  ///
  /// - Parameter transform: Maps one part; called on several threads at once.
  /// - Throws: What the first part throws that does.
  func mapParts<Mapped: Sendable>(
    _ transform: @Sendable (ArraySlice<Element>) throws -> [Mapped]
  ) throws -> [Mapped] {
    let most = count / Self.shareOfThread
    let parts = most < 2 ? 1 : Swift.min(most, ProcessInfo.processInfo.activeProcessorCount)
    guard parts > 1 else { return try transform(self[...]) }
    let results = Mutex([Result<[Mapped], any Error>?](repeating: nil, count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let range = count * part / parts..<count * (part + 1) / parts
      let result = Result { try transform(self[range]) }
      results.withLock { $0[part] = result }
    }
    return try results.withLock { $0 }.flatMap { try $0?.get() ?? [] }
  }
}
