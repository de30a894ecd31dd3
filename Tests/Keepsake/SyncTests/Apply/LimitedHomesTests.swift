import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// Exchanges between a home whose login has limits and a home without limits.
@Suite struct LimitedHomesTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try InventoryStore(directory: homes.home.path + "/ben", limits: LimitedHome.limits)
    try homes.join(ben)
  }

  @Test func hiddenItemsAreSyncedCompletely() throws {
    let film = try anna.add("Secret film") {
      $0.rating = "film:FSK 16"
      $0.tags = ["steel"]
      $0.notes = "one"
    }
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(film.uuid) == nil)
    #expect(ben.database.counts.live == 0)
    var changed = try #require(try anna.items.fetch(film.uuid))
    changed.notes = "two"
    try anna.changes.perform(.updateItem(changed), session: session)
    let knife = try ben.add("Knife")
    try homes.synchronize(anna, ben)
    #expect(try anna.items.fetch(knife.uuid)?.name == "Knife")
    #expect(try ben.items.fetch(film.uuid) == nil)
    #expect(try anna.items.fetch(film.uuid)?.notes == "two", "hiding it did not remove it")
    #expect(try anna.items.fetch(film.uuid)?.deletedAt == nil)
    #expect(try ben.household.membership()?.waiting == 0)
    #expect(try LimitedHome.flaws(ben) == [])
    try ben.database.apply(LimitedHome.unlimited)
    #expect(try ben.items.fetch(film.uuid)?.notes == "two")
    #expect(try ben.items.fetch(film.uuid)?.tags == ["steel"])
    try homes.synchronize(anna, ben)
    #expect(try homes.differences(anna, ben) == [])
  }

  /// History and news omit changes to hidden items and their files, but list all others.
  @Test func hiddenItemsAreInNoHistoryAndNoNews() throws {
    try homes.synchronize(anna, ben)
    let lastSequence = try #require(try ben.household.membership()?.lastSequence)
    let knife = try anna.add("Knife")
    let film = try anna.add("Secret film") { $0.rating = "film:FSK 16" }
    let cover = try homes.home.file("cover.txt", "a cover")
    try anna.attachments.attach([cover], to: film.uuid, session: session)
    try homes.synchronize(anna, ben)
    let all = try ben.changes.history(limit: 2)
    #expect(all.count == 2 && all.first?.subject == .item(knife.uuid, name: "Knife"), "\(all)")
    #expect(try ben.changes.history(of: film.uuid) == [])
    let news = try ben.household.news(after: lastSequence, besides: "ben")
    #expect(news.map(\.subject) == [.item(knife.uuid, name: "Knife")])
  }

  @Test func anItemRatedHigherElsewhereIsHiddenHere() throws {
    let film = try ben.add("Film") { $0.rating = "film:FSK 12" }
    try homes.synchronize(anna, ben)
    var changed = try #require(try anna.items.fetch(film.uuid))
    changed.rating = "film:FSK 16"
    try anna.changes.perform(.updateItem(changed), session: session)
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(film.uuid) == nil)
    #expect(try ben.changes.nextUndo(session: session) == nil, "undo does not name it")
    #expect(try anna.items.fetch(film.uuid)?.rating == "film:FSK 16")
  }

  @Test func conflictsOfAHiddenItemsFileAreNeitherShownNorResolved() throws {
    let film = try ben.add("Film") { $0.rating = "film:FSK 12" }
    let cover = try homes.home.file("cover.txt", "a cover")
    try ben.attachments.attach([cover], to: film.uuid, session: session)
    try homes.synchronize(anna, ben)
    for (home, title) in [(anna, "Cover"), (ben, "Sleeve")] {
      var file = try #require(try home.attachments.fetchAll(of: film.uuid).first)
      file.title = title
      try home.changes.perform(.updateAttachment(file), session: session)
    }
    try homes.synchronize(anna, ben)
    #expect(try ben.household.rowConflicts().count == 1)
    var changed = try #require(try anna.items.fetch(film.uuid))
    changed.rating = "film:FSK 16"
    try anna.changes.perform(.updateItem(changed), session: session)
    try homes.synchronize(anna, ben)
    #expect(
      try ben.household.rowConflicts() == []
        && ben.household.conflictCounts() == ConflictCounts())
    #expect(try ben.household.keepLocalRows(author: "ben") == 0)
    #expect(try anna.household.rowConflicts().count == 1)
  }

  @Test func hiddenItemsAreNotCountedAsUnplaced() throws {
    var items: [Item] = []
    for number in 1...60 {
      items.append(try anna.add("Box \(number)") { $0.parent = items.last?.uuid })
    }
    let film = try anna.add("Secret film") { $0.rating = "film:FSK 16" }
    var around = film
    for number in 1...9 { around = try anna.add("Case \(number)") { $0.parent = around.uuid } }
    try homes.synchronize(anna, ben)
    let write = RowWrite(
      SyncedTable.item.row(film.uuid),
      ["parent_item_id": .text(SharedKey.text(try #require(items.last).uuid))])
    try homes.add(
      SyncOperation(lastSequence: Int64(homes.log.count), author: "Mallory", writes: [write]),
      from: "hostile")
    try homes.synchronize(anna, ben)
    #expect(try anna.household.unplacedRows().count == 1)
    let unplaced = try ben.household.unplacedRows()
    #expect(unplaced.count == 0 && unplaced.first == [])
  }

  /// Trashing the place moves the hidden item, and the other homes must learn of the move.
  @Test func aHiddenItemsMoveIsSentToTheOthers() throws {
    let room = try anna.addPlace("Room")
    let shelf = try anna.addPlace("Shelf", in: room)
    let film = try anna.add("Secret film") {
      $0.rating = "film:FSK 16"
      $0.place = shelf.uuid
    }
    try homes.synchronize(anna, ben)
    try ben.changes.perform(.trashPlace(shelf.uuid, contents: .trash), session: session)
    try homes.synchronize(anna, ben)
    #expect(try anna.items.fetch(film.uuid)?.deletedAt == nil)
    #expect(try anna.items.fetch(film.uuid)?.place == room.uuid)
    try ben.database.apply(LimitedHome.unlimited)
    #expect(try homes.differences(anna, ben) == [])
  }

  /// Both homes have the contents; attachments that the login can't see aren't gone.
  @Test func filesOfHiddenItemsAreNotRemoved() throws {
    let film = try anna.add("Secret film") { $0.rating = "film:FSK 16" }
    let paper = try homes.home.file("receipt.txt", "receipt")
    try anna.attachments.attach([paper], to: film.uuid, session: session)
    try homes.synchronize(anna, ben)
    let content = try #require(try anna.household.unsettledContents().first)
    try ben.household.settle(content, isNew: true)
    try ben.household.removeGoneContents()
    let settled = try ben.database.file.read {
      try String.fetchAll($0, sql: "SELECT digest FROM household_content")
    }
    #expect(settled == [content.sha256])
  }

  @Test func onlyVisibleItemsAreReportedAsRenumbered() throws {
    try ben.database.apply(LimitedHome.unlimited)
    let film = try ben.add("Secret film") { $0.rating = "film:FSK 16" }
    let knife = try ben.add("Knife")
    try ben.database.apply(LimitedHome.limits)
    let numbers = try ben.household.numbersOfItems()
    let other = try InventoryStore(directory: ben.database.directory)
    for item in [film, knife] {
      var changed = item
      changed.assetNumber = 90 + (item.assetNumber ?? 0)
      try other.changes.perform(.updateItem(changed), session: session)
    }
    try ben.database.refresh()
    #expect(try ben.household.renumbered(since: numbers).map(\.name) == ["Knife"])
  }
}
