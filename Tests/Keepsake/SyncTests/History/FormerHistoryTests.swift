import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

/// A home that leaves a household keeps the history of who changed what.
@Suite struct FormerHistoryTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: UUID
  private let shelf: Place

  /// Ben puts a price on Anna's drill, and Anna puts it on a shelf.
  init() throws {
    homes = try SharedHomes()
    anna = try homes.home.store("anna")
    shelf = try anna.addPlace("Shelf")
    item = try anna.add("Drill").uuid
    try Self.change(item, in: anna) { $0.notes = "before" }
    try anna.household.enter("h", .founding)
    try homes.synchronize(anna)
    ben = try homes.home.store("ben")
    try homes.join(ben)
    try Self.noteNames(anna: anna, ben: ben)
    try Self.change(item, in: ben) { $0.purchasePrice = 12_990 }
    try homes.synchronize(ben, anna)
    let place = shelf.uuid
    try Self.change(item, in: anna) { $0.place = place }
    try homes.synchronize(anna, ben)
  }

  private static func noteNames(anna: InventoryStore, ben: InventoryStore) throws {
    let devices = try [(anna, "Anna"), (ben, "Ben")].map {
      SyncDevice(
        device: try #require(try $0.0.household.membership()?.device), member: $0.1,
        machine: "desk",
        joined: 0)
    }
    for store in [anna, ben] { try store.household.noteDevices(devices) }
  }

  private static func change(
    _ item: UUID, in store: InventoryStore, _ body: (inout Item) -> Void
  ) throws {
    var wanted = try #require(try store.items.fetch(item))
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: "here")
  }

  /// The history, one line per entry.
  private func lines(_ store: InventoryStore) throws -> [String] {
    try store.changes.history(of: item).map { entry in
      let who = entry.device.isEmpty ? entry.author : entry.device
      let changes = entry.changes.map { "\($0.aspect) \($0.before ?? "-") \($0.after ?? "-")" }
      return "\(who) \(entry.action) \(changes.joined(separator: ", "))"
    }
  }

  private let ofBoth = [
    "Anna (desk) changed field(Inventory.ItemField.place) - Shelf",
    "Ben (desk) changed field(Inventory.ItemField.purchasePrice) - 129.90",
  ]
  private let fromBefore = [
    "here changed field(Inventory.ItemField.notes) - before", "test created ",
  ]

  @Test func theHouseholdsHistoryContinuesTheLocalOne() throws {
    #expect(try lines(anna) == ofBoth + fromBefore)
  }

  @Test func leavingKeepsTheHistory() throws {
    try anna.household.leave()
    #expect(try lines(anna) == ofBoth + fromBefore)
  }

  @Test func laterChangesAreAboveTheFormerHistory() throws {
    try anna.household.leave()
    try Self.change(item, in: anna) { $0.unit = "pcs" }
    let later = "here changed field(Inventory.ItemField.unit) - pcs"
    #expect(try lines(anna) == [later] + ofBoth + fromBefore)
  }

  /// The server sends everything again, and the home sends all of its data.
  @Test func rejoiningListsEachChangeOnce() throws {
    try anna.household.leave()
    try Self.change(item, in: anna) { $0.unit = "pcs" }
    try homes.join(anna)
    let later = "here changed field(Inventory.ItemField.unit) - pcs"
    #expect(try lines(anna) == [later] + ofBoth + fromBefore)
    try anna.household.leave()
    #expect(try lines(anna) == [later] + ofBoth + fromBefore)
  }

  @Test func othersGetNewsOnlyOfWhatARejoiningHomeChanged() throws {
    let other = try anna.add("Saw")
    try homes.synchronize(anna, ben)
    let lastSequence = try #require(try ben.household.membership()?.lastSequence)
    try anna.household.leave()
    try Self.change(item, in: anna) { $0.unit = "pcs" }
    try homes.join(anna, author: "Anna")
    try homes.synchronize(ben)
    let news = try ben.household.news(after: lastSequence, besides: "Ben")
    #expect(news.map(\.subject) == [.item(item, name: "Drill")] && news.map(\.deed) == [.changed])
    #expect(try ben.changes.history(of: other.uuid).map(\.action) == [.created])
    let change = ItemChange(aspect: .field(.unit), before: nil, after: "pcs")
    #expect(try ben.changes.history(of: item).first?.changes == [change])
  }

  @Test func theFormerHistoryIsBelowThatOfANewHousehold() throws {
    try anna.household.leave()
    let others = try SharedHomes(household: "other")
    let cleo = try others.found("cleo")
    // There the same place has another identity, which the home adopts.
    let place = try cleo.addPlace("Shelf")
    try others.synchronize(cleo)
    try others.join(anna)
    #expect(try anna.places.fetch(shelf.uuid) == nil && anna.places.fetch(place.uuid) != nil)
    try others.synchronize(anna, cleo)
    try Self.change(item, in: cleo) { $0.unit = "pcs" }
    try others.synchronize(cleo, anna)
    #expect(try lines(anna).dropFirst() == (ofBoth + fromBefore)[...])
    #expect(try lines(anna).first?.contains("unit) - pcs") == true)
    try anna.household.leave()
    #expect(try lines(anna).dropFirst() == (ofBoth + fromBefore)[...])
  }

  @Test func unsentChangesAreKeptInTheHistory() throws {
    try Self.change(item, in: anna) { $0.unit = "pcs" }
    try anna.household.record(author: "Anna")
    try Self.change(item, in: anna) { $0.unit = "pair" }
    try anna.household.leave(author: "Anna")
    let unsent = [
      "Anna (desk) changed field(Inventory.ItemField.unit) pcs pair",
      "Anna (desk) changed field(Inventory.ItemField.unit) - pcs",
    ]
    #expect(try lines(anna) == unsent + ofBoth + fromBefore)
    try homes.join(anna)
    #expect(try lines(anna) == unsent + ofBoth + fromBefore)
  }

  @Test func aRemovedPlaceHasNoNameAndNothingElseIsLost() throws {
    try anna.household.leave()
    try Self.change(item, in: anna) { $0.place = nil }
    try anna.database.file.write { db in
      try db.execute(sql: "DELETE FROM location WHERE uuid = ?", arguments: [shelf.uuid])
      return ((), .commit)
    }
    let lines = try lines(anna)
    #expect(lines.contains("Anna (desk) changed field(Inventory.ItemField.place) - (removed)"))
    #expect(lines.contains(ofBoth[1]))
  }

  /// A household can be left even if its tables are damaged, or if an earlier version did not record when it was
  /// entered.
  @Test(arguments: [
    "UPDATE household_row SET content = x'00'", "UPDATE household_clock SET entered = NULL",
  ])
  func leavingKeepsTheHistoryDespiteDamagedTables(damage: String) throws {
    try anna.database.file.write { db in
      try db.execute(sql: damage)
      return ((), .commit)
    }
    try anna.household.leave()
    #expect(try lines(anna) == ofBoth + fromBefore)
  }

  @Test func theHistoryOfHiddenItemsIsHidden() throws {
    try anna.database.apply(LimitedHome.unlimited)
    try Self.change(item, in: anna) { $0.rating = "film:FSK 16" }
    try anna.household.leave()
    try anna.database.apply(LimitedHome.limits)
    #expect(try anna.changes.history(of: item) == [])
    try anna.database.apply(LimitedHome.unlimited)
    #expect(try lines(anna).suffix(4) == (ofBoth + fromBefore)[...])
  }
}
