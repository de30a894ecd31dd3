import InventorySupport
import Foundation
import RepriseTesting
import TestSupport
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct ImportTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func only() throws -> Item {
    let list = try ItemList(store: store)
    let row = try #require(try list.row(at: 0))
    return try #require(try store.items.fetch(row.uuid))
  }

  @Test func oldAndNewColumnNamesAreRead() throws {
    let old = """
      HB.import_ref,HB.location,HB.labels,HB.asset_id,HB.archived,HB.name,HB.quantity,HB.description,HB.insured,HB.notes,HB.purchase_price,HB.purchase_from,HB.purchase_time,HB.manufacturer,HB.model_number,HB.serial_number,HB.lifetime_warranty,HB.warranty_expires,HB.warranty_details,HB.sold_to,HB.sold_price,HB.sold_time,HB.sold_notes
      r1,Home / Hall,a; b,000-007,false,Lamp,2,d,true,n,12.50,shop,2020-01-02,m,mn,sn,1,2021-01-02,w,who,3,2022/01/02,sn2
      """
    #expect(try home.importText(old, into: store).created == 1)
    let item = try only()
    #expect(item.tags == ["a", "b"])
    #expect(item.assetNumber == 7)
    #expect(item.purchaseDate?.text == "2020-01-02")
    #expect(item.soldDate?.text == "2022-01-02")
    #expect(item.hasLifetimeWarranty && item.isInsured)
    #expect(item.soldPrice == 300)
    let new = """
      HB.import_ref;HB.name;HB.label;HB.purchase_date;HB.sold_date
      r1;Lantern;c;01/31/2020;2022-01-02T00:00:00Z
      """
    #expect(try home.importText(new, into: store).changed == 1)
    let changed = try only()
    #expect(changed.name == "Lantern")
    #expect(changed.tags == ["c"])
    #expect(changed.purchaseDate?.text == "2020-01-31")
    #expect(changed.notes == "n")
  }

  /// A file without places leaves items where they are, unless their place is in the trash.
  @Test func anItemThatReturnsLeavesATrashedPlace() throws {
    try home.importText("HB.import_ref,HB.name,HB.location\na,Lamp,Home / Hall\n", into: store)
    let hall = try #require(try store.places.fetch(path: "Home / Hall"))
    try store.changes.perform(
      .trashPlace(hall.uuid, contents: .trash), session: InventoryHome.session)
    #expect(store.database.counts.live == 0)
    #expect(try home.importText("HB.import_ref,HB.name\na,Lamp\n", into: store).changed == 1)
    #expect(try only().place == store.places.fetch(path: "Home")?.uuid)
    #expect(try store.wrongPlaceCounts() == [] && store.database.counts == store.recount())
  }

  @Test func columnsMissingFromTheFileAreLeftAlone() throws {
    try home.importText("HB.import_ref,HB.name,HB.notes\nr,A,keep\n", into: store)
    try home.importText("HB.import_ref,HB.name\nr,B\n", into: store)
    #expect(try only().notes == "keep")
    #expect(try only().name == "B")
    try home.importText("HB.import_ref,HB.name,HB.notes\nr,B,\n", into: store)
    #expect(try only().notes == "")
  }

  @Test func importingTheSameFileAgainChangesNothing() throws {
    let text = """
      HB.import_ref,HB.parent_import_ref,HB.name,HB.location,HB.tags,HB.field.Colour,HB.archived
      r1,r2,Lid,Home / Hall,x;y,red,true
      r2,,Pot,Home / Hall,,,no
      """
    try home.importText(text, into: store)
    let version = store.database.dataVersion
    let report = try home.importText(text, into: store)
    #expect(report.unchanged == 2)
    #expect(report.changed == 0)
    #expect(store.database.dataVersion == version)
    #expect(try store.changes.nextUndo(session: InventoryHome.session)?.count == 2)
  }

  @Test func blankIsUnknownAndZeroIsZero() throws {
    let text = "HB.import_ref,HB.name,HB.purchase_price\na,A,\nb,B,0\n"
    try home.importText(text, into: store)
    let list = try ItemList(store: store)
    #expect(try list.row(at: 0)?.lineValue == nil)
    #expect(try list.row(at: 1)?.lineValue == 0)
    try home.importText(text, into: store, options: .init(zeroIsUnknown: true))
    #expect(try list.row(at: 1)?.lineValue == nil)
  }

  @Test func placesAreCreatedFromPaths() throws {
    let report = try home.importText(
      "HB.name,HB.location\nA,Home / Attic / Box\nB, Home/Attic \nC,\n", into: store)
    #expect(report.createdPlaces == 3)
    #expect(try store.places.fetch(path: "Home / Attic")?.subtreeItemCount == 2)
    #expect(store.database.counts.unplaced == 1)
    #expect(try store.wrongPlaceCounts() == [])
  }

  @Test func parentsMayFollowTheirChildren() throws {
    let report = try home.importText(
      "HB.import_ref,HB.parent_import_ref,HB.name\na,b,A lid\nb,,B pot\nc,zzz,C cup\nd,d,D loop\n",
      into: store)
    #expect(report.warningCount == 2)
    let list = try ItemList(store: store)
    let lid = try #require(try list.row(at: 0).flatMap { try store.items.fetch($0.uuid) })
    #expect(lid.parent == (try list.row(at: 1)?.uuid))
  }

  @Test func aChangedParentIsImported() throws {
    func text(_ parent: String) -> String {
      "HB.import_ref,HB.parent_import_ref,HB.name\na,\(parent),A lid\nb,,B pot\nc,,C jar\n"
    }
    try home.importText(text("b"), into: store)
    #expect(try home.importText(text("c"), into: store).changed == 1)
    let list = try ItemList(store: store)
    let lid = try #require(try list.row(at: 0).flatMap { try store.items.fetch($0.uuid) })
    #expect(lid.parent == (try list.row(at: 2)?.uuid))
  }

  @Test func missingAndDuplicateAssetNumbersAreAssigned() throws {
    try store.add("First")
    let report = try home.importText(
      "HB.name,HB.asset_id\nB,\nC,000-009\nD,000-009\nE,000-001\n", into: store)
    #expect(report.warningCount == 2)
    let list = try ItemList(store: store)
    let numbers = try (0..<5).compactMap { index in
      try list.row(at: index).flatMap { try store.items.fetch($0.uuid)?.assetNumber }
    }
    #expect(numbers == [10, 9, 11, 12, 1])
    #expect(try ItemList(store: store, query: ItemQuery(filter: "000-011")).row(at: 0)?.name == "D")
  }

  @Test func importingATrashedItemRestoresIt() throws {
    let text = "HB.import_ref,HB.name\nr,A\n"
    try home.importText(text, into: store)
    _ = try store.changes.undo(session: InventoryHome.session)
    #expect(store.database.counts.live == 0)
    #expect(try home.importText(text, into: store).changed == 1)
    #expect(store.database.counts == InventoryCounts(live: 1, unplaced: 1))
  }

  @Test func keepsakeColumnsAreImported() throws {
    try home.importText(
      """
      HB.name,HB.field.Category,HB.field.Replacement value,HB.field.Condition,HB.field.Link,HB.field.Colour
      A,electronics,12.34,good,https://x,red
      B,Drones,,,,
      """, into: store)
    let item = try only()
    let category = try store.items.categories().first { $0.uuid == item.category }
    #expect(category?.name == "Electronics")
    #expect(item.replacementValue == 1234)
    #expect(item.condition == "good")
    #expect(item.link == "https://x")
    #expect(item.fields == [CustomField(name: "Colour", value: "red")])
    #expect(try store.items.categories().last?.name == "Drones")
  }

  @Test func aDryRunWritesNothingAndReportsTheSame() throws {
    try home.importText("HB.import_ref,HB.name\nr,A\n", into: store)
    let before = try home.export(store)
    let version = store.database.dataVersion
    let text = "HB.import_ref,HB.name,HB.location\nr,B,X\ns,C,X / Y\nt\n"
    var rehearsal = try home.importText(text, into: store, options: .init(isDryRun: true))
    #expect(rehearsal.isDryRun)
    #expect(rehearsal.problemCount == 1)
    #expect(try home.export(store) == before)
    #expect(store.database.dataVersion == version)
    rehearsal.isDryRun = false
    #expect(try home.importText(text, into: store) == rehearsal)

    let good = "HB.import_ref,HB.name,HB.location\nr,B,X\ns,C,X / Y\n"
    rehearsal = try home.importText(good, into: store, options: .init(isDryRun: true))
    #expect(rehearsal.created == 1 && rehearsal.changed == 1 && rehearsal.createdPlaces == 2)
    #expect(try home.export(store) == before)
    rehearsal.isDryRun = false
    #expect(try home.importText(good, into: store) == rehearsal)
  }

  @Test func theSampleHomeImportsWithoutWarnings() throws {
    let sample = Checkout.root.appending(path: "Resources/sample-home.csv").path
    let report = try CSVImporter(store: store).importFile(at: sample, session: "demo")
    #expect(report.problems == [])
    #expect(report.warnings == [])
    #expect(report.created >= 30)
    let names = Set(try store.items.categories().map(\.name))
    #expect(names.count == 18, "the sample uses only the built-in categories")
    let list = try ItemList(store: store)
    let items = try (0..<list.count).compactMap { index in
      try list.row(at: index).flatMap { try store.items.fetch($0.uuid) }
    }
    #expect(items.contains { $0.purchasePrice == nil })
    #expect(items.contains { $0.isInsured && $0.warrantyUntil != nil })
    #expect(try ItemList(store: store, query: ItemQuery(filter: "壶")).count == 1)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "самовар")).count == 1)
  }

  @Test func aCycleOfParentsIsBroken() throws {
    let report = try home.importText(
      "HB.import_ref,HB.parent_import_ref,HB.name\na,b,A lid\nb,a,B pot\n", into: store)
    #expect(report.created == 2)
    #expect(
      report.warnings.map(\.reason) == [
        "“B pot” cannot belong to something inside itself; the item has no parent"
      ])
    let list = try ItemList(store: store)
    let lid = try #require(try list.row(at: 0).flatMap { try store.items.fetch($0.uuid) })
    #expect(lid.parent == (try list.row(at: 1)?.uuid))
  }
}
