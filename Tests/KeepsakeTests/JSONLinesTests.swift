import Foundation
import Inventory
import Testing

@testable import Keepsake

/// Many lines of JSON say what each of them would say.
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

  @Test func everyCharacterIsWrittenAlike() throws {
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
  func everyNumberIsWrittenAlike(number: Double) throws {
    struct Number: Encodable { var number: Double }
    #expect(try line(Number(number: number)) == expected(Number(number: number)))
  }

  @Test func everyFieldIsWrittenAlike() throws {
    var item = Item(name: "Say \"hello\"\\/")
    item.tags = ["b", "a \u{7} 茶"]
    item.fields = [
      CustomField(name: "B", value: "2\n"), CustomField(name: "a", value: "\u{202E}1"),
    ]
    item.quantity = 2.5
    item.notes = "one\ntwo\t\u{1F600}"
    item.purchasePrice = 129_900
    let record = JSONRecord(item: item, relations: ItemRelations(), currency: .euro)
    #expect(try line(record) == expected(record))
  }

  @Test func aListIsReadInFullInItsOrder() throws {
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
        #expect(entry.item == (try store.item(row.uuid)))
        #expect(entry.relations == (try store.relations(of: entry.item)))
      }
    }
  }
}
