import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// What nobody thought of: keys, clicks, pastes and sizes at random, and kills in between.
///
/// A sample runs with all tests; ten thousand events of each seed, and a thousand with a kill after each,
/// with `REPRISE_EXHAUSTIVE=1`.
@Suite struct RandomWalkTests {
  private nonisolated static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  @Test(arguments: isExhaustive ? Array(1...10) : [1, 2])
  func theSamePictureComesBackAfterAnything(_ seed: UInt64) throws {
    let app = try SampleApp(audits: false, server: nil)
    try app.pilot.walk(Self.isExhaustive ? 10_000 : 300, seed: seed, killingEvery: 25)
    withExtendedLifetime(app) {}
  }

  /// With a kill after every event nothing is there that a screen knows but did not keep.
  @Test(arguments: isExhaustive ? Array(1...10) : [2, 7, 10])
  func aKillAfterEveryEventChangesNothing(_ seed: UInt64) throws {
    let app = try SampleApp(audits: false, server: nil)
    try app.pilot.walk(Self.isExhaustive ? 1000 : 250, seed: seed, killingEvery: 1)
    withExtendedLifetime(app) {}
  }
}
