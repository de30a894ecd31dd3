import Foundation
import Synchronization
import Testing

@testable import Sync

/// Operations on a real server are stored once, in one order, for those who have the token.
@Suite struct OperationTests {
  @Test func sentOperationsAreReceivedByOthers() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    #expect(try anna.lastSequence() == 0)
    #expect(try anna.operations(after: 0, limit: 10, bytes: 1000).isEmpty)
    let sealed = Data((0...255).map { UInt8($0) })
    let sent = operations(1...3) + [OutgoingOperation(number: 7, sealed: sealed)]
    #expect(try anna.send(sent, from: "laptop") == 4)
    #expect(try anna.send([], from: "laptop") == 4)

    let ben = try house.join()
    let received = try ben.operations(after: 0, limit: 100, bytes: 1 << 20)
    #expect(received.map(\.sequence) == [1, 2, 3, 4])
    #expect(received.map(\.number) == [1, 2, 3, 7])
    #expect(received.map(\.sealed) == sent.map(\.sealed))
    #expect(Set(received.map(\.device)) == ["laptop"])
    #expect(try ben.operations(after: 3, limit: 100, bytes: 1000).map(\.number) == [7])
    #expect(try ben.operations(after: 1, limit: 2, bytes: 1000).map(\.sequence) == [2, 3])
  }

  @Test func operationsSentAgainAreStoredOnce() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    try anna.send(operations(1...3), from: "laptop")
    #expect(try anna.send(operations(2...5), from: "laptop") == 5)
    #expect(try anna.send(operations(1...5), from: "laptop") == 5)
    // Another device has numbers of its own.
    #expect(try anna.send(operations(1...2), from: "phone") == 7)
    let received = try anna.operations(after: 0, limit: 100, bytes: 1000)
    #expect(received.map(\.number) == [1, 2, 3, 4, 5, 1, 2])
  }

  @Test func aTakenNumberIsReportedAndTheFirstOperationStays() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    try anna.send(operations(1...3), from: "laptop")
    #expect(throws: SyncError.numberTaken(2)) {
      try anna.send(operations(2...4, "other"), from: "laptop")
    }
    let received = try anna.operations(after: 0, limit: 100, bytes: 1000)
    #expect(received.map(\.sealed) == operations(1...3).map(\.sealed))
  }

  @Test func manyLongOperationsAreSentInBatchesAndReadBySize() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let long = (1...5).map {
      OutgoingOperation(number: Int64($0), sealed: Data(repeating: UInt8($0), count: 3 << 20))
    }
    #expect(try anna.send(long + operations(6...2505), from: "laptop") == 2505)
    #expect(try anna.operations(after: 0, limit: 100, bytes: 7 << 20).map(\.number) == [1, 2])
    #expect(try anna.operations(after: 2, limit: 100, bytes: 1).map(\.sealed) == [long[2].sealed])
    #expect(try anna.operations(after: 5, limit: 9999, bytes: 1 << 20).count == 2500)
    let limit = ServerSchema.longestOperation
    #expect(throws: SyncError.tooLarge(bytes: limit + 1, limit: limit)) {
      try anna.send(
        [OutgoingOperation(number: 3000, sealed: Data(count: limit + 1))], from: "laptop")
    }
    let longest = OutgoingOperation(number: 3000, sealed: Data(repeating: 1, count: limit))
    #expect(try anna.send([longest], from: "laptop") == 2506)
    #expect(try anna.operations(after: 2505, limit: 9, bytes: 9).first?.sealed == longest.sealed)
  }

  /// Four devices send at once, and a reader that continues after the last operation it saw misses none.
  @Test func noOperationAppearsBehindAReader() throws {
    let house = try TestHousehold()
    let reader = try house.create()
    let failures = Mutex<[String]>([])
    // Uses threads, since tasks would wait for those that other tests block.
    let isDone = DispatchSemaphore(value: 0)
    for device in 1...4 {
      Thread.detachNewThread {
        defer { isDone.signal() }
        do {
          let writer = try house.join()
          for start in stride(from: 1, to: 200, by: 5) {
            try writer.send(operations(start...(start + 4)), from: "device \(device)")
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    var (known, numbers) = (Int64(0), [String: [Int64]]())
    while known < 800, failures.withLock(\.isEmpty) {
      for operation in try reader.operations(after: known, limit: 17, bytes: 1000) {
        #expect(operation.sequence == known + 1)
        known = operation.sequence
        numbers[operation.device, default: []].append(operation.number)
      }
    }
    for _ in 1...4 { isDone.wait() }
    #expect(failures.withLock { $0 } == [])
    #expect(numbers.count == 4)
    for (device, numbers) in numbers { #expect(numbers == Array(1...200), "\(device)") }
  }

  @Test func othersAreNotifiedOfNewOperations() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let ben = try house.join()
    #expect(try !ben.takeNotices())
    #expect(!isReadable(ben.descriptor, within: 50))
    try anna.send(operations(1...3), from: "laptop")
    #expect(isReadable(ben.descriptor))
    #expect(try ben.takeNotices())
    #expect(try !ben.takeNotices())
    // A connection isn't notified of its own operations, nor of operations that are already stored.
    #expect(!isReadable(anna.descriptor, within: 100))
    try anna.send(operations(1...3), from: "laptop")
    #expect(!isReadable(ben.descriptor, within: 100))
    // Notices that arrive during another request aren't lost.
    for number in 4...40 {
      try anna.send(operations(number...number), from: "laptop")
      _ = try ben.lastSequence()
      #expect(isReadable(ben.descriptor))
      #expect(try ben.takeNotices())
    }
  }
}
