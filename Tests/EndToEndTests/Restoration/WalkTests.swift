import RepriseTesting
import Testing

/// Random walks with a kill at a random moment (reliability T1) restore the last screen, or a later one of the same
/// walk.
///
/// `REPRISE_SEED` selects other walks, `KEEPSAKE_WALK=17,39` only the walks with these seeds, and
/// `KEEPSAKE_WALKS=5000` those with lower ones.
@Suite(.waitsForProcesses, .starts(WalkSample.start)) struct WalkTests {
  @Test(arguments: 0..<WalkSample.batches)
  func killRestoresTheScreenOfARandomWalk(_ batch: Int) async throws {
    for seed in WalkSample.seeds(of: batch) {
      let walk = Walk(seed: seed)
      var run = WalkRun(walk, as: try await WalkSample.prediction(of: walk))
      if let problem = try await run.perform() { Issue.record("\(problem)") }
    }
  }
}
