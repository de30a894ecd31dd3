import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory
@testable import Sync

/// The history lists edits made before an exchange at their own times, with the values that their authors saw.
@Suite struct EditTimeTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: UUID

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill") { $0.purchasePrice = 50_000 }.uuid
    try homes.synchronize(anna, ben)
  }

  private func change(_ home: InventoryStore, _ body: (inout Item) -> Void) throws {
    var wanted = try #require(try home.items.fetch(item))
    body(&wanted)
    try home.changes.perform(.updateItem(wanted), session: "here")
    // Edits of one millisecond are one step.
    Thread.sleep(forTimeInterval: 0.003)
  }

  private func setPrice(_ price: Int64, in home: InventoryStore) throws {
    try change(home) { $0.purchasePrice = price * 100 }
  }

  /// The changes of an item, the latest first: `purchasePrice: 500.00 > 700.00`.
  private func lines(_ home: InventoryStore) throws -> [String] {
    try home.changes.history(of: item).map { entry in
      let changes = entry.changes.map { change in
        let name =
          switch change.aspect {
          case .field(let field): field.rawValue
          case .file(_, let name): "file \(name)"
          default: "\(change.aspect)"
          }
        return "\(name): \(change.before ?? "-") > \(change.after ?? "-")"
      }
      return changes.isEmpty ? "\(entry.action)" : changes.joined(separator: ", ")
    }
  }

  /// The times of the last entries of a home's own log, the latest first.
  private func times(_ home: InventoryStore, _ count: Int) throws -> [Timestamp] {
    try home.database.file.read { db in
      try Timestamp.fetchAll(
        db, sql: "SELECT at FROM change ORDER BY id DESC LIMIT ?", arguments: [count])
    }
  }

  @Test func eachOfflineEditIsListedAtItsOwnTime() throws {
    try setPrice(700, in: anna)
    try change(anna) { $0.notes = "loud" }
    try setPrice(950, in: anna)
    let times = try times(anna, 3)
    Thread.sleep(forTimeInterval: 0.02)
    let exchanged = currentTimestamp()
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(
        try lines(home) == [
          "purchasePrice: 700.00 > 950.00", "notes: - > loud", "purchasePrice: 500.00 > 700.00",
          "created",
        ])
      let told = try home.changes.history(of: item).prefix(3).map(\.at)
      #expect(Array(told) == times && told.allSatisfy { $0 < exchanged })
    }
    #expect(try homes.differences(anna, ben) == [])
    #expect(try ben.household.conflicts(of: item).isEmpty)
  }

  @Test func aConflictShowsTheValueThatItsAuthorSaw() throws {
    try setPrice(700, in: anna)
    try setPrice(950, in: ben)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let lines = try Set(lines(home))
      #expect(
        lines == ["purchasePrice: 500.00 > 700.00", "purchasePrice: 500.00 > 950.00", "created"],
        "\(lines)")
      #expect(try home.household.conflicts(of: item).count == 1)
    }
  }

  /// Three homes make several edits each, and one resolves the conflict before the last edits arrive.
  @Test func theHistoryListsNoChangeThatNobodyMade() throws {
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try homes.synchronize(anna, ben, carl)
    try setPrice(700, in: anna)
    try setPrice(710, in: anna)
    try setPrice(800, in: ben)
    try setPrice(900, in: carl)
    try homes.synchronize(anna, ben)
    #expect(try anna.household.keepLocal(of: item, author: "anna"))
    try setPrice(720, in: anna)
    try homes.synchronize(anna, ben, carl)
    let shown = try #require(
      try anna.household.sharedHistory(of: item).first {
        $0.changes.contains { $0.after == "720.00" }
      })
    let before = try #require(shown.changes.first?.before)
    let made: Set = [
      "purchasePrice: 500.00 > 700.00", "purchasePrice: 700.00 > 710.00",
      "purchasePrice: 500.00 > 800.00", "purchasePrice: 500.00 > 900.00",
      "purchasePrice: \(before) > 720.00",
    ]
    #expect(["710.00", "800.00"].contains(before))
    for home in [anna, ben, carl] {
      // Resolving a conflict names the field without a change of its value.
      let lines = try Set(lines(home)).filter { $0.contains(">") && !$0.hasSuffix("- > -") }
      #expect(lines.isSubset(of: made), "\(lines.subtracting(made))")
      #expect(lines.count >= 4)
    }
    #expect(try homes.differences(anna, carl) == [])
  }

  @Test func unsentChangesAreInTheHistory() throws {
    let device = try #require(try anna.household.membership()?.device)
    try anna.household.noteDevices([
      SyncDevice(device: device, member: "Anna", machine: "desk", joined: 0)
    ])
    try setPrice(700, in: anna)
    try setPrice(950, in: anna)
    let expected = [
      "purchasePrice: 700.00 > 950.00", "purchasePrice: 500.00 > 700.00", "created",
    ]
    #expect(try lines(anna) == expected)
    #expect(try anna.changes.history(of: item).first?.device == "Anna (desk)")
    // Made into operations, but not sent.
    try anna.household.record(author: "anna")
    #expect(try lines(anna) == expected)
    try homes.synchronize(anna, ben)
    #expect(try lines(anna) == expected && lines(ben) == expected)
  }

  @Test func itemsAddedOfflineHaveTheirTimeInTheHistory() throws {
    let saw = try anna.add("Saw").uuid
    let made = try times(anna, 1)
    Thread.sleep(forTimeInterval: 0.005)
    var changed = try #require(try anna.items.fetch(saw))
    changed.purchasePrice = 1_000
    try anna.changes.perform(.updateItem(changed), session: "here")
    Thread.sleep(forTimeInterval: 0.02)
    try homes.home.importText("HB.name\nHammer\nPliers\n", into: anna)
    let imported = try #require(
      try ItemList(store: anna, query: ItemQuery(filter: "hammer")).row(at: 0))
    let importedAt = try #require(try anna.items.fetch(imported.uuid)?.createdAt)
    Thread.sleep(forTimeInterval: 0.02)
    try homes.synchronize(anna, ben)
    let entries = try ben.changes.history(of: saw)
    #expect(entries.map(\.action) == [.changed, .created])
    #expect(entries.last?.at == made[0])
    #expect(entries.first?.changes.map(\.after) == ["10.00"])
    #expect(try ben.changes.history(of: imported.uuid).last?.at == importedAt)
  }

  @Test func placesFilesAndSettingsHaveTheirTimes() throws {
    let place = try anna.addPlace("Cellar")
    try homes.synchronize(anna, ben)
    try anna.changes.perform(.renamePlace(place.uuid, to: "Basement"), session: "here")
    Thread.sleep(forTimeInterval: 0.003)
    try anna.changes.perform(.renamePlace(place.uuid, to: "Vault"), session: "here")
    let file = try homes.home.file("bill.txt", "bill")
    try anna.attachments.attach([file], to: item, session: "here")
    var settings = try anna.settings.fetch()
    settings.insurer = "Helvetia"
    try anna.settings.change(settings, session: "here")
    let written = currentTimestamp()
    Thread.sleep(forTimeInterval: 0.05)
    try homes.synchronize(anna, ben)
    let entries = try ben.changes.history()
    let told = entries.filter { entry in
      entry.changes.contains { ["Basement", "Vault", "Helvetia", "bill.txt"].contains($0.after) }
    }
    #expect(told.count == 4 && told.allSatisfy { $0.at <= written }, "\(told)")
    #expect(
      entries.flatMap(\.changes).compactMap { change in
        change.before.map { "\($0) \(change.after ?? "")" }
      }
      .contains("Basement Vault"))
  }

  /// A cell that others filled in the meantime refuses the value; the home sends it again with the time of the edit.
  @Test func aSettingSentAgainKeepsItsTime() throws {
    var settings = try anna.settings.fetch()
    settings.insurer = "Helvetia"
    try anna.settings.change(settings, session: "here")
    let written = currentTimestamp()
    try anna.household.record(author: "anna")
    let row = SyncedTable.setting.row("insurer")
    for number in 1...OperationBounds.valuesPerCell {
      let write = RowWrite(row, ["value": .text("insurer \(number)")])
      try homes.add(
        SyncOperation(lastSequence: 0, author: "Mallory", writes: [write]), from: "device \(number)"
      )
    }
    Thread.sleep(forTimeInterval: 0.05)
    try homes.synchronize(anna, ben)
    #expect(try ben.settings.fetch().insurer == "Helvetia")
    let entries = try ben.changes.history().filter { entry in
      entry.changes.contains { $0.after == "Helvetia" }
    }
    #expect(entries.count == 1 && entries.allSatisfy { $0.at <= written }, "\(entries)")
  }

  /// Edits that were undone or reversed before the exchange aren't sent.
  @Test func undoneEditsAreNotSent() throws {
    try setPrice(700, in: anna)
    _ = try anna.changes.undo(session: "here")
    try setPrice(800, in: anna)
    try setPrice(500, in: anna)
    try setPrice(900, in: ben)
    try homes.synchronize(anna, ben)
    #expect(
      try anna.household.conflicts(of: item).isEmpty && ben.household.conflicts(of: item).isEmpty)
    #expect(try ben.items.fetch(item)?.purchasePrice == 90_000)
    #expect(try lines(ben) == ["purchasePrice: 500.00 > 900.00", "created"])
  }

  /// An edit that is undone after the exchange stays in the history, followed by the undo at its own time.
  @Test func anUndoAfterTheExchangeIsListedAtItsTime() throws {
    try setPrice(700, in: anna)
    try homes.synchronize(anna, ben)
    _ = try anna.changes.undo(session: "here")
    let undone = currentTimestamp()
    Thread.sleep(forTimeInterval: 0.05)
    try homes.synchronize(anna, ben)
    #expect(try lines(ben).first == "purchasePrice: 700.00 > 500.00")
    let told = try #require(try ben.changes.history(of: item).first?.at)
    #expect(told <= undone)
  }

  /// The former contents of a private item aren't sent.
  @Test func formerTextOfAPrivateItemIsNotSent() throws {
    try change(anna) { $0.notes = "Secret notes" }
    try change(anna) { $0.notes = "" }
    try anna.database.file.write { db in
      try db.execute(
        sql:
          "INSERT INTO custom_field(item_id, name, value) SELECT id, ?, 'x' FROM item WHERE uuid = ?",
        arguments: [Item.sealedField, self.item])
      return ((), .commit)
    }
    try anna.household.record(author: "anna")
    let queue = try anna.household.queued(after: 0, bytes: .max)
    #expect(!queue.isEmpty)
    for queued in queue {
      #expect(!String(decoding: queued.operation.bytes, as: UTF8.self).contains("Secret"))
    }
  }

  /// Setting the clock back neither reorders nor loses edits.
  @Test func aClockSetBackKeepsTheOrder() throws {
    try setPrice(700, in: anna)
    try setPrice(800, in: anna)
    try anna.database.file.write { db in
      try db.execute(
        sql: "UPDATE change SET at = at - 1000000 WHERE id = (SELECT max(id) FROM change)")
      return ((), .commit)
    }
    try homes.synchronize(anna, ben)
    #expect(try ben.items.fetch(item)?.purchasePrice == 80_000)
    let lines = try lines(ben)
    #expect(lines.first?.hasSuffix("> 800.00") == true && lines.last == "created", "\(lines)")
  }

  /// An operation of an earlier version has the time of its exchange, and can still be read.
  @Test func anOperationOfAnEarlierVersionIsRead() throws {
    let key = SyncedTable.item.row(item)
    let operation = SyncOperation(
      lastSequence: try #require(try ben.household.membership()?.lastSequence), author: "Old",
      at: 5,
      writes: [RowWrite(key, ["notes": .text("old"), MergedRow.life: .null])])
    try homes.add(operation, from: "old")
    try homes.synchronize(anna, ben)
    let entry = try #require(try anna.changes.history(of: item).first { $0.author == "Old" })
    #expect(entry.at == 5 && entry.changes.map(\.after) == ["old"])
  }
}
