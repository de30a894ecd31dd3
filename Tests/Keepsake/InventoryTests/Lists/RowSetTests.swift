import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Compares sets of row numbers with Swift's `Set`.
@Suite(.leavesMainActorAlone) struct RowSetTests {
  private func rows(of numbers: Set<Int64>) -> RowSet {
    var rows = RowSet()
    for number in numbers { rows.insert(number) }
    return rows
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, -1, .min, .max, 1 << 32, 1 << 32 + 1] as [Int64])
  func aSetContainsOnlyInsertedNumbers(_ number: Int64) {
    var rows = RowSet()
    #expect(!rows.contains(number))
    rows.insert(number)
    #expect(rows.contains(number))
    for other in [number &- 1, number &+ 1, number &+ 64] { #expect(!rows.contains(other)) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func intersectionsMatchThoseOfSet(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func some() -> Set<Int64> {
      Set((0..<200).map { _ in Int64.random(in: -20..<400, using: &random) })
        .union([.max, 1 << 32].filter { _ in Bool.random(using: &random) })
    }
    let (first, second) = (some(), some())
    var both = rows(of: first)
    both.formIntersection(rows(of: second))
    let expected = first.intersection(second)
    for number in first.union(second) {
      #expect(both.contains(number) == expected.contains(number), "\(number), seed \(seed)")
    }
  }
}
