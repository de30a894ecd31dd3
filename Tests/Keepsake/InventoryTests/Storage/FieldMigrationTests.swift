import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// When a later version adds a built-in field, custom fields of the same name move into it.
///
/// The tests drop the column of an existing field, so that the file looks like an older one.
@Suite(.leavesMainActorAlone) struct FieldMigrationTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  /// Makes the file look older than a field, with custom fields of that name.
  private func forget(
    _ field: ItemField, _ custom: [(item: UUID, name: String, value: String)]
  ) throws {
    let column = try #require(field.definition.column)
    try store.database.file.write { db in
      for entry in custom {
        let stored = try #require(try StoredItem.fetch(db, uuid: entry.item))
        let words = try SearchIndex.texts(ofRow: stored.id, db)
        try db.execute(
          sql: "INSERT INTO custom_field(item_id, name, value) VALUES (?, ?, ?)",
          arguments: [stored.id, entry.name, entry.value])
        try SearchIndex.replace(
          words, with: try SearchIndex.texts(ofRow: stored.id, db), id: stored.id, db)
      }
      try db.execute(sql: "ALTER TABLE item DROP COLUMN \(column.name)")
      return ((), .commit)
    }
  }

  private func add(_ field: ItemField) throws {
    try store.database.file.write { db in
      try FieldMigration.add(field, to: db, currency: store.database.currency)
      return ((), .commit)
    }
  }

  private func found(_ words: String) throws -> Int {
    try ItemList(store: home.store(), query: ItemQuery(filter: words)).count
  }

  @Test func aTextFieldMovesWhateverTheCaseOfItsName() throws {
    let item = try store.add("Lamp") { $0.fields = [CustomField(name: "Wood", value: "oak")] }
    let other = try store.add("Chair")
    try forget(.condition, [(item.uuid, "condITION", "as new")])
    #expect(try found("new") == 1)
    try add(.condition)
    let moved = try #require(try store.items.fetch(item.uuid))
    #expect(moved.condition == "as new")
    #expect(moved.fields == [CustomField(name: "Wood", value: "oak")])
    #expect(moved.rev == item.rev)
    #expect(try store.items.fetch(other.uuid)?.condition == "")
    // Conditions are not searched, so the words of the custom field leave the index.
    #expect(try found("new") == 0)
    #expect(try found("oak") == 1)
    try store.database.checkIntegrity()
  }

  @Test func validDatesMoveAndInvalidOnesStayCustomFields() throws {
    let good = try store.add("Good")
    let bad = try store.add("Bad") {
      $0.fields = [CustomField(name: "Replacement date (as typed)", value: "once")]
    }
    try forget(
      .replacementDate,
      [
        (good.uuid, "Replacement date", "5/17/2024"), (bad.uuid, "Replacement date", "soon"),
      ])
    try add(.replacementDate)
    #expect(try store.items.fetch(good.uuid)?.replacementDate?.text == "2024-05-17")
    #expect(try store.items.fetch(good.uuid)?.fields == [])
    let kept = try #require(try store.items.fetch(bad.uuid))
    #expect(kept.replacementDate == nil)
    #expect(
      kept.fields.map { "\($0.name): \($0.value)" } == [
        "Replacement date (as typed 2): soon", "Replacement date (as typed): once",
      ])
    #expect(try found("soon") == 1)
    // The item can be saved again: no custom field has the name of a built-in field.
    var changed = kept
    changed.notes = "later"
    try store.changes.perform(.updateItem(changed), session: InventoryHome.session)
  }

  /// Files of earlier formats, opened read-only, lack later columns.
  @Test func aReadOnlyFileOfAnEarlierFormatIsReadWithoutLaterColumns() throws {
    let film = try store.add("Film") {
      $0.rating = "film:FSK 16"
      $0.lentTo = "Ben"
    }
    let read: (Int) throws -> [String] = { version in
      try self.store.database.file.write { db in
        try db.forgetColumns(after: version)
        try db.execute(sql: "PRAGMA user_version = \(version)")
        return ((), .commit)
      }
      let reader = try self.home.store(readOnly: true)
      let item = try #require(try reader.items.fetch(film.uuid))
      let file = try self.home.export(reader)
      return [item.rating, item.lentTo, "\(file.contains("HB.field.Age rating"))"]
    }
    #expect(try read(6) == ["film:FSK 16", "", "true"])
    #expect(try read(5) == ["", "", "false"])
  }

  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/inventory-14.sqlite")

  @Test(arguments: [true, false]) func aHomeFromBeforeMaintenanceStillOpens(
    isReadOnly: Bool
  ) throws {
    let home = try InventoryHome(inventory: Data(contentsOf: Self.corpus))
    let store = try home.store(readOnly: isReadOnly)
    func item(_ name: String) throws -> Item {
      guard case .one(let uuid) = try store.items(named: name) else { throw CancellationError() }
      return try #require(try store.items.fetch(uuid))
    }
    let boiler = try item("Boiler")
    let survey = try DueReading(store: store).survey(
      DueQuestion(today: CalendarDate(unchecked: 2026, 11, 22)))
    let kinds = survey?.entries.map(\.kind)
    guard !isReadOnly else {
      #expect(boiler.maintenance.isEmpty && boiler.fields.count == 5)
      #expect(kinds == [.backup, .proof])
      return
    }
    #expect(boiler.maintenance == "Service" && boiler.maintenanceInterval == "1y")
    #expect(boiler.maintenanceDue == CalendarDate(iso: "2026-12-05"))
    #expect(boiler.maintenanceLog == "2025-12-05 Service 140.00")
    #expect(boiler.fields == [CustomField(name: "Fuel", value: "gas")])
    #expect(try item("Bicycle").fields.map(\.name) == ["next maintenance (as typed)"])
    #expect(kinds == [.backup, .maintenance, .proof])
    try store.database.checkIntegrity()
  }

  /// The log still refers to the custom field; undo writes to the built-in field instead.
  @Test func undoOfAnEarlierChangeWritesToTheBuiltInField() throws {
    let item = try store.add("Lamp") { $0.fields = [CustomField(name: "State", value: "new")] }
    var changed = item
    changed.fields = [CustomField(name: "State", value: "worn")]
    try store.changes.perform(.updateItem(changed), session: InventoryHome.session)
    // Changes the log as if the custom field had had the name of the built-in one.
    try store.database.file.write { db in
      try db.execute(
        sql: """
          UPDATE change SET before = replace(before, 'State', 'Condition'),
            after = replace(after, 'State', 'Condition')
          """)
      try db.execute(sql: "DELETE FROM custom_field")
      return ((), .commit)
    }
    try forget(.condition, [(item.uuid, "Condition", "worn")])
    try add(.condition)
    #expect(try store.items.fetch(item.uuid)?.condition == "worn")
    let again = try home.store()
    try again.changes.undo(session: InventoryHome.session)
    #expect(try again.items.fetch(item.uuid)?.condition == "new")
    #expect(try again.items.fetch(item.uuid)?.fields == [])
    try again.changes.redo(session: InventoryHome.session)
    #expect(try again.items.fetch(item.uuid)?.condition == "worn")
  }

  @Test func undoOfAddingTheCustomFieldEmptiesTheBuiltInField() throws {
    var item = Item(name: "Lamp")
    item.condition = "worn"
    item.fields = [CustomField(name: "Wood", value: "oak")]
    let before = ["fields": ColumnValue.text("[]")]
    let after = ["fields": ColumnValue.text(#"[["Condition","worn"],["Wood","oak"]]"#)]
    let undone = ItemValues.applying(
      before, insteadOf: after, to: item, currency: .euro, at: 1)
    #expect(undone.condition == "" && undone.fields == [])
    let redone = ItemValues.applying(
      after, insteadOf: before, to: undone, currency: .euro, at: 1)
    #expect(redone.condition == "worn" && redone.fields == item.fields)
  }
}
