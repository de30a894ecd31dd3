import RepriseTesting
import Testing

/// Random walks with a kill at a random moment (reliability T1): what comes back is what was last on
/// the glass, or a later frame of the same walk.
///
/// `REPRISE_SEED` draws other walks; `KEEPSAKE_WALK=17` runs the walk of seed 17 alone, `KEEPSAKE_WALKS=5000` the
/// walks of the seeds below that.
@Suite(.waitsForProcesses, .starts(WalkSample.start)) struct WalkTests {
  @Test(arguments: 0..<WalkSample.batches)
  func whatWasOnTheGlassComesBack(_ batch: Int) async throws {
    for seed in WalkSample.seeds(of: batch) {
      let walk = Walk(seed: seed)
      let pictures = try await WalkSample.pictures(of: walk)
      var run = WalkRun(walk: walk.ending(after: pictures.count - 1), pictures: pictures)
      if let problem = try run.perform() { Issue.record("\(problem)") }
    }
  }
}
