import Household
import Testing

/// A server that sends again, leaves out or moves what it cannot read.
@Suite struct OrderTests {
  private let storage = MemoryStorage(device: "here", names: { "another" })
  private let row = RowID(kind: "item", key: "1")

  private func write(_ name: String, seen: Int64 = 0) -> Operation {
    Operation(seen: seen, writes: [RowWrite(row, ["name": .text(name)])])
  }

  private func receive(_ operation: Operation, number: Int64, sequence: Int64) throws {
    _ = try Replica(storage).receive(
      operation, as: Stamp(device: "there", number: number, sequence: sequence))
  }

  private var name: SharedValue? { storage.rows[row]?.merged.value("name") }

  @Test func whatCameBeforeIsNotTakenAgainUnderAnotherNumber() throws {
    let first = write("drill")
    try receive(first, number: 1, sequence: 1)
    try receive(write("saw", seen: 1), number: 2, sequence: 2)
    #expect(throws: OutOfOrder(sequence: 3)) { try receive(first, number: 1, sequence: 3) }
    #expect(name == .text("saw"))
  }

  @Test func nothingIsLeftOut() throws {
    try receive(write("drill"), number: 1, sequence: 1)
    #expect(throws: OutOfOrder(sequence: 2)) {
      try receive(write("saw"), number: 3, sequence: 2)
    }
    #expect(name == .text("drill"))
  }

  @Test func nothingComesBeforeWhatItsAuthorHadSeen() {
    #expect(throws: OutOfOrder(sequence: 1)) {
      try receive(write("saw", seen: 1), number: 1, sequence: 1)
    }
  }

  /// What waited is queued no more, so the server could send it once more as if a copy of this home had written it.
  @Test func whatThisHomeWroteIsNotTakenAgainEither() throws {
    let replica = Replica(storage)
    try replica.record([(row, ["name": .text("drill")])], author: "", at: 0)
    let own = try #require(storage.queued(1))
    _ = try replica.receive(own, as: Stamp(device: "here", number: 1, sequence: 1))
    try receive(write("saw", seen: 1), number: 1, sequence: 2)
    #expect(throws: OutOfOrder(sequence: 3)) {
      try replica.receive(own, as: Stamp(device: "here", number: 1, sequence: 3))
    }
    #expect(name == .text("saw") && storage.clock().device == "here")
  }
}
