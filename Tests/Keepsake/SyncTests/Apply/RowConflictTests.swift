import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// If two homes change anything but an item concurrently, both values are kept until the conflict is resolved.
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

  /// Expects both homes to show both values, and a resolution in one home to apply in both.
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

  @Test func aSettingCanBeInConflict() throws {
    try disagreeOnInsurer()
    try expectTwoValues("setting insurer", ["Helvetia", "Mobiliar"])
  }

  /// Another window of a home learns that no conflict is left, though the value it shows stays.
  @Test func everyWindowLearnsOfAResolution() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    let window = try InventoryStore(directory: ben.database.directory)
    #expect(try window.household.rowConflicts().count == 1)
    #expect(try anna.household.keepLocalRows(author: "anna") == 1)
    try homes.synchronize(anna)
    try homes.receive(ben)
    #expect(try window.database.refresh() && window.household.rowConflicts() == [])
  }

  @Test func aFilesTitleCanBeInConflict() throws {
    try disagreeOnTitle()
    try expectTwoValues("file receipt.txt of Drill: title", ["Receipt", "Bill"])
  }

  @Test func aPlacesNameCanBeInConflict() throws {
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

  /// Takes the other value, and expects both homes to show it without a conflict.
  private func take(in home: InventoryStore, _ place: SourceLocation = #_sourceLocation) throws {
    let value = try #require(try home.household.rowConflicts().first)
    #expect(try home.household.take(value, author: "ben"), sourceLocation: place)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try home.household.rowConflicts() == [], sourceLocation: place)
    }
    #expect(try homes.differences(anna, ben) == [], sourceLocation: place)
    #expect(try !home.household.take(value, author: "ben"), "it is resolved", sourceLocation: place)
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

  /// Each conflict is resolved separately, and a resolved one doesn't prevent leaving the household.
  @Test func conflictsAreResolvedSeparately() throws {
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

  @Test func aPlaceTrashedInOneHomeAndRenamedInAnotherCanBeTrashed() throws {
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

  @Test func takingOneColumnKeepsUnsentChangesToAnother() throws {
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

  /// A choice among three values is valid only if the user saw all of them.
  @Test func aValueThatArrivedSinceKeepsTheConflict() throws {
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

  /// A joining home can't resolve conflicts before it has everything; the household's settings win.
  @Test func aJoiningHomeCannotResolveConflicts() throws {
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

  /// Two homes that trash the same thing agree.
  @Test func trashingInBothHomesIsNoConflict() throws {
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

  /// A new inventory has useful lives that no user chose.
  @Test func aJoiningHomeTakesTheHouseholdsUsefulLives() throws {
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

  /// A file of an earlier version marks only conflicts of items; the next exchange marks the others.
  @Test func conflictsThatAnEarlierVersionDidNotMarkAreMarked() throws {
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

  /// A new value is deliberate, even if its author had not seen the conflict.
  @Test func writingANewValueResolvesTheConflict() throws {
    try disagreeOnInsurer()
    try homes.synchronize(anna, ben)
    try setInsurer("Zurich", in: anna)
    try homes.synchronize(anna, ben)
    #expect(try anna.household.rowConflicts() == [] && ben.household.rowConflicts() == [])
    #expect(try ben.settings.fetch().insurer == "Zurich")
  }

  /// This home can't resolve the conflict, so it doesn't prevent leaving.
  @Test func conflictsSealedElsewhereAreNotCounted() throws {
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
