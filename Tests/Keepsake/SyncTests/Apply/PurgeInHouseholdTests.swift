import InventorySupport
import Foundation
import Testing

@testable import Inventory
@testable import Sync

/// An item that one home deletes for good disappears in every home, unless another home changed it meanwhile.
@Suite struct PurgeInHouseholdTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: UUID

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill") {
      $0.notes = "yellow"
      $0.tags = ["tool"]
    }.uuid
    try homes.synchronize(anna, ben)
  }

  /// Anna deletes the item for good, without telling anyone yet.
  private func purge() throws {
    try anna.changes.perform(.trashItems([item]), session: "test")
    try anna.changes.purge([item], session: "test")
  }

  private func change(in store: InventoryStore, _ body: (inout Item) -> Void) throws {
    var wanted = try #require(try store.items.fetch(item))
    body(&wanted)
    try store.changes.perform(.updateItem(wanted), session: "test")
  }

  private func attach(_ name: String) throws -> UUID {
    let path = anna.database.directory + "/\(name)"
    try Data("89 euros".utf8).write(to: URL(filePath: path))
    try anna.attachments.attach([path], to: item, session: "test")
    try homes.synchronize(anna, ben)
    return try #require(try ben.attachments.fetchAll(of: item).first?.uuid)
  }

  private func isGone(from home: InventoryStore) throws -> Bool {
    try home.items.fetch(item) == nil
      && ItemList(store: home, query: ItemQuery(filter: "is:trash")).count == 0
      && home.household.conflictingItems().isEmpty
  }

  @Test func theOtherHomesCopyGoes() throws {
    _ = try attach("receipt.txt")
    try purge()
    try homes.synchronize(anna, ben)
    #expect(try isGone(from: anna) && isGone(from: ben))
    #expect(ben.database.counts.live == 0 && ben.database.counts.trashed == 0)
    let files = try ben.database.file.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM attachment")
    }
    #expect(files == 0)
    #expect(try homes.differences(anna, ben) == [])
    #expect(try anna.household.membership()?.waiting == 0)
    #expect(try ben.household.membership()?.waiting == 0)
  }

  @Test func itStaysGoneInEveryFurtherExchange() throws {
    try purge()
    try homes.synchronize(anna, ben)
    let sent = homes.log.count
    let other = try ben.add("Saw")
    try homes.synchronize(ben, anna)
    try homes.receive(anna, again: 20)
    try homes.synchronize(anna, ben)
    #expect(try isGone(from: anna) && isGone(from: ben))
    #expect(try anna.items.fetch(other.uuid) != nil)
    #expect(homes.log.count == sent + 1, "no home writes about it again")
  }

  @Test func aHomeThatJoinsLaterNeverSeesIt() throws {
    try purge()
    try homes.synchronize(anna, ben)
    let chris = try homes.home.store("chris")
    try homes.join(chris)
    try homes.synchronize(anna, ben, chris)
    #expect(try isGone(from: chris) && isGone(from: anna))
    #expect(try homes.differences(anna, chris) == [])
  }

  @Test func theTrashOfAnotherHomeDoesNotBringItBack() throws {
    try purge()
    try ben.changes.perform(.trashItems([item]), session: "test")
    try homes.synchronize(anna, ben)
    #expect(try isGone(from: anna) && isGone(from: ben))
  }

  @Test func anItemThatNoHomeKnowsYetIsNeverSent() throws {
    let cup = try anna.add("Cup")
    try anna.changes.perform(.trashItems([cup.uuid]), session: "test")
    try anna.changes.purge([cup.uuid], session: "test")
    let sent = homes.log.count
    try homes.synchronize(anna, ben)
    #expect(homes.log.count == sent)
    #expect(try ben.items.fetch(cup.uuid) == nil)
  }

  @Test(arguments: [false, true]) func anItemThatSomeoneChangedMeanwhileIsAskedAbout(
    isFirst: Bool
  ) throws {
    let file = try attach("receipt.txt")
    try purge()
    try change(in: ben) { $0.purchasePrice = 8_900 }
    if isFirst { try homes.synchronize(ben, anna) } else { try homes.synchronize(anna, ben) }
    for home in [anna, ben] {
      let kept = try #require(try home.items.fetch(item))
      #expect(kept.purchasePrice == 8_900)
      #expect(kept.notes == "yellow" && kept.tags == ["tool"], "it comes back whole")
      #expect(kept.deletedAt == nil)
      #expect(try home.attachments.fetchAll(of: item).map(\.uuid) == [file])
      let conflict = try #require(try home.household.conflicts(of: item).first)
      #expect(conflict.subject == .trash && conflict.text == ItemConflict.gone)
      #expect(conflict.isOwn == (home.database.directory == anna.database.directory))
    }
    #expect(try homes.differences(anna, ben) == [])
    // One of them keeps it.
    try ben.household.keepLocal(of: item, author: "Ben")
    try homes.synchronize(ben, anna)
    #expect(try anna.household.conflictingItems().isEmpty)
    #expect(try anna.items.fetch(item)?.purchasePrice == 8_900)
  }

  @Test func afterAnAskedConflictItCanStillBeDeletedForGood() throws {
    try purge()
    try change(in: ben) { $0.purchasePrice = 8_900 }
    try homes.synchronize(anna, ben)
    try purge()
    try homes.synchronize(anna, ben)
    #expect(try isGone(from: anna) && isGone(from: ben))
  }

  @Test func whatWasPartOfItStays() throws {
    let bit = try anna.add("Bit") { $0.parent = item }
    try homes.synchronize(anna, ben)
    let battery = try ben.add("Battery") { $0.parent = item }
    // As Ben put something into the drill meanwhile, both are asked about it.
    try purge()
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.items.fetch(bit.uuid) != nil && home.items.fetch(battery.uuid) != nil)
    }
    #expect(try homes.differences(anna, ben) == [])
  }

  @Test func theHistoryOfTheOtherHomeHasNoValuesOfIt() throws {
    try change(in: ben) { $0.notes = "secret words" }
    try homes.synchronize(anna, ben)
    try purge()
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let texts = try home.database.file.read { db in
        try String.fetchAll(db, sql: "SELECT written FROM household_history")
          + String.fetchAll(db, sql: "SELECT ifnull(before, '') || ifnull(after, '') FROM change")
      }
      #expect(!texts.contains { $0.contains("secret words") })
    }
  }

  @Test func emptyingTheTrashLeavesPlacesInIt() throws {
    let shed = try anna.addPlace("Shed")
    try anna.changes.perform(.trashPlace(shed.uuid, contents: .moveUp), session: "test")
    try anna.changes.perform(.trashItems([item]), session: "test")
    let summary = try anna.changes.emptyTrash(session: "test")
    #expect(summary.count == 1)
    try homes.synchronize(anna, ben)
    #expect(try anna.places.trashed().count == 1 && ben.places.trashed().count == 1)
    #expect(try isGone(from: ben))
  }
}
