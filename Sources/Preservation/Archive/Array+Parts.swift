import Foundation

extension Array where Element: Sendable {
  /// How many elements make a part: little enough that no processor waits long for another.
  private static var partSize: Int { 64 }

  /// From how many elements on the start of another thread pays.
  private static var fewest: Int { 256 }

  /// Maps the elements part by part, on all processors when there are many, and hands each part over
  /// when it and all before it are done: in their order, and on this thread.
  ///
  /// The other threads end with their work: those of a queue would stay for seconds and wake up.
  ///
  /// - Parameters:
  ///   - transform: Maps one part; called on several threads at once.
  ///   - body: Takes one mapped part, while others are still being mapped.
  /// - Throws: What the first part throws that does.
  func forEachPart<Mapped: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) throws -> Mapped,
    body: (Mapped) throws -> Void
  ) throws {
    guard count >= Self.fewest else { return try body(transform(self[...])) }
    let work = PartedWork(parts: (count + Self.partSize - 1) / Self.partSize) { part in
      try transform(self[part * Self.partSize..<Swift.min(count, (part + 1) * Self.partSize)])
    }
    let threads = Swift.min(ProcessInfo.processInfo.activeProcessorCount, work.parts)
    for _ in (0..<threads).dropFirst() {
      // One that could not be started, or comes too late, leaves its share to the others.
      Thread.detachNewThread {
        while work.doNext() {}
      }
    }
    defer { work.stop() }
    for part in 0..<work.parts { try body(work.result(of: part).get()) }
  }

  /// The same, with all mapped elements in one array.
  func mapParts<Mapped: Sendable>(
    _ transform: @escaping @Sendable (ArraySlice<Element>) throws -> [Mapped]
  ) throws -> [Mapped] {
    var mapped: [Mapped] = []
    mapped.reserveCapacity(count)
    try forEachPart(transform) { mapped += $0 }
    return mapped
  }
}
