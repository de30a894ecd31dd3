import Foundation
import GRDB
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// Photos of places in the homes of a household: the rows; `ContentExchangeTests` exchange the files.
@Suite struct SharedPhotoTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let attic: UUID

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    attic = try anna.addPlace("Attic").uuid
    try homes.synchronize(anna, ben)
  }

  private func set(_ text: String, in store: InventoryStore) throws {
    let path = try homes.home.file(
      text + ".jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0] + Array(text.utf8))
    try store.attachments.setPhoto(path, ofPlace: attic, session: "test")
  }

  private func remove(in store: InventoryStore) throws {
    try store.changes.perform(.place(.photo(attic, nil)), session: "test")
  }

  private func bytes(_ store: InventoryStore) throws -> Int64? {
    _ = try store.database.refresh()
    return try store.places.fetch(attic)?.photo?.bytes
  }

  private func expectBoth(_ bytes: Int64?, _ place: SourceLocation = #_sourceLocation) throws {
    try homes.synchronize(anna, ben)
    for store in [anna, ben] { #expect(try self.bytes(store) == bytes, sourceLocation: place) }
    #expect(try homes.differences(anna, ben) == [], sourceLocation: place)
  }

  @Test func aPhotoIsSetReplacedAndRemovedInBothHomes() throws {
    try set("1", in: anna)
    try expectBoth(5)
    try set("12", in: ben)
    try expectBoth(6)
    try remove(in: anna)
    try expectBoth(nil)
    try anna.changes.undo(session: "test")
    try expectBoth(6)
  }

  @Test func theHistoryNamesThePhoto() throws {
    try set("1", in: anna)
    try set("12", in: anna)
    try remove(in: anna)
    func lines(_ store: InventoryStore) throws -> [String] {
      try store.changes.history().flatMap(\.changes).map {
        "\($0.aspect == .column("photo") ? "photo" : "?"): \($0.before ?? "-") \($0.after ?? "-")"
      }
    }
    let known = [
      "photo: picture of 6 bytes -", "photo: picture of 5 bytes picture of 6 bytes",
      "photo: - picture of 5 bytes",
    ]
    #expect(try lines(anna).prefix(3) == known[...])
    // Ben gets all three as one change, which ends as it began.
    try homes.synchronize(anna, ben)
    try set("123", in: ben)
    try homes.synchronize(anna, ben)
    #expect(try lines(anna).first == "photo: - picture of 7 bytes")
  }

  @Test func aNewPlaceComesWithItsPhoto() throws {
    let box = try anna.addPlace("Box").uuid
    let path = try homes.home.file("box.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 1])
    try anna.attachments.setPhoto(path, ofPlace: box, session: "test")
    try homes.synchronize(anna, ben)
    #expect(try ben.places.fetch(box)?.photo?.bytes == 5)
    #expect(try ben.household.unsettledContents().map(\.bytes) == [5])
  }

  /// An import sets photos of new places and of existing ones, and its undo takes them away in both homes.
  @Test func photosOfAnImportedCollectionAreShared() throws {
    let source = try homes.home.store("source")
    for name in ["Attic", "Cellar"] {
      let place = try source.addPlace(name).uuid
      let path = try homes.home.file(name + ".jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 1])
      try source.attachments.setPhoto(path, ofPlace: place, session: "test")
    }
    let path = homes.home.path + "/collection.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = try CollectionExporter(store: source).export(to: file, path: path)
    #expect(try CollectionImporter(store: anna).importFile(at: path, session: "test").photos == 2)
    try expectBoth(5)
    #expect(try ben.places.fetch(path: "Cellar")?.photo?.bytes == 5)
    try anna.changes.undo(session: "test")
    try expectBoth(nil)
    #expect(try ben.places.fetch(path: "Cellar") == nil)
  }

  @Test(arguments: [true, false]) func photosSetAtOnceAreBothKept(takes: Bool) throws {
    try set("1", in: anna)
    try set("12", in: ben)
    try homes.synchronize(anna, ben)
    #expect(try bytes(anna) == bytes(ben))
    for store in [anna, ben] {
      let row = try #require(try store.household.rowConflicts().first)
      #expect(row.subject == "place Attic: photo")
      #expect(Set([row.shown, row.other]) == ["picture of 5 bytes", "picture of 6 bytes"])
      // The file that isn't shown may be needed again.
      #expect(try store.attachments.sweep().files == 0)
      #expect(try store.attachments.orphans() == [])
    }
    let row = try #require(try anna.household.rowConflicts().first)
    let wanted = try #require(takes ? (bytes(anna) == 5 ? 6 : 5) : bytes(anna))
    #expect(
      try takes
        ? anna.household.take(row, author: "anna")
        : anna.household.keepLocal(insteadOf: row, author: "anna"))
    try expectBoth(wanted)
    #expect(try ben.household.rowConflicts() == [])
  }

  @Test func aPhotoReplacedElsewhereIsSwept() throws {
    try set("1", in: anna)
    try homes.synchronize(anna, ben)
    let digest = try #require(try anna.places.fetch(attic)?.photo?.sha256)
    try ben.database.write(source: "test") { transaction in
      try transaction.db.execute(
        sql: "INSERT INTO household_content(digest) VALUES (?)", arguments: [digest])
      transaction.hasBookkeeping = true
    }
    try set("12", in: anna)
    try homes.synchronize(anna, ben)
    try ben.household.removeGoneContents()
    #expect(
      try ben.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM household_content") }
        == 0)
    // Anna's undo still needs it.
    #expect(try anna.attachments.sweep().files == 0)
  }

  @Test func aPrivatePhotoIsSealedInBothHomes() throws {
    anna.openPrivateItems(with: MirrorSealing())
    try set("1", in: anna)
    try homes.synchronize(anna, ben)
    try anna.attachments.setPrivacy(ofPlace: attic, isPrivate: true, session: "test")
    try anna.household.forgetFormerValues()
    try homes.synchronize(anna, ben)
    let there = try #require(try ben.places.fetch(attic))
    #expect(there.isMasked && there.photo?.isSealed == true && there.photoFile == nil)
    #expect(try anna.places.fetch(attic)?.photoFile?.isPrivate == true)
    #expect(try anna.places.fetch(attic)?.photo == there.photo)
    let changes = try anna.changes.history().flatMap(\.changes)
    let leaks = changes.flatMap { [$0.before, $0.after] }.compactMap(\.self)
      .filter { $0.contains("picture") }
    #expect(leaks == [])
  }
}
