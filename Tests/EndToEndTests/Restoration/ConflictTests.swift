import TestSupport
import Foundation
import RepriseTesting
import Testing

/// Random walks of two windows that change the same items (reliability T1, T17): the screens shown when both are idle
/// are restored after a kill of either.
///
/// `REPRISE_SEED` selects other walks, `KEEPSAKE_CONFLICT=17` only the walk with seed 17, and
/// `KEEPSAKE_CONFLICTS=500` the walks with lower seeds.
@Suite(.waitsForProcesses) struct ConflictTests {
  private static let batches = 4

  /// The number of walks of a normal run.
  private static let sample: UInt64 = 8

  private static func seeds(of batch: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["KEEPSAKE_CONFLICT"].flatMap(UInt64.init) {
      return batch == 0 ? [only] : []
    }
    let all =
      environment["KEEPSAKE_CONFLICTS"].flatMap(UInt64.init).map { 0..<$0 }
      ?? RunSeed.number * 1_000..<RunSeed.number * 1_000 + sample
    return stride(from: all.lowerBound + UInt64(batch), to: all.upperBound, by: batches).map(\.self)
  }

  @Test(arguments: 0..<batches)
  func screensOfTwoWindowsAreRestored(_ batch: Int) throws {
    for seed in Self.seeds(of: batch) {
      var walk = try ConflictWalk(seed: seed)
      if let problem = try walk.perform() { Issue.record("\(problem)") }
    }
  }
}
