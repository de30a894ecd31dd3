import Foundation
import Testing

@testable import Sync

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
      let failure = failure(of: seed)
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }

  /// Three homes with kills and bad lines, and a member that sends random, malformed, deep and wide operations.
  @Test func homesAgreeInTheEndWhateverAHostileMemberSends() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HOUSEHOLD_TORTURE"].flatMap(UInt64.init) ?? 4
    let first = environment["HOUSEHOLD_SEED"].flatMap(UInt64.init) ?? 1
    for seed in first..<first + count {
      let failure: String?
      do {
        failure = try HomesHistory(seed: seed, isAttacked: true).run()
      } catch { failure = "\(error)" }
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }

  /// All of a history follows from its seed: what a failure says can be looked at again.
  @Test(arguments: [11] as [UInt64])
  func oneSeedGivesOneHistory(seed: UInt64) throws {
    let histories = try (0..<2).map { _ in try HomesHistory(seed: seed) }
    for history in histories { #expect(try history.run() == nil, "seed \(seed)") }
    let logs = histories.map { $0.shared.log.map(\.bytes) }
    #expect(logs[0] == logs[1], "seed \(seed)")
    #expect(!logs[0].isEmpty)
    let contents = try histories.map { history in
      try history.homes.map { try history.shared.content($0.store) }
    }
    #expect(contents[0] == contents[1], "seed \(seed)")
  }

  /// Histories that once went wrong: an item trashed once more, and a number of somebody who is not there any more, which no
  /// home gave anew for all.
  @Test(arguments: [99, 136, 1865] as [UInt64])
  func whatOnceWentWrongGoesWell(seed: UInt64) throws {
    let failure = try HomesHistory(seed: seed, isPlain: true).run()
    #expect(failure == nil, "seed \(seed): \(failure ?? "")")
  }

  private func failure(of seed: UInt64) -> String? {
    do { return try HomesHistory(seed: seed).run() } catch { return "\(error)" }
  }
}
