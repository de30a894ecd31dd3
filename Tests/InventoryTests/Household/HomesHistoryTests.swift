import Foundation
import Testing

/// Homes with stores on disk through bad lines, kills while they write, old copies that come back, and leaves and returns.
///
/// `HOUSEHOLD_TORTURE=1000 swift test --filter HomesHistoryTests` runs that many histories, `HOUSEHOLD_SEED=7` from another
/// seed on.
@Suite struct HomesHistoryTests {
  @Test func noEditIsLostAndAllHomesAgreeInTheEnd() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HOUSEHOLD_TORTURE"].flatMap(UInt64.init) ?? 4
    let first = environment["HOUSEHOLD_SEED"].flatMap(UInt64.init) ?? 1
    for seed in first..<first + count {
      let failure = try HomesHistory(seed: seed).run()
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }

  /// Histories that once went wrong: an item trashed once more, and a number of somebody who is not there any more, which no
  /// home gave anew for all.
  @Test(arguments: [99, 136, 1865] as [UInt64])
  func whatOnceWentWrongGoesWell(seed: UInt64) throws {
    let failure = try HomesHistory(seed: seed, leaves: false).run()
    #expect(failure == nil, "seed \(seed): \(failure ?? "")")
  }
}
