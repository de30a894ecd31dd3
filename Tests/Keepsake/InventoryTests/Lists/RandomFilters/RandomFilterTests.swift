import Foundation
import InventorySupport
import RepriseTesting
import TestSupport
import Testing

@testable import Inventory

/// Compares random filters over all operators with a plain scan of all items.
///
/// `KEEPSAKE_FILTERS=100000` tries more of them, and `REPRISE_SEED` others.
@Suite(.leavesMainActorAlone) struct RandomFilterTests {
  private static let count =
    ProcessInfo.processInfo.environment["KEEPSAKE_FILTERS"].flatMap(Int.init) ?? 300

  /// A failure stops here: the first ones say enough.
  private static let mostFailures = 5

  @Test func randomFiltersFindWhatAPlainScanFinds() throws {
    let made = try FilterHome(seed: RunSeed.number, count: 160)
    try check(made.store, made.things, isOpen: true, made.today)
    // For another connection, private items are sealed.
    try check(made.home.store(), made.things.map(sealed), isOpen: false, made.today)
  }

  private func check(
    _ store: InventoryStore, _ things: [FilterThing], isOpen: Bool, _ today: CalendarDate
  ) throws {
    var failures = 0
    for number in 0..<Self.count / 2 where failures < Self.mostFailures {
      let seed = RunSeed.number &* 1_000_003 &+ UInt64(number)
      let (filter, expected) = self.filter(seed, things, today)
      let query = ItemQuery(filter: filter)
      if number % 3 == 0 { store.searchMemory.forget() }
      let found = Set(try ItemList(store: store, query: query).uuids.compactMap(\.self))
      var told: FoundItems?
      if number % 10 == 0 { try ItemSearch(store: store, query: query).run { told = $0 } }
      guard found != expected || told.map({ $0.count != expected.count }) ?? false else { continue }
      failures += 1
      let wrong = things.filter { found.symmetricDifference(expected).contains($0.item.uuid) }
      Issue.record(
        """
        seed \(seed), private items \(isOpen ? "open" : "sealed"): \(filter)
        found \(found.count), expected \(expected.count), for example \
        \(wrong.first.map { "\(found.contains($0.item.uuid) ? "too many" : "missing") \($0)" } ?? "")
        """)
    }
  }

  /// A filter from a seed, and the items that it should find.
  private func filter(
    _ seed: UInt64, _ things: [FilterThing], _ today: CalendarDate
  ) -> (String, Set<UUID>) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...4, using: &random)
    var maker = FilterPartMaker(random: random, today: today)
    let parts = (0..<count).map { _ in maker.part() }
    let shelf = parts.compactMap(\.shelf).last ?? .lists
    let conditions = parts.compactMap(\.holds)
    let isWordless = conditions.isEmpty && parts.contains(where: \.isWordless)
    let found = things.filter { thing in
      !isWordless && thing.shelf == shelf && conditions.allSatisfy { $0(thing) }
    }
    return (parts.map(\.text).joined(separator: " "), Set(found.map(\.item.uuid)))
  }

  /// A private item without its key: only its columns that aren't encrypted.
  private func sealed(_ thing: FilterThing) -> FilterThing {
    guard thing.isPrivate else { return thing }
    var item = Item(uuid: thing.item.uuid, name: Item.privateName)
    item.assetNumber = thing.item.assetNumber
    (item.archivedAt, item.deletedAt) = (thing.item.archivedAt, thing.item.deletedAt)
    var sealed = FilterThing(item)
    (sealed.isPrivate, sealed.isSealed) = (true, true)
    sealed.attachments = thing.attachments
    sealed.readWords()
    return sealed
  }
}
