import RepriseTesting
import Testing

@testable import Reprise

/// How lengths share cells out: to the last one, within their bounds, and never more than there are.
@Suite struct LengthTests {
  private func shares(_ parts: [(Length, Int)], of room: Int) -> [Int] {
    var distribution = LengthDistribution(parts: parts.map { .init(length: $0.0, need: $0.1) })
    distribution.distribute(room)
    return distribution.parts.map(\.cells)
  }

  private func shares(_ lengths: [Length], of room: Int) -> [Int] {
    shares(lengths.map { ($0, 0) }, of: room)
  }

  @Test func fillingLengthsShareTheRestByWeight() {
    #expect(shares([.cells(10), .fill(1), .fill(3)], of: 50) == [10, 10, 30])
    #expect(shares([.fill(1), .fill(1), .fill(1)], of: 10) == [3, 3, 4])
    #expect(shares([(.fit, 7), (.fill(), 99)], of: 20) == [7, 13])
    #expect(shares([.fill(0), .fill(1)], of: 5) == [0, 5])
  }

  @Test func percentsAreOfTheWholeAndAddUp() {
    #expect(shares([.percent(33), .percent(33), .percent(34)], of: 80) == [26, 26, 28])
    #expect(shares([.percent(50), .percent(50)], of: 81) == [40, 41])
    #expect(shares([.percent(25), .fill()], of: 81) == [20, 61])
    #expect(shares([.percent(100), .percent(100)], of: 9) == [4, 5])
  }

  @Test func boundsAreKeptAndTheOthersShareTheRest() {
    #expect(shares([.fill().atMost(5), .fill()], of: 30) == [5, 25])
    #expect(shares([.fill().atLeast(20), .fill()], of: 30) == [20, 10])
    #expect(shares([.fill().atLeast(20), .fill().atMost(3), .fill()], of: 30) == [20, 3, 7])
    #expect(shares([.fill().atMost(5), .fill().atMost(6)], of: 30) == [5, 6])
    #expect(shares([(.fit.atLeast(4), 1), (.fit.atMost(4), 9)], of: 30) == [4, 4])
    #expect(shares([.percent(50).atMost(7), .fill()], of: 40) == [7, 33])
    #expect(shares([.cells(3).atLeast(5).atMost(4)], of: 40) == [5])
  }

  @Test func longestPartShrinksFirst() {
    #expect(shares([(.fit, 30), (.fit, 8), (.fit, 10)], of: 30) == [12, 8, 10])
    #expect(shares([(.fit, 30), (.fit, 30)], of: 31) == [16, 15])
    #expect(shares([(.fit.atLeast(20), 30), (.fit, 30)], of: 31) == [20, 11])
    #expect(shares([(.cells(10), 0), (.fit, 30), (.fill().atLeast(2), 0)], of: 20) == [10, 8, 2])
    #expect(shares([(.cells(10), 0), (.cells(4), 0), (.fit, 30)], of: 9) == [5, 4, 0])
    #expect(shares([.cells(10).atLeast(6), .cells(10).atLeast(6)], of: 9) == [6, 3])
  }

  @Test(arguments: [0, -1, .min, 1, .max])
  func noRoomAndAllRoomAreRoom(_ room: Int) {
    let parts: [(Length, Int)] = [
      (.fit, .max), (.cells(.max), 0), (.fill(.max), .max), (.fill(.max), 0), (.percent(.max), 7),
      (.cells(.min), .min), (.fit, .min), (.fit.atLeast(.max), 1), (.fill().atMost(.min), 1),
    ]
    let cells = shares(parts, of: room)
    #expect(cells.allSatisfy { $0 >= 0 })
    #expect(cells.reduce(0) { $0.adding($1) } == max(0, room))
    let distribution = LengthDistribution(parts: parts.map { .init(length: $0.0, need: $0.1) })
    #expect(distribution.extent == .max)
  }

  @Test func extentGivesEachPartItsNeed() {
    func extent(_ parts: [(Length, Int)]) -> Int {
      LengthDistribution(parts: parts.map { .init(length: $0.0, need: $0.1) }).extent
    }
    #expect(extent([(.fit, 5), (.cells(3), 99), (.fill(), 4)]) == 12)
    #expect(extent([(.fill(1), 4), (.fill(3), 6)]) == 16)
    #expect(extent([(.percent(25), 10), (.fit, 3)]) == 40)
    #expect(extent([(.percent(75), 3), (.fit, 10)]) == 40)
    #expect(extent([(.fill().atLeast(8), 4), (.fill(0), 6)]) == 8)
    #expect(extent([]) == 0)
  }

  /// Invariants for any lengths.
  @Test(arguments: 0..<40)
  func everyCellIsSharedOut(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let parts = (0..<Int.random(in: 1...7, using: &random)).map { _ in part(&random) }
      let room = Int.random(in: 0...120, using: &random)
      let cells = shares(parts, of: room)
      let sum = cells.reduce(0, +)
      var comment: Comment { "seed \(seed): \(parts) in \(room) gave \(cells)" }
      #expect(cells.allSatisfy { $0 >= 0 } && sum <= room, comment)
      let isGreedy = parts.contains { $0.0.weight > 0 && $0.0.maximum == .max }
      #expect(!isGreedy || sum == room, comment)
      let minimums = parts.reduce(0) { $0 + $1.0.minimum }
      let keepsMinimums = zip(parts, cells).allSatisfy { $0.0.minimum <= $1 }
      #expect(minimums > room || keepsMinimums, comment)
      let keepsMaximums = zip(parts, cells).allSatisfy { $1 <= max($0.0.minimum, $0.0.maximum) }
      #expect(keepsMaximums, comment)
      // In what it needs, everything gets what it needs.
      let extent = LengthDistribution(parts: parts.map { .init(length: $0.0, need: $0.1) }).extent
      let isUnbounded = parts.allSatisfy { $0.0.weight == 0 || $0.0.maximum == .max }
      let percents = parts.reduce(0) { $0 + $1.0.percents }
      guard isUnbounded, percents < 100 else { continue }
      for ((length, need), cells) in zip(parts, shares(parts, of: extent)) where length.isFit {
        #expect(cells == length.bounded(need), "\(comment), \(extent)")
      }
    }
  }

  private func part(_ random: inout SeededGenerator) -> (Length, Int) {
    let number = Int.random(in: 0...60, using: &random)
    var length: Length =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .fit
      case 1: .cells(number)
      case 2: .fill(number % 4)
      default: .percent(number)
      }
    if Int.random(in: 0..<3, using: &random) == 0 {
      length = length.atLeast(Int.random(in: 0...20, using: &random))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      length = length.atMost(Int.random(in: 0...30, using: &random))
    }
    return (length, Int.random(in: 0...40, using: &random))
  }
}
