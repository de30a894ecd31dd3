import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// What two homes write at the same time of anything but an item: both values are there until somebody decides.
@Suite struct RowConflictTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: Item

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill")
    let paper = try homes.home.file("receipt.txt", "12 francs")
    try anna.attachments.attach([paper], to: item.uuid, session: "test")
    try homes.synchronize(anna, ben)
    #expect(try anna.household.rowConflicts() == [] && ben.household.rowConflicts() == [])
  }

  /// Both see both; decided in one home it is decided in both, for what that one shows.
  private func expectTwoValues(
    _ subject: String, _ values: Set<String?>, _ place: SourceLocation = #_sourceLocation
  ) throws {
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let rows = try home.household.rowConflicts()
      #expect(rows.map(\.subject) == [subject], sourceLocation: place)
      #expect(rows.allSatisfy { Set([$0.shown, $0.other]) == values }, sourceLocation: place)
      #expect(
        try home.household.conflictCounts() == ConflictCounts(others: 1), sourceLocation: place)
    }
    let shown = try anna.household.rowConflicts().first?.shown
    #expect(try ben.household.rowConflicts().first?.shown == shown, sourceLocation: place)
    #expect(try ben.household.keepLocalRows(author: "ben") == 1, sourceLocation: place)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.household.rowConflicts() == [], sourceLocation: place)
    }
    #expect(try homes.differences(anna, ben) == [], sourceLocation: place)
  }

  private func setInsurer(_ insurer: String, in home: InventoryStore) throws {
    var settings = try home.settings.fetch()
    settings.insurer = insurer
    try home.settings.change(settings, session: "test")
  }

  private func disagreeOnInsurer() throws {
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar")] {
      try setInsurer(insurer, in: home)
    }
  }

  private func disagreeOnTitle() throws {
    for (home, title) in [(anna, "Receipt"), (ben, "Bill")] {
      var file = try #require(try home.attachments.fetchAll(of: item.uuid).first)
      file.title = title
      try home.changes.perform(.updateAttachment(file), session: "test")
    }
  }

  @Test func ofASetting() throws {
    try disagreeOnInsurer()
    try expectTwoValues("setting insurer", ["Helvetia", "Mobiliar"])
  }

  /// Another window of a home learns that nothing is left to decide, though the value it shows stays.
  @Test func everyWindowLearnsOfADecision() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    let window = try InventoryStore(directory: ben.database.directory)
    #expect(try window.household.rowConflicts().count == 1)
    #expect(try anna.household.keepLocalRows(author: "anna") == 1)
    try homes.synchronize(anna)
    try homes.receive(ben)
    #expect(try window.database.refresh() && window.household.rowConflicts() == [])
  }

  @Test func ofWhatAFileIsCalled() throws {
    try disagreeOnTitle()
    try expectTwoValues("file receipt.txt of Drill: title", ["Receipt", "Bill"])
  }

  @Test func ofWhatAPlaceIsCalled() throws {
    let rack = UUID()
    try anna.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    for (home, name) in [(anna, "Shelf"), (ben, "Board")] {
      try home.changes.perform(.renamePlace(rack, to: name), session: "test")
    }
    try homes.synchronize(anna, ben)
    let path = try #require(try anna.places.fetch(rack)?.path)
    try expectTwoValues("place \(path): name", ["Shelf", "Board"])
  }

  /// Whoever takes the other value has both homes show it, and nothing is left to decide.
  private func take(in home: InventoryStore, _ place: SourceLocation = #_sourceLocation) throws {
    let value = try #require(try home.household.rowConflicts().first)
    #expect(try home.household.take(value, author: "ben"), sourceLocation: place)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.household.rowConflicts() == [], sourceLocation: place)
    }
    #expect(try homes.differences(anna, ben) == [], sourceLocation: place)
    #expect(try !home.household.take(value, author: "ben"), "it is decided", sourceLocation: place)
  }

  @Test func theOtherValueOfASettingCanBeTaken() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    let other = try #require(try anna.household.rowConflicts().first?.other)
    try take(in: anna)
    #expect(try anna.settings.fetch().insurer == other && ben.settings.fetch().insurer == other)
  }

  @Test func theOtherTitleOfAFileCanBeTaken() throws {
    try disagreeOnTitle()
    try homes.synchronize(anna, ben)
    let other = try #require(try ben.household.rowConflicts().first?.other)
    try take(in: ben)
    #expect(try anna.attachments.fetchAll(of: item.uuid).map(\.title) == [other])
  }

  @Test func theOtherNameOfAPlaceCanBeTaken() throws {
    let rack = UUID()
    try anna.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    for (home, name) in [(anna, "Shelf"), (ben, "Board")] {
      try home.changes.perform(.renamePlace(rack, to: name), session: "test")
    }
    try homes.synchronize(anna, ben)
    let other = try #require(try anna.household.rowConflicts().first?.other)
    try take(in: anna)
    for home in [anna, ben] { #expect(try home.places.fetch(rack)?.path == "Cellar / \(other)") }
  }

  /// Each is decided by itself, and what was decided keeps nobody in the household.
  @Test func oneOfTwoCanBeKept() throws {
    for (home, insurer, policy) in [(anna, "Helvetia", "1"), (ben, "Mobiliar", "2")] {
      var settings = try home.settings.fetch()
      (settings.insurer, settings.policyNumber) = (insurer, policy)
      try home.settings.change(settings, session: "test")
    }
    try homes.synchronize(anna, ben)
    let values = try anna.household.rowConflicts()
    #expect(values.map(\.subject) == ["setting insurer", "setting policy_no"])
    #expect(try anna.household.keepLocal(insteadOf: values[0], author: "anna"))
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.household.rowConflicts().map(\.subject) == ["setting policy_no"])
      #expect(try home.settings.fetch().insurer == values[0].shown)
    }
  }

  @Test func aPlaceThatOneTrashedAndAnotherRenamedCanGo() throws {
    let rack = UUID()
    try anna.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.trashPlace(rack, contents: .moveUp), session: "test")
    try ben.changes.perform(.renamePlace(rack, to: "Shelf"), session: "test")
    try homes.synchronize(anna, ben)
    #expect(try ben.places.fetch(rack)?.deletedAt == nil)
    #expect(
      try ben.household.rowConflicts().map(\.subject) == ["place Cellar / Shelf: in the trash"])
    try take(in: ben)
    for home in [anna, ben] { #expect(try home.places.fetch(rack)?.deletedAt != nil) }
  }

  /// What was written here and did not go out yet is not taken back with it.
  @Test func takingOneColumnLeavesWhatWaitsInAnother() throws {
    try disagreeOnTitle()
    try homes.synchronize(anna, ben)
    let value = try #require(try anna.household.rowConflicts().first)
    var file = try #require(try anna.attachments.fetchAll(of: item.uuid).first)
    file.kind = .manual
    try anna.changes.perform(.updateAttachment(file), session: "test")
    #expect(try anna.household.take(value, author: "anna"))
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let found = try home.attachments.fetchAll(of: item.uuid).first
      #expect(found?.kind == .manual && found?.title == value.other)
    }
  }

  /// Of three values one is chosen among all that the person saw.
  @Test func aValueThatCameSinceIsNotDecided() throws {
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try homes.synchronize(anna, ben, carl)
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar"), (carl, "Zurich")] {
      try setInsurer(insurer, in: home)
    }
    try homes.synchronize(anna, ben)
    let seen = try #require(try anna.household.rowConflicts().first)
    try homes.synchronize(carl, anna)
    let values = try anna.household.rowConflicts()
    #expect(values.count == 2 && Set(values.map(\.cell)) == [seen.cell])
    #expect(
      try !anna.household.take(seen, author: "anna")
        && !anna.household.keepLocal(insteadOf: seen, author: "anna"))
    let last = try #require(values.last)
    #expect(try anna.household.take(last, author: "anna"))
    try homes.synchronize(anna, ben, carl)
    for home in [anna, ben, carl] {
      #expect(
        try home.household.rowConflicts() == [] && home.settings.fetch().insurer == last.other)
    }
  }

  /// A home that joins decides nothing before it has everything: the household's settings count.
  @Test func whileItJoinsNothingCanBeDecided() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    let value = try #require(try anna.household.rowConflicts().first)
    let carl = try homes.home.store("carl")
    try setInsurer("Zurich", in: carl)
    try carl.household.enter("h", .joining)
    try homes.receive(carl)
    #expect(
      try carl.household.rowConflicts() == [] && carl.household.keepLocalRows(author: "carl") == 0)
    #expect(try !carl.household.take(value, author: "carl"))
  }

  /// Whoever throws away what another has thrown away agrees.
  @Test func whatBothTrashIsDecided() throws {
    let rack = UUID()
    try anna.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      try home.changes.perform(.trashPlace(rack, contents: .moveUp), session: "test")
      try home.changes.perform(.trashItems([item.uuid]), session: "test")
    }
    try homes.synchronize(anna, ben)
    for home in [anna, ben] { #expect(try home.household.conflictCounts() == ConflictCounts()) }
    #expect(try anna.places.fetch(rack)?.deletedAt == ben.places.fetch(rack)?.deletedAt)
  }

  /// A new inventory has useful lives that nobody chose.
  @Test func aHomeThatJoinsTakesTheHouseholdsUsefulLives() throws {
    try anna.database.write(source: "test", isWhole: true) { transaction in
      try transaction.db.execute(
        sql: "UPDATE category SET useful_life_months = 24 WHERE name = 'Tools'")
      transaction.isDirty = true
    }
    try homes.synchronize(anna)
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try homes.synchronize(anna, carl)
    for home in [anna, carl] {
      #expect(try home.household.rowConflicts() == [])
      let life = try home.database.file.read { db in
        try Int.fetchOne(db, sql: "SELECT useful_life_months FROM category WHERE name = 'Tools'")
      }
      #expect(life == 24)
    }
  }

  @Test func theOtherCurrencyCanBeTaken() throws {
    for (home, code) in [(anna, "CHF"), (ben, "USD")] {
      var settings = try home.settings.fetch()
      settings.currency = try #require(Currency(code: code))
      try home.settings.change(settings, session: "test")
    }
    try homes.synchronize(anna, ben)
    let value = try #require(try anna.household.rowConflicts().first)
    #expect(value.subject == "setting currency")
    try take(in: anna)
    #expect(try anna.settings.fetch().currency.code == value.other)
  }

  /// A file of an earlier version marks only items: the next exchange marks the rest.
  @Test func whatAnEarlierVersionDidNotMarkIsMarked() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    let values = try anna.household.rowConflicts()
    #expect(values.count == 1)
    try anna.database.file.write { db in
      try db.execute(sql: "DELETE FROM household_undecided")
      try db.execute(sql: "PRAGMA user_version = 9")
      return ((), .commit)
    }
    #expect(try anna.household.rowConflicts() == [])
    let again = try InventoryStore(directory: anna.database.directory)
    try again.household.applyUnapplied(author: "anna")
    #expect(try again.household.rowConflicts() == values)
  }

  /// What was written anew is what somebody wanted, whoever had not seen it.
  @Test func whoWritesItAnewDecides() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    try setInsurer("Zurich", in: anna)
    try homes.synchronize(anna, ben)
    #expect(try anna.household.rowConflicts() == [] && ben.household.rowConflicts() == [])
    #expect(try ben.settings.fetch().insurer == "Zurich")
  }

  /// Nobody here could decide: it keeps nobody in a household.
  @Test func whatIsSealedElsewhereDoesNotCount() throws {
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try homes.synchronize(anna, ben, carl)
    let coin = try anna.add("Sovereign").uuid
    try homes.synchronize(anna, ben, carl)
    anna.openPrivateItems(with: MirrorSealing())
    ben.openPrivateItems(with: OtherKeys())
    for home in [anna, ben] {
      var wanted = try #require(try home.items.fetch(coin))
      wanted.isPrivate = true
      try home.changes.perform(.setPrivacy(wanted, files: []), session: "test")
    }
    try homes.synchronize(anna, ben, carl)
    #expect(try carl.household.conflictingItems() == [coin])
    #expect(try carl.household.conflictCounts() == ConflictCounts())
    for home in [anna, ben] {
      #expect(try home.household.conflictCounts() == ConflictCounts(items: 1))
    }
  }
}
