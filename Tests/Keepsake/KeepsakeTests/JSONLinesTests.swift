import RepriseCommands
import Foundation
import Inventory
import Testing

@testable import Keepsake

/// JSON lines equal the output of `JSONEncoder`.
@Suite struct JSONLinesTests {
  private func line(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    var lines = JSONLines { bytes += $0 }
    try lines.add(value)
    lines.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func expected(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Console.shown(json: String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  @Test func everyCharacterIsEncodedAsByJSONEncoder() throws {
    struct Text: Encodable { var text: String }
    var values =
      Array(UInt32(0)...0x500) + [0x200B, 0x2028, 0x202E, 0xFDD0, 0xFEFF, 0xFFFE, 0xFFFF]
    values += [0x1F600, 0x1F1E9, 0xE0001, 0x10FFFF, 0x8336]
    for scalar in values.compactMap(Unicode.Scalar.init) {
      let value = Text(text: "a\(Character(scalar))b")
      #expect(try line(value) == expected(value), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(arguments: [0, 1, -1, 0.5, 1e9, 1e21, 123.456, 1.0 / 3, Double(Int32.max) + 1])
  func everyNumberIsEncodedAsByJSONEncoder(number: Double) throws {
    struct Number: Encodable { var number: Double }
    #expect(try line(Number(number: number)) == expected(Number(number: number)))
  }

  @Test func everyFieldIsEncodedAsByJSONEncoder() throws {
    var item = Item(name: "Say \"hello\"\\/")
    item.tags = ["b", "a \u{7} 茶"]
    item.fields = [
      CustomField(name: "B", value: "2\n"), CustomField(name: "a", value: "\u{202E}1"),
    ]
    item.quantity = 2.5
    item.notes = "one\ntwo\t\u{1F600}"
    item.purchasePrice = 129_900
    let record = JSONRecord(item: item, relations: ItemRelations(), currency: .euro)
    #expect(item.uuid.digits == item.uuid.uuidString)
    #expect(try line(record) == expected(record))
  }

  @Test func onlyPrivateAndConflictingItemsAreMarked() throws {
    var item = Item(name: "Krugerrand")
    func record(_ conflicts: [ItemAspect] = []) throws -> String {
      try line(
        JSONRecord(
          item: item, relations: ItemRelations(), currency: .euro, conflicts: conflicts))
    }
    let plain = try record()
    #expect(!plain.contains("private") && !plain.contains("undecided"))
    item.isPrivate = true
    #expect(try record().replacing(",\"private\":true", with: "") == plain)
    item.isPrivate = false
    let aspects: [ItemAspect] = [
      .tag("a"), .tag("b"), .field(.notes), .custom("Mint"), .privacy, .trash,
    ]
    let names = "\"undecided\":[\"field.Mint\",\"notes\",\"private\",\"tags\",\"trashed\"]"
    #expect(try record(aspects).replacing(",\(names)", with: "") == plain)
    #expect(try record(aspects).contains(names))
  }

  @Test func aListIsReadCompletelyAndInOrder() throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try InventoryStore(directory: directory)
    try SampleHome.fill(store, in: directory)
    for query in [
      ItemQuery(), ItemQuery(filter: "kitchen"), ItemQuery(order: .nameDescending),
      ItemQuery(filter: "zebra"),
    ] {
      let list = try ItemList(store: store, query: query)
      var read: [(item: Item, relations: ItemRelations)] = []
      try list.forEachItem { read.append(($0, $1)) }
      #expect(read.count == (try list.count))
      for (index, entry) in read.enumerated() {
        let row = try #require(try list.row(at: index))
        #expect(entry.item == (try store.items.fetch(row.uuid)))
        #expect(entry.relations == (try store.items.relations(of: entry.item)))
      }
    }
  }

  @Test func relationsAreReadWithEachItem() throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try InventoryStore(directory: directory)
    func added(_ name: String, _ change: (inout Item) -> Void = { _ in }) throws -> Item {
      var item = Item(name: name)
      change(&item)
      try store.changes.perform(.createItem(item), session: "test")
      return try #require(try store.items.fetch(item.uuid))
    }
    let box = try added("box") { $0.importReference = "B-1" }
    let bag = try added("bag")
    let bin = try added("bin")
    _ = try added("plain")
    _ = try added("tagged") { $0.tags = ["b", "\u{E4}", "Z", "z\u{30A}"] }
    _ = try added("in the box") { $0.parent = box.uuid }
    _ = try added("in the bag") {
      $0.parent = bag.uuid
      $0.fields = [CustomField(name: "Wood", value: "oak"), CustomField(name: "Age", value: "9")]
    }
    _ = try added("in the bin") { $0.parent = bin.uuid }
    try store.changes.perform(.trashItems([bin.uuid]), session: "test")
    var read: [String: (item: Item, relations: ItemRelations)] = [:]
    try ItemList(store: store).forEachItem { read[$0.name] = ($0, $1) }
    #expect(read.count == 7)
    for (item, relations) in read.values {
      #expect(item == (try store.items.fetch(item.uuid)))
      #expect(relations == (try store.items.relations(of: item)))
    }
    #expect(read["in the box"]?.relations.parent?.reference == "B-1")
    #expect(read["in the bag"]?.relations.parent?.reference == bag.uuid.uuidString)
    #expect(read["in the bin"]?.relations.parent == nil)
  }
}
