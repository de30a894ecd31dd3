import Foundation
import RepriseTesting

/// How much of the exhaustive tests is run: a seeded sample, or by request everything.
///
/// ```
/// REPRISE_EXHAUSTIVE=1 swift test -c release -Xswiftc -enable-testing --filter 'Corruption|Crowd'
/// ```
///
/// That takes some minutes and uses all cores.
enum Torture {
  static let isExhaustive = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"

  /// In how many parts a test is cut, which run side by side.
  static let parts = 8

  /// The cases of one part: all of them, or by a seed about as many as wanted.
  static func cases(_ count: Int, part: Int, sample: Int) -> [Int] {
    let all = stride(from: part, to: count, by: parts)
    guard !isExhaustive else { return Array(all) }
    var random = SeededGenerator(seed: UInt64(part))
    return all.filter { _ in Int.random(in: 0..<count, using: &random) < sample }
  }
}
