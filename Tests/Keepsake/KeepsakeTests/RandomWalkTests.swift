import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Random keys, clicks, pastes and resizes, with kills in between.
///
/// By default a sample runs; `REPRISE_EXHAUSTIVE=1` runs ten thousand events for each seed, and a thousand with a kill
/// after each.
@Suite struct RandomWalkTests {
  private nonisolated static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  @Test(arguments: isExhaustive ? Array(1...10) : [1, 2])
  func theScreenIsRestoredDuringARandomWalk(_ seed: UInt64) throws {
    let app = try SampleApp(audits: false, server: nil)
    try app.pilot.walk(Self.isExhaustive ? 10_000 : 300, seed: seed, killingEvery: 25)
    withExtendedLifetime(app) {}
  }

  /// Finds state that a screen has but doesn't save.
  @Test(arguments: isExhaustive ? Array(1...10) : [2, 7, 10])
  func aKillAfterEveryEventChangesNothing(_ seed: UInt64) throws {
    let app = try SampleApp(audits: false, server: nil)
    try app.pilot.walk(Self.isExhaustive ? 1000 : 250, seed: seed, killingEvery: 1)
    withExtendedLifetime(app) {}
  }
}
