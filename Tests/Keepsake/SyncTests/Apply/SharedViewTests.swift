import Foundation
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// Saved views reach the other homes of a household.
@Suite struct SharedViewTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
  }

  private func save(_ name: String, _ filter: String, in store: InventoryStore) throws {
    try store.changes.perform(
      .view(.save(SavedView(name: name, filter: filter))), session: session)
  }

  private func views(_ store: InventoryStore) throws -> [String] {
    try store.views.fetchAll().map { "\($0.name): \($0.filter)" }
  }

  @Test func aViewReachesTheOtherHomeAndFollowsItsChanges() throws {
    try save("Gaps", "no:photo", in: anna)
    try homes.synchronize(anna, ben)
    #expect(try views(ben) == ["Gaps: no:photo"])
    let uuid = try #require(try ben.views.named("gaps")?.uuid)
    try ben.changes.perform(.view(.rename(uuid, to: "No photo")), session: session)
    try homes.synchronize(anna, ben)
    #expect(try views(anna) == ["No photo: no:photo"])
    _ = try ben.changes.undo(session: session)
    try homes.synchronize(anna, ben)
    #expect(try views(anna) == ["Gaps: no:photo"])
    try anna.changes.perform(
      .view(.delete(try #require(try anna.views.named("gaps")?.uuid))), session: session)
    try homes.synchronize(anna, ben)
    #expect(try views(ben) == [])
    #expect(try homes.differences(anna, ben) == [])
  }

  /// Views of the same name merge into one; each home keeps its filter until a member resolves the conflict.
  @Test func viewsOfOneNameAreMergedWithBothFilters() throws {
    try save("Gaps", "no:photo", in: anna)
    try save("gaps", "no:receipt", in: ben)
    try homes.synchronize(anna, ben)
    #expect(try views(anna).count == 1)
    let conflicts = try anna.household.rowConflicts()
    #expect(conflicts.contains { $0.owner == .view && $0.label == "filter" }, "\(conflicts)")
    #expect(try homes.differences(anna, ben) == [])
  }

  @Test func aViewOfAHomeThatJoinsIsKept() throws {
    let carl = try homes.home.store("carl")
    try save("Carl's", "tag:carl", in: carl)
    try save("Gaps", "no:photo", in: anna)
    try homes.synchronize(anna, ben)
    try homes.join(carl)
    try homes.synchronize(carl, anna)
    for store in [anna, carl] {
      #expect(try views(store) == ["Carl's: tag:carl", "Gaps: no:photo"])
    }
  }
}
