import Testing

@testable import Sync

/// A server that repeats, drops or reorders operations that it can't read, and members with arbitrary
/// numbering.
@Suite struct OrderTests {
  private let storage = MemoryStorage(device: "here", names: { "another" })
  private let row = RowID(kind: "item", key: "1")

  private func write(_ name: String, lastSequence: Int64 = 0) -> SyncOperation {
    SyncOperation(lastSequence: lastSequence, writes: [RowWrite(row, ["name": .text(name)])])
  }

  @discardableResult
  private func receive(
    _ operation: SyncOperation?, number: Int64, sequence: Int64, from device: String = "there"
  ) throws -> OperationFault? {
    let operationID = OperationID(device: device, number: number, sequence: sequence)
    return try #require(try Replica(storage).receive(operation, as: operationID)).fault
  }

  private var name: SharedValue? { storage.rows[row]?.merged.value("name") }

  @Test func aRepeatedChangeIsSetAside() throws {
    let first = write("drill")
    try receive(first, number: 1, sequence: 1)
    try receive(write("saw", lastSequence: 1), number: 2, sequence: 2)
    #expect(try receive(first, number: 1, sequence: 3) == .misnumbered)
    #expect(name == .text("saw"))
    #expect(try receive(write("file", lastSequence: 3), number: 3, sequence: 4) == nil)
    #expect(name == .text("file"))
  }

  /// A change with a number far ahead doesn't block the device's own next change.
  @Test func aChangeAfterAGapIsSetAsideAndTheMissingOneStillApplies() throws {
    try receive(write("drill"), number: 1, sequence: 1)
    #expect(try receive(write("saw"), number: 3, sequence: 2) == .misnumbered)
    #expect(name == .text("drill"))
    #expect(try receive(write("file", lastSequence: 2), number: 2, sequence: 3) == nil)
    #expect(name == .text("file"))
  }

  @Test func aChangeOrderedBeforeWhatItsAuthorHadSeenIsSetAside() throws {
    #expect(try receive(write("saw", lastSequence: 1), number: 1, sequence: 1) == .early)
    #expect(try receive(write("file", lastSequence: 1), number: 2, sequence: 2) == nil)
    #expect(name == .text("file"))
  }

  @Test func anUnreadableChangeIsSetAsideAndTheNextOneApplies() throws {
    #expect(try receive(nil, number: 1, sequence: 1) == .unreadable)
    #expect(try receive(write("file", lastSequence: 1), number: 2, sequence: 2) == nil)
    #expect(name == .text("file"))
  }

  /// The operation has left the queue, so the server could send it again as if a copy of this home had
  /// written it.
  @Test func aRepeatedChangeOfThisHomeIsSetAsideToo() throws {
    let replica = Replica(storage)
    try replica.record([(row, ["name": .text("drill")])], author: "", at: 0)
    let own = try #require(storage.queued(1))
    try receive(own, number: 1, sequence: 1, from: "here")
    try receive(write("saw", lastSequence: 1), number: 1, sequence: 2)
    #expect(try receive(own, number: 1, sequence: 3, from: "here") == .misnumbered)
    #expect(name == .text("saw") && storage.clock().device == "here")
  }

  /// The server accepts no other operation under a number that is already in use.
  @Test(arguments: [1, 2] as [Int64])
  func aHomeWhoseDeviceNameIsTakenSendsAgainUnderANewOne(number: Int64) throws {
    let replica = Replica(storage)
    try replica.record([(row, ["name": .text("drill")])], author: "", at: 0)
    try receive(nil, number: number, sequence: 1, from: "here")
    #expect(storage.clock().device == "another")
    let own = try #require(storage.queued(1))
    #expect(try receive(own, number: 1, sequence: 2, from: "another") == nil)
    #expect(name == .text("drill") && storage.queue.isEmpty)
  }
}
