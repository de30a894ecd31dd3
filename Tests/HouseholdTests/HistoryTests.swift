import Foundation
import Household
import Testing

/// Histories of several homes with bad lines, kills, resends and restored backups, against a model.
///
/// `HOUSEHOLD_HISTORIES` sets how many.
@Suite struct HistoryTests {
  @Test func noEditIsLostAndAllHomesAgreeInTheEnd() throws {
    let count = ProcessInfo.processInfo.environment["HOUSEHOLD_HISTORIES"].flatMap(Int.init) ?? 3000
    let day = Int(Date().timeIntervalSince1970 / 86400)
    // One that once lost an edit, then others by the day.
    for seed in [39795] + Array(day * 1_000_000..<day * 1_000_000 + count) {
      let failure = try History(seed: UInt64(seed)).run()
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }
}
