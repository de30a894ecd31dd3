import Inventory
import Storage
import Testing

@testable import Sync

/// A member that writes one cell under many device names, without knowing its other values.
@Suite struct CrowdedCellTests {
  private let storage = MemoryStorage(device: "here", names: { "another" })
  private let row = RowID(kind: "item", key: "1")
  private var replica: Replica<MemoryStorage> { Replica(storage) }

  private func flood(_ count: Int, from first: Int = 1) throws -> [OperationFault?] {
    try (first..<first + count).map { number in
      let operation = SyncOperation(
        lastSequence: 0, writes: [RowWrite(row, ["name": .text("name \(number)"), "life": .null])])
      let operationID = OperationID(device: "d\(number)", number: 1, sequence: Int64(number))
      return try replica.receive(operation, as: operationID)?.fault
    }
  }

  private var heads: [MergedRow.Head] { storage.rows[row]?.merged.cells["name"] ?? [] }

  @Test func aCellKeepsItsFirstValuesAndRefusesMore() throws {
    let faults = try flood(OperationBounds.valuesPerCell + 3)
    #expect(faults.prefix(OperationBounds.valuesPerCell).allSatisfy { $0 == nil })
    #expect(faults.suffix(3) == [.crowded, .crowded, .crowded])
    #expect(heads.count == OperationBounds.valuesPerCell && heads.first?.value == .text("name 1"))
  }

  /// A change whose author has seen the values resolves them for everyone.
  @Test func aChangeThatKnowsTheValuesReplacesThem() throws {
    _ = try flood(OperationBounds.valuesPerCell + 1)
    let lastSequence = Int64(OperationBounds.valuesPerCell + 1)
    let operation = SyncOperation(
      lastSequence: lastSequence, writes: [RowWrite(row, ["name": .text("drill")])])
    let operationID = OperationID(device: "anna", number: 1, sequence: lastSequence + 1)
    #expect(try replica.receive(operation, as: operationID)?.fault == nil)
    #expect(heads.map(\.value) == [.text("drill")])
  }

  /// A value written while others filled the cell isn't lost: this home writes it again, knowing the others.
  @Test func aRefusedValueOfThisHomeIsSentAgain() throws {
    try replica.record([(row, ["name": .text("drill")])], author: "", at: 0)
    let own = try #require(storage.queued(1))
    _ = try flood(OperationBounds.valuesPerCell)
    let operationID = OperationID(
      device: "here", number: 1, sequence: Int64(OperationBounds.valuesPerCell + 1))
    let reception = try #require(try replica.receive(own, as: operationID))
    #expect(reception.fault == .crowded && reception.unheard[row]?.contains("name") == true)
    #expect(try replica.record([(row, ["name": .text("drill")])], author: "", at: 0) == 1)
    let again = try #require(storage.queued(2))
    let next = OperationID(device: "here", number: 2, sequence: operationID.sequence + 1)
    #expect(try replica.receive(again, as: next)?.fault == nil)
    #expect(heads.map(\.value) == [.text("drill")])
  }

  /// Column names are text, so a member can make up any number of them.
  @Test func aRowHoldsALimitedNumberOfValues() throws {
    var number = 0
    for _ in 0..<6 {
      number += 1
      let cells = (0..<1000).map { ("column \(number) \($0)", SharedValue.integer(1)) }
      let operation = SyncOperation(
        lastSequence: 0, writes: [RowWrite(row, Dictionary(uniqueKeysWithValues: cells))])
      let operationID = OperationID(device: "there", number: Int64(number), sequence: Int64(number))
      let fault = try replica.receive(operation, as: operationID)?.fault
      #expect((fault == .crowded) == (number * 1000 > OperationBounds.valuesPerRow))
    }
    let columns = try #require(storage.rows[row]).merged.cells.keys
    #expect(columns.count == OperationBounds.valuesPerRow)
    // Every home has the same columns, whatever the order of its dictionaries.
    let last = columns.filter { $0.hasPrefix("column 5 ") }.sorted()
    #expect(last == (0..<1000).map { "column 5 \($0)" }.sorted().prefix(last.count).map(\.self))
  }

