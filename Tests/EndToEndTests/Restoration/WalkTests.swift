import Foundation
import Testing

/// Random walks with a kill at a random moment (reliability T1): what comes back is what was last on
/// the glass, or a later frame of the same walk.
///
/// `KEEPSAKE_WALK=17` runs the walk of seed 17 alone, `KEEPSAKE_WALKS=5000` that many of them instead
/// of 300.
struct WalkTests {
  private static let batches = 10

  /// The seeds of one batch.
  private static func seeds(of batch: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["KEEPSAKE_WALK"].flatMap(UInt64.init) {
      return batch == 0 ? [only] : []
    }
    let count = environment["KEEPSAKE_WALKS"].flatMap(UInt64.init) ?? 300
    return Array(stride(from: UInt64(batch), to: count, by: batches))
  }

  @Test(arguments: 0..<batches)
  func whatWasOnTheGlassComesBack(_ batch: Int) async throws {
    for seed in Self.seeds(of: batch) {
      var walk = Walk(seed: seed)
      let pictures = try await Twin.pictures(after: walk.keys, size: walk.size)
      // The inspector tells times, which are others in every run: the walk ends before it.
      if let inspector = pictures.firstIndex(where: { $0.text.contains("kill-safe: ") }) {
        walk.end(after: inspector - 1)
      }
      var run = WalkRun(walk: walk, pictures: pictures)
      if let problem = try run.perform() { Issue.record("\(problem)") }
    }
  }
}
