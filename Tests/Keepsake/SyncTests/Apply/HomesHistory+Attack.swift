import InventorySupport
import Foundation

@testable import Inventory
@testable import Sync

/// A hostile member, who has the household's key and follows no rules.
extension HomesHistory {
  /// Sends something that Keepsake never would.
  func attack() throws {
    switch next(0...9) {
    case 0: try sendBytes()
    case 1: try send([randomWrite()], lastSequence: Int64(next(0...(shared.log.count + 3))))
    case 2: try send([randomWrite()], number: Int64(next(-2...40)))
    case 3: try send([randomWrite()], from: homes[next(0...2)].store.household.membership()?.device)
    case 4: try sendChain()
    case 5: try flood()
    case 6: try link()
    case 7: try rename()
    default: try send((0..<next(1...5)).map { _ in randomWrite() })
    }
  }

  /// Nests items as a user would, which their own home allows.
  func nest(_ home: HomeOnDisk) throws {
    let present = try items.compactMap { try home.store.items.fetch($0) }
    guard var item = present.randomElement(using: &random),
      let around = present.randomElement(using: &random)
    else { return }
    item.parent = around.uuid
    try unlessRefused {
      try home.store.changes.perform(.updateItem(item), session: InventoryHome.session)
    }
  }

  private func send(
    _ writes: [RowWrite], lastSequence: Int64? = nil, from device: String? = nil,
    number: Int64? = nil
  ) throws {
    let device = device ?? "hostile \(next(0...2))"
    let known = lastSequence ?? Int64(next(0...max(0, shared.log.count)))
    let operation = SyncOperation(
      lastSequence: known, former: next(0...3) == 0 ? ["hostile 0": 99] : [:], author: "Mallory",
      at: next(0...9) == 0 ? .max : 1, writes: writes)
    try shared.add(operation, from: device, number: number)
  }

  private func sendBytes() throws {
    let bytes = (0..<next(0...40)).map { _ in UInt8(next(0...255)) }
    try shared.add(bytes: bytes, from: "hostile \(next(0...2))")
  }

  /// The rows of the others and the member's own.
  private var keys: [RowID] {
    items.map(SyncedTable.item.row) + places.map(SyncedTable.place.row)
      + (0..<6).flatMap { number in
        [SyncedTable.item, .place].map { $0.row(Self.key(number)) }
      }
  }

  private static func key(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "f", count: 32 - digits.count) + digits
  }

  private func randomWrite() -> RowWrite {
    let row = keys.randomElement(using: &random) ?? SyncedTable.item.row(Self.key(0))
    let columns = [
      "name", "notes", "quantity", "purchase_price_minor", MergedRow.life, "location_id", "parent",
      "parent_item_id", "category_id", "asset_no", "import_ref", "tag:x", "field:colour", "smell",
      Item.createdColumn,
    ]
    var cells: RowImage = [:]
    for _ in 0..<next(1...4) {
      cells[columns.randomElement(using: &random) ?? "name"] = randomValue()
    }
    return RowWrite(row, cells)
  }

  private func randomValue() -> SharedValue {
    switch next(0...8) {
    case 0: .null
    case 1: .integer(Int64(next(0...6)))
    case 2: .integer(next(0...1) == 0 ? .max : .min)
    case 3: .real(Double(next(-3...3)))
    case 4: .text(keys.randomElement(using: &random)?.key ?? "")
    case 5: .text(["", " ", "a/b", "a;b", "a\0b"].randomElement(using: &random) ?? "")
    case 6: .text(String(repeating: "x", count: next(900...1100)))
    case 7: .text("colour\0red")
    default: .text("Attic")
    }
  }

  /// Sends a chain of rows below one of the household's, about as deep as the limit or deeper.
  private func sendChain() throws {
    let kind = next(0...1) == 0 ? SyncedTable.item : .place
    let column = kind == .item ? "parent_item_id" : "parent"
    let start = next(100...2000)
    let own = (kind == .item ? items : places).randomElement(using: &random)
    var around = own.map(SharedKey.text)
    var writes: [RowWrite] = []
    for number in start..<start + next(20...90) {
      var cells: RowImage = [
        "name": .text("Box"), MergedRow.life: .null, Item.createdColumn: .integer(1),
      ]
      cells[column] = around.map(SharedValue.text)
      around = Self.key(number)
      writes.append(RowWrite(kind.row(Self.key(number)), cells))
    }
    if next(0...1) == 0 { writes.shuffle(using: &random) }
    try send(writes)
  }

  /// Moves any row anywhere, perhaps into itself.
  private func link() throws {
    let isItem = next(0...1) == 0
    let rows =
      keys.filter { $0.kind == (isItem ? "item" : "place") }
      + (100...130).map { (isItem ? SyncedTable.item : .place).row(Self.key($0)) }
    guard let row = rows.randomElement(using: &random),
      let around = rows.randomElement(using: &random)
    else { return }
    try send([
      RowWrite(
        row, [isItem ? "parent_item_id" : "parent": .text(around.key), MergedRow.life: .null])
    ])
  }

  private func rename() throws {
    let rows = keys.filter { $0.kind == "place" }
    try send(rows.map { RowWrite($0, ["name": .text("Attic"), MergedRow.life: .null]) })
  }

  /// Sends many concurrent values of one cell.
  private func flood() throws {
    guard let row = keys.randomElement(using: &random) else { return }
    let column = ["name", "notes", MergedRow.life].randomElement(using: &random) ?? "name"
    let first = next(0...1000)
    for number in first..<first + next(10...80) {
      let value: SharedValue =
        column == MergedRow.life ? .integer(Int64(number)) : .text("junk \(number)")
      try send([RowWrite(row, [column: value])], lastSequence: 0, from: "flood \(number)")
    }
  }
}