  /// A full row would refuse a new column again each time.
  @Test func aNewColumnRefusedByAFullRowIsNotSentAgain() throws {
    try replica.record([(row, ["unit": .text("pair")])], author: "", at: 0)
    let own = try #require(storage.queued(1))
    let cells = (0..<OperationBounds.valuesPerRow).map { ("column \($0)", SharedValue.integer(1)) }
    let full = SyncOperation(
      lastSequence: 0, writes: [RowWrite(row, Dictionary(uniqueKeysWithValues: cells))])
    _ = try replica.receive(full, as: OperationID(device: "there", number: 1, sequence: 1))
    let reception = try #require(
      try replica.receive(own, as: OperationID(device: "here", number: 1, sequence: 2)))
    #expect(reception.fault == .crowded && reception.unheard == [:])
    #expect(storage.queue.isEmpty)
  }

  /// The cost of another value doesn't grow with the number of values refused before.
  @Test func theRowStaysSmallHoweverManyValuesArrive() throws {
    _ = try flood(200)
    let bytes = try #require(storage.rows[row]).bytes.count
    _ = try flood(800, from: 201)
    #expect(try #require(storage.rows[row]).bytes.count == bytes)
  }

  /// A large row is sent in parts, each of which every home can read.
  @Test func aRowOfAnySizeIsSentInReadableParts() throws {
    let large = String(repeating: "x", count: Bounds.textBytes)
    var image: [String: SharedValue] = ["name": .text("drill"), "created_at": .integer(1)]
    for number in 0..<17 { image["field:\(number)"] = .text("\(number)\0" + large) }
    for number in 0..<5000 { image["tag:\(number)"] = .text("\(number)") }
    let other = RowID(kind: "item", key: "2")
    try replica.record(
      [(row, image), (other, ["name": .text("lamp")])], author: "Anna", at: 1)
    var written: [String: SharedValue] = [:]
    for number in storage.queuedNumbers() {
      let operation = try #require(storage.queued(number))
      #expect(try SyncOperation(bytes: operation.bytes) == operation)
      #expect(operation.bytes.count < OperationBounds.operationBytes / 8 * 7)
      for write in operation.writes where write.row == row {
        written.merge(write.cells) { one, _ in one }
      }
    }
    #expect(written.count == image.count + 1)
    let first = try #require(storage.queued(1)?.writes.first)
    #expect(first.cells["name"] == .text("drill") && first.cells["life"] == .null)
    #expect(first.cells["created_at"] == .integer(1))
  }

  /// Queued operations of an earlier version are divided, and a value that fits into none is dropped from the queue.
  @Test func queuedOperationsAreDividedUnderConsecutiveNumbers() throws {
    func tags(_ count: Int) -> [String: SharedValue] {
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("tag:\($0)", .integer(1)) })
    }
    let huge = SharedValue.text(String(repeating: "x", count: OperationBounds.operationBytes))
    let rows = (1...4).map { RowID(kind: "item", key: "\($0)") }
    for (row, cells) in zip(rows, [tags(1), tags(9000), ["name": huge], tags(2)]) {
      let number = storage.clock().next
      var clock = storage.clock()
      clock.next += 1
      try storage.set(clock)
      try storage.put(SharedRow(applied: cells, waiting: cells.mapValues { _ in number }), at: row)
      let operation = SyncOperation(lastSequence: 0, writes: [RowWrite(row, cells)])
      try storage.enqueue(operation, number: number)
    }
    try replica.divideQueued()
    #expect(storage.queuedNumbers() == Array(1...5) && storage.clock().next == 6)
    #expect(storage.queue.values.allSatisfy { !$0.isTooLarge })
    #expect(storage.queued(5)?.writes.first?.row == rows[3])
    let waiting = rows.map { Set(storage.rows[$0]?.waiting.values.map(\.self) ?? []) }
    #expect(waiting == [[1], [2, 3, 4], [], [5]])
    #expect(try replica.record([(rows[2], ["name": huge])], author: "", at: 0) == 0)
  }

  /// A length that an operation merely claims allocates no memory.
  @Test func anOperationWithTooManyRowsIsNotRead() throws {
    let write = RowWrite(row, [:])
    let most = SyncOperation(
      lastSequence: 0, writes: Array(repeating: write, count: OperationBounds.rowsPerOperation))
    #expect(try SyncOperation(bytes: most.bytes) == most)
    var more = most
    more.writes.append(write)
    #expect(throws: DecodingFailure.self) { try SyncOperation(bytes: more.bytes) }
  }

  /// The numbers of a device begin with 1, whatever the home knows of it.
  @Test(arguments: [Int64.min, -1, 0, 7, .max])
  func aFirstNumberOtherThanOneIsMisnumbered(number: Int64) throws {
    let operation = SyncOperation(
      lastSequence: 0, writes: [RowWrite(row, ["name": .text("drill")])])
    let operationID = OperationID(device: "there", number: number, sequence: 1)
    #expect(try replica.receive(operation, as: operationID)?.fault == .misnumbered)
    let next = OperationID(device: "there", number: 1, sequence: 2)
    #expect(try replica.receive(operation, as: next)?.fault == nil)
  }
}
