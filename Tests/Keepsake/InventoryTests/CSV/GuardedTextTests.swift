import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Homebox puts an apostrophe before text that a spreadsheet would take for a formula.
@Suite(.leavesMainActorAlone) struct GuardedTextTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func only() throws -> Item {
    let list = try ItemList(store: store)
    #expect(try list.count == 1)
    return try #require(try list.row(at: 0).flatMap { try store.items.fetch($0.uuid) })
  }

  @Test(arguments: [
    ("'-20M", "-20M"), ("'=A1", "=A1"), ("'@home", "@home"), ("'+1", "+1"), ("'\t=1", "\t=1"),
    ("' -x", " -x"), ("'\n@x", "\n@x"), ("'tis", "'tis"), ("''=kept", "''=kept"), ("'", "'"),
    ("'' x", "'' x"), ("=1", "=1"), ("'é=", "'é="), ("' ", "' "),
  ])
  func onlyAGuardIsRemoved(cell: String, text: String) throws {
    let header = "HB.name,HB.description,HB.notes,HB.serial_number,HB.field.Note\n"
    try home.importText(header + "x\(String(repeating: ",\"\(cell)\"", count: 4))\n", into: store)
    let item = try only()
    #expect(item.description == text && item.notes == text && item.serialNumber == text)
    #expect(item.fields == [CustomField(name: "Note", value: text)])
  }

  @Test func namesPlacesTagsAndReferencesLoseTheirGuards() throws {
    let text = """
      HB.import_ref,HB.parent_import_ref,HB.name,HB.location,HB.tags,HB.field.Category
      '-1,,'=SUM total,'+Garage / '-Shelf / Rock 'n' roll,'-old; '+new; 'tis,'@work

      """
    try home.importText(text, into: store)
    let item = try only()
    #expect(item.name == "=SUM total" && item.tags == ["'tis", "+new", "-old"])
    #expect(item.importReference == "-1")
    #expect(try store.items.relations(of: item).placePath == "+Garage / -Shelf / Rock 'n' roll")
    #expect(try store.items.categories().last?.name == "@work")
    #expect(try home.importText(text, into: store).unchanged == 1)
  }

  /// Keepsake exports text as it is, so its own files have no guards to remove.
  @Test func anExportKeepsApostrophes() throws {
    try store.add("'=name") {
      $0.description = "'=1"
      $0.notes = "''-"
      $0.tags = ["'@a"]
      $0.fields = [CustomField(name: "Note", value: "'+x")]
    }
    let other = try home.store("other")
    try home.importText(try home.export(store), into: other)
    #expect(try home.export(other) == home.export(store))
  }

  @Test func apostrophesInACollectionAreKept() throws {
    var made = MadeCollection.household
    made.tables["entities"] = made.tables["entities"]?.replacing("enamelled", with: "'=1")
    let path = home.path + "/guards.zip"
    try made.write(to: path)
    _ = try CollectionImporter(store: store).importFile(at: path, session: InventoryHome.session)
    #expect(try home.export(store).contains(",'=1,"))
  }
}
