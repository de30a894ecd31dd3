import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// The history of files, places, categories and settings.
@Suite struct SharedHistoryTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: UUID
  private let rack = UUID()
  private let lastSequence: Int64

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill").uuid
    try anna.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    lastSequence = try #require(try anna.household.membership()?.lastSequence)
  }

  private func attach(_ name: String, in home: InventoryStore) throws {
    let file = try homes.home.file(name, "contents of \(name)")
    try home.attachments.attach([file], to: item, session: "here")
  }

  private func file(in home: InventoryStore) throws -> Inventory.Attachment {
    try #require(try home.attachments.fetchAll(of: item).first)
  }

  private func text(_ change: ItemChange) -> String {
    let subject =
      switch change.aspect {
      case .file(_, let name): "file \(name)"
      case .column(let name): name
      case .field(let field): field.rawValue
      default: "\(change.aspect)"
      }
    return "\(subject): \(change.before ?? "-") > \(change.after ?? "-")"
  }

  private func lines(_ entries: [HistoryEntry]) -> [String] {
    entries.map { entry in
      let about =
        switch entry.subject {
        case .item(_, let name): name
        case .other(let name): name.text
        case .imported(let count): "\(count) imported"
        }
      let changes = entry.changes.map(text).joined(separator: ", ")
      return "\(about) \(entry.action) \(changes)"
    }
  }

  @Test func filesAreInTheHistoryOfTheirItem() throws {
    try attach("receipt.txt", in: anna)
    try homes.synchronize(anna, ben)
    #expect(
      lines(try ben.changes.history(of: item)).first
        == "Drill changed file receipt.txt: - > receipt.txt")
    var titled = try file(in: ben)
    titled.title = "Bill"
    try ben.changes.perform(.updateAttachment(titled), session: "here")
    try homes.synchronize(ben, anna)
    #expect(
      lines(try anna.changes.history(of: item)).first
        == "Drill changed file Bill: receipt.txt > Bill")
    titled = try file(in: anna)
    try anna.changes.perform(.removeAttachments([titled.uuid]), session: "here")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(
        lines(try home.changes.history(of: item)).first == "Drill changed file Bill: Bill > -")
    }
    _ = try anna.changes.undo(session: "here")
    try homes.synchronize(anna, ben)
    #expect(lines(try ben.changes.history(of: item)).first == "Drill changed file Bill: - > Bill")
    #expect(try ben.changes.history(of: item).count == 5)
  }

  @Test func filesAreInTheLocalHistoryToo() throws {
    let home = try homes.home.store("alone")
    let own = try home.add("Saw").uuid
    let paper = try homes.home.file("warranty.txt", "two years")
    try home.attachments.attach([paper], to: own, session: "here")
    let attached = try #require(try home.attachments.fetchAll(of: own).first)
    try home.changes.perform(.removeAttachments([attached.uuid]), session: "here")
    let name = "file warranty.txt"
    #expect(
      lines(try home.changes.history(of: own)) == [
        "Saw changed \(name): warranty.txt > -", "Saw changed \(name): - > warranty.txt",
        "Saw created ",
      ])
  }

  @Test func placesCategoriesAndSettingsAreInTheHistoryOfEverything() throws {
    try anna.changes.perform(.renamePlace(rack, to: "Shelf"), session: "here")
    try homes.synchronize(anna, ben)
    var settings = try ben.settings.fetch()
    settings.insurer = "Helvetia"
    try ben.settings.change(settings, session: "here")
    try homes.synchronize(ben, anna)
    try anna.changes.perform(.trashPlace(rack, contents: .moveUp), session: "here")
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let all = try lines(home.changes.history())
      #expect(
        all.prefix(3) == [
          "place Cellar / Shelf changed trash: - > true",
          "setting insurer changed : - > Helvetia",
          "place Cellar / Shelf changed name: Rack > Shelf",
        ])
      #expect(all.contains("Drill created ") && all.contains("place Cellar created "))
    }
  }

  @Test func newsIncludesFilesPlacesAndSettings() throws {
    try attach("receipt.txt", in: anna)
    try anna.changes.perform(.renamePlace(rack, to: "Shelf"), session: "here")
    var settings = try anna.settings.fetch()
    settings.insurer = "Helvetia"
    try anna.settings.change(settings, session: "here")
    try homes.synchronize(anna)
    let received = try homes.receive(ben)
    #expect(received.map(\.item).contains(item), "a window learns that its item has a new file")
    let news = try ben.household.news(after: lastSequence, besides: "ben")
    #expect(
      Set(news.map(\.subject)) == [
        .item(item, name: "Drill"), .other("the place Cellar / Shelf"),
        .other("the setting insurer"),
      ])
    #expect(news.allSatisfy { $0.deed == .changed })
    #expect(try ben.household.change(of: item, after: lastSequence)?.isNew == false)
  }

  @Test func leavingKeepsTheHistoryOfEverything() throws {
    try attach("receipt.txt", in: anna)
    try anna.changes.perform(.renamePlace(rack, to: "Shelf"), session: "here")
    try homes.synchronize(anna, ben)
    let (all, ofItem) = (try lines(ben.changes.history()), try lines(ben.changes.history(of: item)))
    #expect(ofItem.first?.contains("receipt.txt") == true)
    try ben.household.leave()
    #expect(try lines(ben.changes.history()) == all)
    #expect(try lines(ben.changes.history(of: item)) == ofItem)
  }

  /// A home that joins another household adopts the others' identity of a place that both have.
  @Test func theHistoryFollowsAPlaceThatGetsAnotherIdentity() throws {
    try ben.household.leave()
    let others = try SharedHomes(household: "other")
    let cleo = try others.found("cleo")
    try cleo.changes.perform(.createPlaces(path: "Cellar / Rack", uuid: UUID()), session: "test")
    try others.synchronize(cleo)
    try others.join(ben)
    #expect(try ben.places.fetch(rack) == nil)
    #expect(
      try lines(ben.changes.history()).filter { $0 == "place Cellar / Rack created " }.count == 2)
  }

  /// Expects a table to contain no names of private things.
  private func expectUnnamed(
    in home: InventoryStore, _ table: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let written = try home.database.file.read { db in
      try String.fetchAll(db, sql: "SELECT columns || written FROM \(table)").joined()
    }
    for word in ["receipt", "Rack", "Shelf"] {
      #expect(!written.contains(word), "\(written)", sourceLocation: place)
    }
  }

  @Test func theHistoryDoesNotNameWhatBecamePrivate() throws {
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    for home in [anna, ben] { home.openPrivateItems(with: MirrorSealing()) }
    try attach("receipt.txt", in: anna)
    try anna.changes.perform(.renamePlace(rack, to: "Shelf"), session: "here")
    try homes.synchronize(anna, ben)
    var wanted = try #require(try anna.items.fetch(item))
    wanted.isPrivate = true
    _ = try anna.attachments.setPrivacy(of: wanted, session: "here")
    try anna.changes.perform(.setPlacePrivacy(rack, isPrivate: true), session: "here")
    try anna.household.forgetFormerValues()
    try homes.synchronize(anna, ben)
    // Carl was away and Dora joins only now, so both receive everything at once.
    let dora = try homes.home.store("dora")
    try homes.join(dora)
    try homes.synchronize(carl)
    for home in [anna, ben, carl, dora] { try expectUnnamed(in: home, "household_history") }
    for home in [ben, carl, dora] {
      try home.household.leave()
      try expectUnnamed(in: home, "former_history")
    }
  }

  @Test func aPrivatePlaceIsNamedOnlyInTheHomeWithItsKeys() throws {
    anna.openPrivateItems(with: MirrorSealing())
    let safe = UUID()
    try anna.changes.perform(
      .createPlaces(path: "Safe", uuid: safe, isPrivate: true), session: "here")
    try homes.synchronize(anna, ben)
    #expect(try lines(anna.changes.history()).first == "place Safe created ")
    #expect(try lines(ben.changes.history()).first?.hasPrefix("place Private place") == true)
  }

  /// A file attached before the household is founded must not be listed again afterwards.
  @Test func aFileFromBeforeTheHouseholdIsListedOnce() throws {
    let home = try homes.home.store("alone")
    let own = try home.add("Saw").uuid
    let paper = try homes.home.file("warranty.txt", "two years")
    try home.attachments.attach([paper], to: own, session: "here")
    let before = try lines(home.changes.history(of: own))
    let others = try SharedHomes(household: "other")
    try home.household.enter("other", .founding)
    try others.synchronize(home)
    #expect(try lines(home.changes.history(of: own)) == before)
  }

  @Test func theHistoryOfAPrivateItemShowsNoSealedText() throws {
    let home = try homes.home.store("alone")
    home.openPrivateItems(with: MirrorSealing())
    let own = try home.add("Saw").uuid
    let paper = try homes.home.file("warranty.txt", "two years")
    try home.attachments.attach([paper], to: own, session: "here")
    var wanted = try #require(try home.items.fetch(own))
    wanted.isPrivate = true
    _ = try home.attachments.setPrivacy(of: wanted, session: "here")
    var file = try #require(try home.attachments.fetchAll(of: own).first)
    file.kind = .manual
    try home.changes.perform(.updateAttachment(file), session: "here")
    let all = try lines(home.changes.history(of: own))
    #expect(!all.joined().contains("keepsake-private"), "\(all)")
    #expect(all.first?.contains("warranty.txt") == true, "\(all)")
  }
}
