import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct DraftTests {
  let home: InventoryHome
  let drafts: DraftStore

  init() throws {
    home = try InventoryHome()
    drafts = try DraftStore(directory: home.path + "/data")
  }

  @Test func whatWasTypedComesBackAsTyped() throws {
    var draft = Draft(itemUUID: UUID(), baseRev: 7)
    draft.fields[.name] = "Teap"
    draft.fields[.purchasePrice] = "12,"
    draft.fields[.notes] = "壶\n\"x\" \u{1F642}"
    draft.fields[choice: .place] = UUID()
    draft.fields[choice: .category] = .some(nil)
    try drafts.put([draft])
    let reopened = try DraftStore(directory: home.path + "/data")
    let back = try #require(try reopened.draft(draft.uuid))
    #expect(back.fields == draft.fields)
    #expect(back.itemUUID == draft.itemUUID)
    #expect(back.baseRev == 7)
    #expect(back.fields[choice: .category] == .some(nil))
    #expect(back.fields[choice: .tags] == nil)
    #expect(try reopened.drafts(of: #require(draft.itemUUID)).count == 1)
  }

  @Test func puttingAgainReplaces() throws {
    var first = Draft()
    let second = Draft()
    try drafts.put([first, second])
    first.fields[.name] = "x"
    try drafts.put([first])
    #expect(try drafts.count() == 2)
    #expect(try drafts.draft(first.uuid)?.fields[.name] == "x")
    #expect(try drafts.delete(first.uuid))
    #expect(try !drafts.delete(first.uuid))
    #expect(try drafts.drafts().map(\.uuid) == [second.uuid])
  }

  @Test func aDraftIsGivenToOneSessionOnly() throws {
    let draft = Draft()
    try drafts.put([draft])
    #expect(try drafts.claim(draft.uuid, for: "a", from: nil))
    #expect(try !drafts.claim(draft.uuid, for: "b", from: nil), "it waits no longer")
    #expect(try drafts.draft(draft.uuid)?.session == "a")
    #expect(try drafts.claim(draft.uuid, for: "b", from: "a"), "the session a has ended")
    #expect(try !drafts.claim(UUID(), for: "a", from: nil), "there is no such section")
  }

  @Test func aDraftOfAnotherSessionIsNotReplaced() throws {
    var draft = Draft(session: "a")
    draft.fields[.name] = "typed by a"
    try drafts.put([draft])
    let other = Draft(session: "b")
    draft.session = "b"
    draft.fields[.name] = "typed by b"
    #expect(throws: InventoryError.self) { try drafts.put([other, draft]) }
    #expect(try drafts.draft(draft.uuid)?.fields[.name] == "typed by a")
    #expect(try drafts.count() == 1, "all of them or none")
    try drafts.release(draft.uuid, of: "b")
    #expect(throws: InventoryError.self) { try drafts.put([draft]) }
    try drafts.release(draft.uuid, of: "a")
    try drafts.put([draft])
    #expect(try drafts.draft(draft.uuid)?.session == "b")
  }

  @Test func aDraftOfAnotherSessionIsNotThrownAway() throws {
    let draft = Draft(session: "a")
    try drafts.put([draft])
    #expect(try !drafts.delete(draft.uuid))
    #expect(try !drafts.delete(draft.uuid, of: "b"))
    #expect(try drafts.delete(draft.uuid, of: "a"))
  }

  @Test func aDraftThatSaysNothingNewIsKnown() throws {
    let store = try home.store()
    let item = try store.add("Teapot") { $0.purchasePrice = 1250 }
    var draft = Draft(itemUUID: item.uuid, baseRev: item.rev)
    draft.fields = ItemForm(item: item, currency: store.database.currency).fields
    draft.fields[.name] = "Teapot!"
    #expect(!draft.saysNothing(beyond: item, currency: store.database.currency))
    draft.fields[.name] = "Teapot"
    #expect(draft.saysNothing(beyond: item, currency: store.database.currency))
    draft.itemUUID = UUID()
    #expect(!draft.saysNothing(beyond: item, currency: store.database.currency), "another item's")
  }

  @Test(arguments: [
    "", "[]", "null", "{}", #"{"texts": 5}"#, #"{"choices": []}"#, "not json",
    #"{"texts": {"a": 1}}"#,
  ])
  func damagedFieldsLoseOnlyThemselves(json: String) throws {
    let fields = try? JSONDecoder().decode(DraftFields.self, from: Data(json.utf8))
    #expect((fields ?? DraftFields()) == DraftFields())
  }

  @Test func unreadableEntriesAreLeftOut() throws {
    let json = #"{"texts": {"name": "x", "a": 1}, "choices": {"place": "?", "category": null}}"#
    let fields = try JSONDecoder().decode(DraftFields.self, from: Data(json.utf8))
    #expect(fields.texts == ["name": "x"])
    #expect(fields.choices == ["category": nil])
  }

  @Test func aWriterOfTheInventoryDoesNotHoldUpDrafts() throws {
    let store = try home.store()
    let directory = try DataDirectory(path: home.path + "/data", create: false)
    let lock = try DatabaseLock(directory: directory, name: "inventory.lock")
    try lock.withLock(timeout: 0) { try drafts.put([Draft()]) }
    #expect(try drafts.count() == 1)
    #expect(store.database.counts.live == 0)
  }

  /// Drafts of the second format kept the text of the turn before.
  @Test func aFileOfAnEarlierFormatIsRead() throws {
    let directory = home.path + "/earlier"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = try DatabaseQueue(path: directory + "/drafts.sqlite")
    let uuid = UUID()
    try file.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      for migrate in DraftSchema.migrations.prefix(2) { try migrate(db) }
      try db.execute(sql: "PRAGMA application_id = \(0x4B45_4544); PRAGMA user_version = 2")
      try db.execute(
        sql: """
          INSERT INTO draft(uuid, base_rev, fields, previous, turn, updated_at, session)
          VALUES (?, 0, ?, ?, 5, 1, 'main')
          """,
        arguments: [uuid, #"{"texts": {"name": "Teap"}}"#, #"{"texts": {"name": "Tea"}}"#])
    }
    try file.close()
    let drafts = try DraftStore(directory: directory)
    let draft = try #require(try drafts.draft(uuid))
    #expect(draft.fields[.name] == "Teap")
    #expect(draft.session == "main")
    try drafts.put([draft])
    #expect(try drafts.redoRecord(of: "main") == nil)
  }

  @Test func stateIsKeptWithTheDraftsOfItsSession() throws {
    let draft = Draft(session: "a")
    func put(_ bytes: String?) throws {
      try drafts.put([draft], redo: .init(session: "a", record: bytes.map { Data($0.utf8) }))
    }
    try put("one")
    try put("two")
    #expect(try drafts.redoRecord(of: "a") == Data("two".utf8))
    #expect(try drafts.redoRecord(of: "b") == nil)
    try put(nil)
    #expect(try drafts.redoRecord(of: "a") == nil, "what there was is outdated")
    try put("three")
    try drafts.release(draft.uuid, of: "a")
    #expect(try drafts.redoRecord(of: "a") == nil)
  }

  @Test func stateIsNotKeptWithDraftsThatAreRefused() throws {
    let draft = Draft(session: "a")
    try drafts.put([draft])
    var other = draft
    other.session = "b"
    #expect(throws: InventoryError.self) {
      try drafts.put([other], redo: .init(session: "b", record: Data([1])))
    }
    #expect(try drafts.redoRecord(of: "b") == nil)
  }

  @Test func aDraftSaysWhenItWasTyped() throws {
    let draft = Draft()
    let before = currentTimestamp()
    try drafts.put([draft])
    let stored = try #require(try drafts.drafts().first).updatedAt
    #expect(stored >= before && stored <= currentTimestamp())
  }
}
