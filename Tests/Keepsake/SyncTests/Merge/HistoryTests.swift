import Foundation
import TestSupport
import Testing

@testable import Sync

/// Histories of several homes with bad lines, kills, resends and restored backups, and with homes that leave and come back,
/// against a model.
///
/// `HOUSEHOLD_HISTORIES=1000000 swift test --filter HouseholdTests.HistoryTests` runs that many, `HOUSEHOLD_SEED=7` from
/// another seed on; without it, they follow from `REPRISE_SEED`.
@Suite struct HistoryTests {
  @Test func noEditIsLostAndAllHomesAgreeInTheEnd() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HOUSEHOLD_HISTORIES"].flatMap(Int.init) ?? 3000
    let first = environment["HOUSEHOLD_SEED"].flatMap(Int.init) ?? Int(RunSeed.number) * 1_000_000
    // One that once lost an edit, then others.
    #expect(try History(seed: 39795, isPlain: true).run() == nil, "seed 39795")
    for seed in first..<first + count {
      let failure = failure(of: UInt64(seed))
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }

  private func failure(of seed: UInt64) -> String? {
    do { return try History(seed: seed).run() } catch { return "\(error)" }
  }
}
