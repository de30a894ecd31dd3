import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import hello

/// Random input to the examples, for cases that no other test covers.
///
/// A normal run covers a sample; `REPRISE_EXHAUSTIVE=1` runs ten thousand events per seed.
@Suite @MainActor struct RandomWalkTests {
  private nonisolated static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  @Test(arguments: isExhaustive ? Array(1...20) : [1, 2])
  func helloSurvivesRandomInput(_ seed: UInt64) throws {
    let pilot = try Pilot(app: HelloApp.self, audits: false)
    try pilot.walk(Self.isExhaustive ? 10_000 : 300, seed: seed, killingEvery: 25)
  }
}
