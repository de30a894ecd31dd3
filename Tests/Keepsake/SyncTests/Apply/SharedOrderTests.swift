import Inventory
import InventorySupport
import Testing

@testable import Sync

/// Homes agree on the order that users give their items.
@Suite struct SharedOrderTests {
  private let session = InventoryHome.session

  private func order(_ store: InventoryStore) throws -> [String] {
    let list = try ItemList(store: store, query: ItemQuery(scope: .everywhere, order: .manual))
    return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
  }

  /// Each home reorders items without asking the other.
  @Test func homesOfAHouseholdHaveOneOrder() throws {
    let homes = try SharedHomes()
    let anna = try homes.found("anna")
    let ben = try homes.home.store("ben")
    try homes.join(ben)
    let items = try ["a", "b", "c", "d"].map { try anna.add($0) }
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.orderItem(items[3].uuid, .before(items[0].uuid)), session: session)
    try ben.changes.perform(.orderItem(items[0].uuid, .after(items[2].uuid)), session: session)
    try homes.synchronize(anna, ben)
    #expect(try order(anna) == ["d", "b", "c", "a"])
    #expect(try order(ben) == ["d", "b", "c", "a"])
    try anna.changes.perform(.orderItem(items[1].uuid, .before(items[3].uuid)), session: session)
    try ben.changes.perform(.orderItem(items[1].uuid, .after(items[0].uuid)), session: session)
    try homes.synchronize(anna, ben)
    #expect(try order(anna) == order(ben))
    #expect(
      try anna.household.conflictingItems().isEmpty && ben.household.conflictingItems().isEmpty)
  }
}
