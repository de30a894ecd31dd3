import RepriseTesting
import InventorySupport
import Foundation
import Storage
import Testing

@testable import Sync

@Suite struct EncodingTests {
  private let operation = SyncOperation(
    lastSequence: 7, former: ["d1": 4], author: "Anna", at: 1_800_000_000_000,
    writes: [
      RowWrite(
        RowID(kind: "item", key: "a"),
        [
          "name": .text("Bohrer – Дрель 电钻"), "quantity": .real(1.5), "price": .integer(-3),
          "life": .null,
        ])
    ])

  @Test func anOperationIsDecodedUnchanged() throws {
    #expect(try SyncOperation(bytes: operation.bytes) == operation)
  }

  @Test func aRowIsDecodedUnchanged() throws {
    var row = SharedRow(
      applied: ["name": .text("Drill"), "price": .integer(5)], waiting: ["price": 3])
    row.merged.apply(
      ["name": .text("Drill"), "price": .integer(4)], of: operation,
      as: OperationID(device: "d2", number: 2, sequence: 9))
    row.merged.apply(
      ["name": .text("Borer")], of: operation,
      as: OperationID(device: "d3", number: 1, sequence: 10))
    #expect(try SharedRow(bytes: row.bytes) == row)
    #expect(row.merged.cells["name"]?.count == 2)
  }

  @Test func truncatedOrAlteredBytesNeverCrash() throws {
    var random = SeededGenerator(seed: 11)
    let whole = operation.bytes
    for length in 0..<whole.count {
      #expect(throws: DecodingFailure.self) {
        try SyncOperation(bytes: Array(whole.prefix(length)))
      }
    }
    for _ in 0..<20_000 {
      var bytes = whole
      bytes[random.next(0...(bytes.count - 1))] = UInt8(random.next(0...255))
      _ = try? SyncOperation(bytes: bytes)
      _ = try? SharedRow(bytes: bytes)
    }
  }
}
