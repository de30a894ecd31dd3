import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import hello

/// What nobody thought of, done to the examples.
///
/// A sample runs with all tests; ten thousand events of each seed with `REPRISE_EXHAUSTIVE=1`.
@Suite @MainActor struct RandomWalkTests {
  private nonisolated static let isExhaustive =
    ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  @Test(arguments: isExhaustive ? Array(1...20) : [1, 2])
  func helloComesBackAfterAnything(_ seed: UInt64) throws {
    let pilot = try Pilot(app: HelloApp.self, audits: false)
    try pilot.walk(Self.isExhaustive ? 10_000 : 300, seed: seed, killingEvery: 25)
  }
}
