import Foundation

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
