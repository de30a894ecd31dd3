import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory

/// How deep each way of adding items and places can nest them, and how deeper ones are handled.
@Suite struct NestingTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  /// Adds items, each inside the previous one.
  private func chain(_ count: Int, _ name: String) throws -> [Item] {
    var items: [Item] = []
    for number in 1...count {
      items.append(try store.add("\(name) \(number)") { $0.parent = items.last?.uuid })
    }
    return items
  }

  private func move(_ item: Item, into parent: Item?) throws {
    var wanted = try #require(try store.items.fetch(item.uuid))
    wanted.parent = parent?.uuid
    try store.changes.perform(.updateItem(wanted), session: InventoryHome.session)
  }

  private func expectTooDeep(_ name: String, _ body: () throws -> Void) {
    let error = #expect(throws: InventoryError.self, performing: body)
    #expect(error?.kind == .refused)
    #expect(
      error?.message.hasPrefix("“\(name)” would be nested too deep") == true,
      "\(error?.message ?? "")")
  }

  @Test func itemsCanBeNested64DeepAndNoDeeper() throws {
    let items = try chain(64, "Box")
    expectTooDeep("Lid") { try store.add("Lid") { $0.parent = items.last?.uuid } }
  }

  @Test func twoChainsThatTogetherAreTooDeepCannotBeLinked() throws {
    let (outer, inner) = (try chain(40, "Outer"), try chain(25, "Inner"))
    expectTooDeep("Inner 1") { try move(inner[0], into: outer[39]) }
    try move(inner[0], into: outer[38])
    expectTooDeep("Lid") { try store.add("Lid") { $0.parent = inner[24].uuid } }
  }

  @Test func placesCanBeNested64DeepAndNoDeeper() throws {
    let names = (1...64).map { "P\($0)" }
    let path = names.joined(separator: " / ")
    try store.changes.perform(
      .createPlaces(path: path, uuid: Identity.new()), session: InventoryHome.session)
    expectTooDeep("…" + (path + " / P65").suffix(80)) {
      try store.changes.perform(
        .createPlaces(path: path + " / P65", uuid: Identity.new()), session: InventoryHome.session)
    }
    let other = try store.addPlace("Other")
    _ = try store.addPlace("Inner", in: other)
    let last = try #require(try store.places.fetch(path: names.dropLast().joined(separator: " / ")))
    expectTooDeep("Other") {
      try store.database.write(source: "test") { transaction in
        let stored = try PlaceTree.existing(other.uuid, transaction.db)
        var wanted = stored.place
        wanted.parent = last.uuid
        _ = try PlaceTree.update(stored, to: wanted, in: transaction)
      }
    }
  }

  /// The rest of the file is imported, and the report names the items without a parent.
  @Test func anImportDropsParentsThatNestTooDeep() throws {
    var text = "HB.import_ref,HB.parent_import_ref,HB.name\n"
    for number in 1...70 {
      text += "r\(number),\(number == 1 ? "" : "r\(number - 1)"),Box \(number)\n"
    }
    let report = try home.importText(text, into: store)
    #expect(report.created == 70 && report.isAcceptable)
    #expect(
      report.warnings.map(\.description) == [
        "row 66, HB.parent_import_ref: “Box 65” would be nested too deep: items can be nested 64 "
          + "deep; the item has no parent"
      ])
    try expectShallow()
  }

  @Test func anArchiveWithPlacesNestedTooDeepIsRefused() throws {
    let made = Self.archive(places: 65, items: 0)
    let path = home.path + "/made.zip"
    try made.write(to: path)
    let report = try CollectionImporter(store: store).importFile(at: path, session: "test").items
    #expect(report.exitCode == 65 && report.problemCount == 1)
    #expect(report.problems.first?.reason.contains("would be nested too deep") == true)
    #expect(try store.database.counts.isEmpty && store.places.children(of: nil).isEmpty)
  }

  @Test func anArchiveWithItemsNestedTooDeepKeepsThemWithoutAParent() throws {
    let made = Self.archive(places: 1, items: 100)
    let path = home.path + "/made.zip"
    try made.write(to: path)
    let report = try CollectionImporter(store: store).importFile(at: path, session: "test")
    #expect(report.items.created == 100 && report.items.warnings.count == 1)
    try expectShallow()
  }

  private static func archive(places: Int, items: Int) -> MadeCollection {
    var rows: [String] = []
    for number in 0..<places {
      rows.append(
        """
        {"id":"p\(number)","name":"P\(number)","entity_type_entities":"tl",
         "entity_children":\(number == 0 ? "null" : "\"p\(number - 1)\"")}
        """)
    }
    for number in 0..<items {
      rows.append(
        """
        {"id":"i\(number)","name":"I\(number)","entity_type_entities":"ti",
         "entity_children":"\(number == 0 ? "p0" : "i\(number - 1)")"}
        """)
    }
    var made = MadeCollection()
    made.tables["entity_types"] = """
      [{"id":"ti","name":"Item","is_location":0},{"id":"tl","name":"Location","is_location":true}]
      """
    made.tables["entities"] = "[\(rows.joined(separator: ","))]"
    return made
  }

  private func expectShallow() throws {
    let levels = try store.levels()
    #expect(levels.items <= Bounds.levels && levels.places <= Bounds.levels, "\(levels)")
  }

  // MARK: - Items and places stored too deep

  /// Nests the rows deeper than the program allows.
  private func nest(_ table: String, _ column: String) throws {
    try store.database.file.write { db in
      try db.execute(sql: "UPDATE \(table) SET \(column) = id - 1 WHERE id > 1")
      return ((), .commit)
    }
  }

  @Test func itemsNestedTooDeepCanBeChangedAndMovedOutward() throws {
    let items = try (1...150).map { try store.add("Box \($0)") }
    try nest("item", "parent_item_id")
    var deepest = try #require(try store.items.fetch(items[149].uuid))
    deepest.notes = "still here"
    try store.changes.perform(.updateItem(deepest), session: InventoryHome.session)
    #expect(try home.export(store).contains("still here"))
    // It can't move further in, but it can move out, even to where it is still too deep.
    let lid = try store.add("Lid")
    expectTooDeep("Lid") { try move(lid, into: items[100]) }
    try move(items[149], into: items[100])
    expectTooDeep("Box 150") { try move(items[149], into: items[120]) }
    try move(items[149], into: items[10])
    try move(items[70], into: nil)
    try move(items[100], into: nil)
    try move(items[70], into: items[20])
    #expect(try store.recount() == store.database.counts)
  }

  @Test func placesNestedTooDeepCanBeRenamedMovedOutwardAndTrashed() throws {
    let places = try (1...150).map { try store.addPlace("P\($0)") }
    let item = try store.add("Lamp") { $0.place = places[149].uuid }
    try nest("location", "parent_id")
    try store.database.file.write { db in
      try db.execute(sql: "UPDATE location SET subtree_count = 1, place_count = id < 150")
      try PlaceTree.rewritePaths(of: 1, path: "P1", db)
      return ((), .commit)
    }
    try store.changes.perform(
      .renamePlace(places[0].uuid, to: "Home"), session: InventoryHome.session)
    #expect(try store.places.fetch(places[149].uuid)?.path.hasPrefix("Home / P2 / ") == true)
    try store.changes.perform(.trashItems([item.uuid]), session: InventoryHome.session)
    #expect(try store.wrongPlaceCounts() == [])
    try store.changes.perform(.restoreItems([item.uuid]), session: InventoryHome.session)
    try store.database.write(source: "test") { transaction in
      let stored = try PlaceTree.existing(places[120].uuid, transaction.db)
      var wanted = stored.place
      wanted.parent = places[99].uuid
      _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    }
    #expect(try store.wrongPlaceCounts() == [])
    try store.changes.perform(
      .trashPlace(places[1].uuid, contents: .trash), session: InventoryHome.session)
    #expect(try store.places.children(of: places[0].uuid) == [] && store.wrongPlaceCounts() == [])
    #expect(try store.items.fetch(item.uuid)?.deletedAt != nil)
    try store.changes.undo(session: InventoryHome.session)
    #expect(try store.items.fetch(item.uuid)?.deletedAt == nil)
    #expect(
      try store.places.fetch(places[149].uuid)?.deletedAt == nil && store.wrongPlaceCounts() == [])
  }
}
