import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// Making an item private erases its former contents from the household's stored data.
@Suite struct FormerValueTests {
  private static let secrets = ["Krugerrand", "grandmother", "Pretoria", "certificate"]

  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: Item

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    anna.openPrivateItems(with: MirrorSealing())
    item = try anna.add("Krugerrand") {
      $0.notes = "from grandmother"
      $0.fields = [CustomField(name: "Mint", value: "Pretoria")]
    }
    let paper = try homes.home.file("certificate.txt", "certificate of gold")
    try anna.attachments.attach([paper], to: item.uuid, session: "test")
  }

  private func makePrivate() throws {
    var wanted = try #require(try anna.items.fetch(item.uuid))
    wanted.isPrivate = true
    _ = try anna.attachments.setPrivacy(of: wanted, session: "test")
  }

  private func expectNoTrace(
    of secrets: [String] = secrets, in store: InventoryStore,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try store.database.emptyLog())
    let names = try FileManager.default.contentsOfDirectory(atPath: store.database.directory)
    for name in names where name.hasPrefix("inventory") {
      let bytes = try Data(contentsOf: URL(filePath: store.database.directory + "/" + name))
      for word in secrets {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }

  @Test func makingAnItemPrivateErasesItInTheHomesOwnFile() throws {
    try homes.synchronize(anna, ben)
    try makePrivate()
    try anna.household.forgetFormerValues()
    try expectNoTrace(in: anna)
    try homes.synchronize(anna, ben)
    try expectNoTrace(in: anna)
    #expect(try anna.items.fetch(item.uuid)?.notes == "from grandmother")
  }

  /// Making an item private deletes its trashed files in every home.
  @Test func aTrashedFileIsDeletedEverywhere() throws {
    let files = try anna.attachments.fetchAll(of: item.uuid).map(\.uuid)
    try anna.changes.perform(.removeAttachments(files), session: "test")
    try homes.synchronize(anna, ben)
    try makePrivate()
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.household.setAsideChanges() == [])
      let rest = try home.database.file.read { db in
        try Int.fetchOne(
          db,
          sql: "SELECT (SELECT count(*) FROM attachment) + (SELECT count(*) FROM household_pending)"
        )
      }
      #expect(rest == 0)
      try expectNoTrace(of: ["certificate"], in: home)
    }
  }

  @Test func unsentOperationsAreErased() throws {
    while try anna.household.record(author: "anna") > 0 {}
    try makePrivate()
    try anna.household.forgetFormerValues()
    try expectNoTrace(in: anna)
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(item.uuid)?.name == Item.privateName)
    try expectNoTrace(in: ben)
    #expect(try homes.differences(anna, ben) == [])
  }

  @Test func operationsSentBeforeDoNotReturnAsPlainText() throws {
    while try anna.household.record(author: "anna") > 0 {}
    let device = try anna.household.membership()?.device
    // The answer is lost.
    try homes.send(anna)
    try makePrivate()
    try homes.receive(anna)
    try expectNoTrace(in: anna)
    try homes.synchronize(anna, ben)
    #expect(try anna.household.membership()?.device == device)
    try expectNoTrace(in: ben)
    #expect(try ben.items.fetch(item.uuid)?.name == Item.privateName)
    #expect(try homes.differences(anna, ben) == [])
  }

  /// Such changes are in no list, and a home that can open the item resolves them.
  @Test func concurrentChangesAreShownOnlyWhereTheItemCanBeOpened() throws {
    try homes.synchronize(anna, ben)
    try makePrivate()
    var there = try #require(try ben.items.fetch(item.uuid))
    there.notes = "polished"
    there.name = "Coin"
    try ben.changes.perform(.updateItem(there), session: "test")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let masked = try #require(
        try home.database.file.read { try StoredItem.fetch($0, uuid: item.uuid) })
      #expect(masked.item.name == Item.privateName && masked.item.notes.isEmpty)
    }
    #expect(try homes.differences(anna, ben) == [])
    #expect(try ben.household.conflicts(of: item.uuid) == [])
    let conflicts = try anna.household.conflicts(of: item.uuid)
    #expect(Set(conflicts.map(\.text)) == ["polished", "Coin"])
    #expect(try anna.household.keepLocal(of: item.uuid, author: "anna"))
    try homes.synchronize(anna, ben)
    #expect(try anna.household.conflicts(of: item.uuid) == [])
    for home in [anna, ben] { try expectNoTrace(of: ["polished", "Coin"], in: home) }
    #expect(try anna.items.fetch(item.uuid)?.notes == "from grandmother")
  }

  @Test func theHistoryForgetsTheFormerContents() throws {
    try homes.synchronize(anna, ben)
    var changed = try #require(try ben.items.fetch(item.uuid))
    changed.notes = "from an aunt in Durban"
    changed.name = "Coin"
    try ben.changes.perform(.updateItem(changed), session: "test")
    try homes.synchronize(anna, ben)
    #expect(
      try anna.changes.history(of: item.uuid).first?.changes.contains(
        ItemChange(aspect: .field(.name), before: "Krugerrand", after: "Coin")) == true)
    try makePrivate()
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      try expectNoTrace(of: Self.secrets + ["Durban", "Coin"], in: home)
    }
  }

  private func writeOfDurban() throws {
    try homes.synchronize(anna, ben)
    var changed = try #require(try ben.items.fetch(item.uuid))
    changed.notes = "from an aunt in Durban"
    changed.fields = [CustomField(name: "Appraisal", value: "1")]
    try ben.changes.perform(.updateItem(changed), session: "test")
    try homes.synchronize(anna, ben)
  }

  @Test func theHistoryOfAFormerHouseholdForgetsTheContentsToo() throws {
    try writeOfDurban()
    try anna.household.leave()
    let known = try anna.changes.history(of: item.uuid).flatMap(\.changes)
    #expect(known.contains { $0.after == "from an aunt in Durban" })
    try makePrivate()
    try expectNoTrace(of: Self.secrets + ["Durban", "ppraisal"], in: anna)
  }

  /// Leaving deletes the note to erase the contents, and the household's other tables may be damaged.
  @Test func leavingRightAfterwardsErasesTheContentsToo() throws {
    try writeOfDurban()
    try makePrivate()
    try anna.database.file.write { db in
      try db.execute(sql: "UPDATE household_row SET content = x'00'")
      return ((), .commit)
    }
    try anna.household.leave()
    try expectNoTrace(of: Self.secrets + ["Durban", "ppraisal"], in: anna)
  }

  /// Names of tags and fields are contents too, regardless of their author.
  @Test func theHistoryNamesNoTagOrFieldOfAPrivateItem() throws {
    try homes.synchronize(anna, ben)
    // Anna makes the item private; before Ben receives that, he edits it.
    try makePrivate()
    var plain = try #require(try ben.items.fetch(item.uuid))
    plain.tags = ["inheritance"]
    plain.fields = [CustomField(name: "Appraisal", value: "1")]
    try ben.changes.perform(.updateItem(plain), session: "test")
    try homes.synchronize(anna, ben)
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    for store in [anna, ben, carl] {
      let columns = try store.database.file.read {
        try String.fetchAll($0, sql: "SELECT columns FROM household_history")
      }
      let named = columns.filter { $0.contains("inherit") || $0.contains("apprai") }
      #expect(named == [], "\(store.database.directory)")
    }
  }

  /// The note to erase the contents is written in the transaction that makes the item private.
  @Test func theNextExchangeErasesTheContentsAfterAKill() throws {
    try homes.synchronize(anna, ben)
    try makePrivate()
    try anna.household.record(author: "anna")
    try expectNoTrace(in: anna)
  }

  @Test func otherHomesEraseTheContentsToo() throws {
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(item.uuid)?.notes == "from grandmother")
    try makePrivate()
    try homes.synchronize(anna, ben)
    let there = try #require(try ben.items.fetch(item.uuid))
    #expect(there.name == Item.privateName && there.isMasked && there.notes.isEmpty)
    try expectNoTrace(in: ben)
    #expect(try homes.differences(anna, ben) == [])
    #expect(try ben.household.conflicts(of: item.uuid) == [])
  }

  // MARK: - Places

  @Test func theNameOfAPrivatePlaceIsErasedInAllHomes() throws {
    let place = UUID()
    try anna.changes.perform(.createPlaces(path: "Gunsafe", uuid: place), session: "test")
    try anna.changes.perform(.createPlaces(path: "Gunsafe / Box", uuid: UUID()), session: "test")
    try homes.synchronize(anna, ben)
    #expect(try ben.places.fetch(path: "Gunsafe / Box") != nil)
    // Ben's log of changes has the place's names, too.
    try ben.changes.perform(.renamePlace(place, to: "Gunsafe upstairs"), session: "test")
    try ben.changes.perform(.renamePlace(place, to: "Gunsafe"), session: "test")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.setPlacePrivacy(place, isPrivate: true), session: "test")
    try anna.household.forgetFormerValues()
    let words = ["Gunsafe", "gunsafe"]
    try expectNoTrace(of: words, in: anna)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] { try expectNoTrace(of: words, in: home) }
    #expect(try ben.places.fetch(place)?.isMasked == true)
    #expect(try anna.places.fetch(place)?.name == "Gunsafe")
    #expect(try homes.differences(anna, ben) == [])
    try anna.changes.perform(.setPlacePrivacy(place, isPrivate: false), session: "test")
    try homes.synchronize(anna, ben)
    #expect(try ben.places.fetch(path: "Gunsafe / Box") != nil)
    #expect(try homes.differences(anna, ben) == [])
  }

  @Test func withTheKeysAConflictOfPlacesShowsTheirNames() throws {
    let (safe, attic) = (UUID(), UUID())
    try anna.changes.perform(
      .createPlaces(path: "Gunsafe", uuid: safe, isPrivate: true), session: "test")
    try anna.changes.perform(.createPlaces(path: "Attic", uuid: attic), session: "test")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.moveItems([item.uuid], to: attic), session: "test")
    try ben.changes.perform(.moveItems([item.uuid], to: safe), session: "test")
    try homes.synchronize(anna, ben)
    let values = try anna.household.conflicts(of: item.uuid)
    let shown = try #require(try anna.items.fetch(item.uuid)?.place)
    #expect(values.map(\.text) == [shown == safe ? "Attic" : "Gunsafe"])
    #expect(try anna.household.keepLocal(of: item.uuid, insteadOf: values, author: "anna"))
    #expect(try anna.household.conflicts(of: item.uuid) == [])
  }

  @Test func theNameOfANewPrivatePlaceNeverLeavesTheHome() throws {
    try anna.changes.perform(
      .createPlaces(path: "Gunsafe / Box", uuid: UUID(), isPrivate: true), session: "test")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] { try expectNoTrace(of: ["Gunsafe", "gunsafe", "Box"], in: home) }
    #expect(try ben.places.fetchAll().count == 2)
  }

  // MARK: - Sealed in two homes at once

  /// Each home can open only what it sealed, so the text that lost must be restorable where it was sealed.
  @Test func anItemSealedInTwoHomesCanBeRestoredInEither() throws {
    ben.openPrivateItems(with: OtherKeys())
    let coin = try anna.add("Sovereign").uuid
    try homes.synchronize(anna, ben)
    for (home, notes) in [(anna, "from grandmother"), (ben, "from an aunt")] {
      var sealed = try #require(try home.items.fetch(coin))
      (sealed.notes, sealed.isPrivate) = (notes, true)
      try home.changes.perform(.updateItem(sealed), session: "test")
    }
    try homes.synchronize(anna, ben)
    let subject = SealedSubject.item(coin)
    let loser = try #require([anna, ben].first { try $0.items.fetch(coin)?.isMasked == true })
    let other = loser === anna ? ben : anna
    #expect(try other.items.fetch(coin)?.isMasked == false)
    #expect(try loser.household.hasOwnSeal(of: subject))
    #expect(try loser.household.takeOwnSeal(of: subject, author: "test"))
    let notes = loser === anna ? "from grandmother" : "from an aunt"
    #expect(try loser.items.fetch(coin)?.notes == notes)
    try homes.synchronize(anna, ben)
    #expect(try loser.items.fetch(coin)?.notes == notes)
    #expect(try other.items.fetch(coin)?.isMasked == true)
    #expect(try homes.differences(anna, ben) == [])
    #expect(try !loser.household.hasOwnSeal(of: subject))
  }

  @Test func aPlaceSealedInTwoHomesCanBeRestoredInEither() throws {
    ben.openPrivateItems(with: OtherKeys())
    let place = UUID()
    try anna.changes.perform(.createPlaces(path: "Gunsafe", uuid: place), session: "test")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      try home.changes.perform(.setPlacePrivacy(place, isPrivate: true), session: "test")
    }
    try homes.synchronize(anna, ben)
    let loser = try #require([anna, ben].first { try $0.places.fetch(place)?.isMasked == true })
    #expect(try loser.household.takeOwnSeal(of: .place(place), author: "test"))
    #expect(try loser.places.fetch(place)?.name == "Gunsafe")
    try homes.synchronize(anna, ben)
    #expect(try loser.places.fetch(place)?.name == "Gunsafe")
    #expect(try homes.differences(anna, ben) == [])
  }
}
