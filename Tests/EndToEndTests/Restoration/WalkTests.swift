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
      let walk = Walk(seed: seed)
      let pictures = try await Twin.pictures(after: walk.keys, size: walk.size)
      var run = WalkRun(walk: walk, pictures: pictures)
      if let problem = try run.perform() { Issue.record("\(problem)") }
    }
  }
}
