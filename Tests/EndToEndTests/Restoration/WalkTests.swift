import Foundation
import RepriseTesting
import Testing

/// Random walks with a kill at a random moment (reliability T1): what comes back is what was last on
/// the glass, or a later frame of the same walk.
///
/// Other walks every day; `KEEPSAKE_WALK=17` runs the walk of seed 17 alone, `KEEPSAKE_WALKS=5000` the
/// walks of the seeds below that.
@Suite(.waitsForProcesses) struct WalkTests {
  private static let batches = 10

  /// How many walks a day has.
  private static let sample: UInt64 = 60

  /// The seeds of one batch.
  private static func seeds(of batch: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["KEEPSAKE_WALK"].flatMap(UInt64.init) {
      return batch == 0 ? [only] : []
    }
    let all =
      environment["KEEPSAKE_WALKS"].flatMap(UInt64.init).map { 0..<$0 }
      ?? Today.number * 1_000..<Today.number * 1_000 + sample
    return stride(from: all.lowerBound + UInt64(batch), to: all.upperBound, by: batches).map(\.self)
  }

  @Test(arguments: 0..<batches)
  func whatWasOnTheGlassComesBack(_ batch: Int) async throws {
    for seed in Self.seeds(of: batch) {
      let walk = Walk(seed: seed)
      let pictures = try await Twin.pictures(after: walk.events, size: walk.size)
      var run = WalkRun(walk: walk, pictures: pictures)
      if let problem = try run.perform() { Issue.record("\(problem)") }
    }
  }
}
