import InventorySupport
import Archives
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// An exported collection imports unchanged and has everything that Homebox needs.
@Suite(.leavesMainActorAlone) struct CollectionExportTests {
  private let filled: AttachmentHome
  private var home: InventoryHome { filled.home }
  private var store: InventoryStore { filled.inventory }
  private let path: String

  init() throws {
    filled = try AttachmentHome()
    path = filled.home.path + "/out.zip"
    let kitchen = try store.addPlace("Kitchen")
    let drawer = try store.addPlace("抽屉", in: kitchen)
    try store.addPlace("Cellar")
    try filled.attach("teapot.jpg", "receipt.pdf")
    var teapot = try #require(try store.items.fetch(filled.item.uuid))
    teapot.place = drawer.uuid
    teapot.tags = ["blue", "fragile"]
    teapot.fields = [CustomField(name: "Глубина", value: "12 см")]
    try store.changes.perform(.updateItem(teapot), session: InventoryHome.session)
    try store.add("Lid") {
      $0.parent = teapot.uuid; $0.purchasePrice = 1999
    }
    let gone = try store.add("Gone")
    try store.changes.perform(.trashItems([gone.uuid]), session: InventoryHome.session)
  }

  @discardableResult
  private func export() throws -> CollectionExporter.Report {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    return try CollectionExporter(store: store).export(to: file, path: path, at: 1_700_000_000_000)
  }

  private func rows(_ table: String) throws -> [[String: Any]] {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let zip = try ZipReader(descriptor: file)
    while let entry = try zip.next() {
      guard entry.name == table + ".json" else { continue }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      var data = Data()
      while true {
        let count = try bytes.withUnsafeMutableBytes { try zip.read(into: $0) }
        guard count > 0 else { break }
        data += bytes[..<count]
      }
      return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }
    return []
  }

  @Test func anExportedCollectionImportsUnchanged() throws {
    let report = try export()
    #expect(report.items == 2 && report.files == 2 && report.faults == [])
    let other = try home.store("other")
    let read = try CollectionImporter(store: other).importFile(
      at: path, session: InventoryHome.session)
    #expect(read.items.warnings == [] && read.files == 2 && read.missing == 0)
    // The lid belongs to the teapot, so it gets the teapot's place.
    var lid = try #require(try store.allItems().first { $0.name == "Lid" })
    lid.place = try store.items.fetch(filled.item.uuid)?.place
    try store.changes.perform(.updateItem(lid), session: InventoryHome.session)
    let sorted = { (text: String) in text.split(separator: "\r\n").sorted() }
    #expect(try sorted(home.export(other)) == sorted(home.export(store)))
    #expect(
      try other.attachments.fetchAll(of: filled.item.uuid).map(\.name)
        == ["teapot.jpg", "receipt.pdf"])
    let paths = try other.database.file.read {
      try String.fetchAll($0, sql: "SELECT path FROM location ORDER BY path")
    }
    #expect(paths == ["Cellar", "Kitchen", "Kitchen / 抽屉"])
  }

  @Test func theColumnsThatHomeboxRequiresAreWritten() throws {
    try export()
    let entities = try rows("entities")
    #expect(entities.count == 5)
    for entity in entities {
      for column in ["id", "name", "quantity", "entity_type_entities", "group_entities"] {
        #expect(entity[column] != nil && !(entity[column] is NSNull), "\(column)")
      }
    }
    let types = try rows("entity_types")
    #expect(types.compactMap { $0["is_location"] as? Bool } == [false, true])
    #expect(Set(entities.compactMap { $0["entity_type_entities"] as? String }).count == 2)
    let group = try #require(entities.first?["group_entities"] as? String)
    for row in try rows("attachments") {
      #expect((row["path"] as? String)?.hasPrefix(group + "/documents/") == true)
    }
    for row in try rows("entity_fields") { #expect(row["time_value"] is String) }
    for table in ["entity_templates", "template_fields", "maintenance_entries", "notifiers"] {
      #expect(try rows(table).isEmpty)
    }
  }

  @Test func theSameInventoryGivesTheSameBytes() throws {
    try export()
    let first = try Data(contentsOf: URL(filePath: path))
    try export()
    #expect(try Data(contentsOf: URL(filePath: path)) == first)
  }

  @Test func aMissingFileIsReportedAndTheRestExported() throws {
    let attachments = try filled.store.fetchAll(of: filled.item.uuid)
    try FileManager.default.removeItem(atPath: filled.store.path(of: attachments[0]))
    let report = try export()
    #expect(report.files == 1)
    #expect(report.faults.count == 1 && report.faults[0].contains("is missing"))
  }
}

private extension InventoryStore {
  func allItems() throws -> [Item] {
    var items: [Item] = []
    try ItemList(store: self).forEachItem { item, _ in items.append(item) }
    return items
  }
}
