import Foundation
import RepriseTesting

/// Runs a seeded sample of the exhaustive tests, or all of them on request.
///
/// ```
/// REPRISE_EXHAUSTIVE=1 swift test -c release -Xswiftc -enable-testing --filter 'Corruption|Crowd'
/// ```
///
/// That takes some minutes on all cores.
enum Torture {
  static let isExhaustive = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  /// The number of parts of a test, which run in parallel.
  static let parts = 8

  /// The cases of one part: all of them, or a seeded sample of about a given size.
  static func cases(_ count: Int, part: Int, sample: Int) -> [Int] {
    let all = stride(from: part, to: count, by: parts)
    guard !isExhaustive else { return Array(all) }
    var random = SeededGenerator(seed: UInt64(part))
    return all.filter { _ in Int.random(in: 0..<count, using: &random) < sample }
  }
}
