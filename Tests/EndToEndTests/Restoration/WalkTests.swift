import RepriseTesting
import Testing

/// Random walks with a kill at a random moment (reliability T1) restore the last screen, or a later one of the same
/// walk.
///
/// `REPRISE_SEED` selects other walks, `KEEPSAKE_WALK=17` only the walk with seed 17, and `KEEPSAKE_WALKS=5000` the
/// walks with lower seeds.
@Suite(.waitsForProcesses, .starts(WalkSample.start)) struct WalkTests {
  @Test(arguments: 0..<WalkSample.batches)
  func killRestoresTheScreenOfARandomWalk(_ batch: Int) async throws {
    for seed in WalkSample.seeds(of: batch) {
      let walk = Walk(seed: seed)
      let pictures = try await WalkSample.pictures(of: walk)
      var run = WalkRun(walk: walk.ending(after: pictures.count - 1), pictures: pictures)
      if let problem = try run.perform() { Issue.record("\(problem)") }
    }
  }
}
