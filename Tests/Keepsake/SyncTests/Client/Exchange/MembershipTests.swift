import InventorySupport
import Foundation
import Inventory
import Testing

@testable import Sync

@Suite struct MembershipTests {
  private let homes: Homes
  private let anna: Home
  private let ben: Home

  init() throws {
    homes = try Homes()
    anna = try homes.home("anna")
    ben = try homes.home("ben")
  }

  @Test func joiningMergesTheDataOfAllHomes() throws {
    try anna.add("Drill")
    try ben.add("Самовар 壶")
    let code = try anna.create()
    try ben.join(JoinCode(typed: code.text))
    try anna.exchange()
    #expect(try anna.names == ["Drill", "Самовар 壶"])
    #expect(try ben.names == ["Drill", "Самовар 壶"])
    #expect(anna.store.database.householdWaiting == 0)
  }

  /// Only a home that has received everything can find what both have.
  @Test func aJoiningHomeMatchesItsDataBeforeItSends() throws {
    for home in [anna, ben] {
      var drill = Item(uuid: UUID(), name: "Drill")
      drill.importReference = "ref-1"
      try home.store.changes.perform(.createItem(drill), session: "main")
    }
    try ben.join(anna.create())
    try anna.exchange()
    #expect(try anna.names == ["Drill"] && ben.names == ["Drill"])
  }

  @Test func waitingChangesAreCountedAndSentWithTheNextExchange() throws {
    try ben.join(anna.create())
    try anna.add("Drill")
    try anna.add("Saw")
    #expect(anna.store.database.householdWaiting == 2)
    try anna.exchange()
    _ = try anna.store.database.refresh()
    #expect(try anna.store.household.membership()?.waiting == 0)
    let changes = try ben.exchange()
    #expect(changes.map(\.author) == ["anna", "anna"] && changes.allSatisfy(\.isNew))
    #expect(try ben.names == ["Drill", "Saw"])
  }

  @Test func changesNameTheirAuthorAndDevice() throws {
    try ben.join(anna.create())
    try anna.exchange()
    let item = try ben.add("Kettle")
    try ben.change(item) { $0.notes = "old" }
    try ben.exchange()
    try anna.exchange()
    let history = try anna.store.household.sharedHistory(of: item)
    #expect(history.map(\.author) == ["ben", "ben"])
    #expect(history.map(\.action) == [.changed, .created])
    #expect(history.first?.device.hasPrefix("ben (") == true)
    try ben.change(item) { $0.notes = "older" }
    try ben.exchange()
    try anna.exchange()
    let change = try #require(try anna.store.household.sharedHistory(of: item).first?.changes.first)
    #expect(change.aspect == .field(.notes))
    #expect([change.before, change.after] == ["old", "older"])
  }

  // MARK: - A join that another connection completes

  @Test func aBegunJoinCompletesWithTheNextExchange() throws {
    try anna.add("Drill")
    try ben.membership.beginJoin(anna.create(), member: "ben")
    #expect(try ben.names == [] && ben.store.household.membership()?.isJoining == true)
    try ben.exchange()
    #expect(try ben.names == ["Drill"] && ben.store.household.membership()?.isJoining == false)
  }

  @Test func cancelingWhileTheServerAnswersJoinsNothing() throws {
    let code = try anna.create()
    try ben.membership.beginJoin(code, member: "ben") { true }
    #expect(try ben.store.household.membership() == nil && ben.file.read() == nil)
  }

  /// No key is stored for a household that the inventory couldn't enter.
  @Test func aReadOnlyInventoryStoresNoKey() throws {
    let code = try anna.create()
    let reading = try InventoryStore(directory: ben.store.database.directory, access: .read)
    #expect(throws: (any Error).self) {
      try SyncEnrollment(reading, ben.file, program: homes.program)
        .beginJoin(code, member: "ben")
    }
    #expect(try ben.store.household.membership() == nil && ben.file.read() == nil)
  }

  /// Another program may join another household meanwhile; its key must stay.
  @Test func aHouseholdJoinedMeanwhileIsKept() throws {
    let (code, other) = (try anna.create(), try homes.home("cleo").create())
    #expect(throws: InventoryError.self) {
      try ben.membership.beginJoin(code, member: "ben") {
        (try? ben.membership.join(other, member: "ben")) == nil
      }
    }
    #expect(try ben.store.household.membership()?.household == other.household)
    #expect(try ben.file.read()?.code == other)
  }

  @Test func leavingKeepsAllDataAndStopsSyncing() throws {
    try ben.join(anna.create())
    try anna.add("Drill")
    try anna.exchange()
    try ben.exchange()
    try ben.add("Saw")
    #expect(try ben.membership.leave(regardless: false) == nil)
    try anna.exchange()
    #expect(try anna.names == ["Drill", "Saw"] && ben.names == ["Drill", "Saw"])
    #expect(try ben.store.household.membership() == nil && ben.file.read() == nil)
    #expect(throws: ExchangeError.noHousehold) {
      try ben.membership.leave(regardless: false)
    }
  }

  @Test func leavingWithoutTheServerMustBeForced() throws {
    let server = try SharedServer.get().server
    let code = try anna.create()
    let absent = JoinCode(
      address: server.address("nowhere"), household: code.household, key: code.key)
    try anna.file.write(SyncCredentials(code: absent, member: "anna", joined: 0))
    #expect(throws: SyncError.self) { try anna.membership.leave(regardless: false) }
    #expect(try anna.store.household.membership() != nil)
    #expect(try anna.membership.leave(regardless: true) is SyncError)
    #expect(try anna.store.household.membership() == nil)
  }

  @Test func aSecondHouseholdIsRefused() throws {
    let code = try anna.create()
    #expect(throws: InventoryError.self) { try anna.create() }
    try ben.join(code)
    let cleo = try homes.home("cleo")
    let other = try cleo.create()
    #expect(throws: InventoryError.self) { try ben.join(other) }
    #expect(try ben.store.household.membership()?.household == code.household)
  }

  @Test func joiningWithAnotherKeyIsRefused() throws {
    let code = try anna.create()
    let wrong = JoinCode(address: code.address, household: code.household, key: SyncKey())
    #expect(throws: SyncError.unknownHousehold) { try ben.join(wrong) }
    #expect(try ben.store.household.membership() == nil && ben.file.read() == nil)
  }

  @Test func aKilledJoinContinuesAndKeepsTheHomesData() throws {
    for number in 0..<30 { try anna.add("A\(number)") }
    let code = try anna.create()
    try ben.add("B")
    // The state after a kill during the join.
    try ben.file.write(SyncCredentials(code: code, member: "ben", joined: 0))
    try ben.store.household.enter(code.household, .joining)
    #expect(try ben.store.household.membership()?.isJoining == true)
    try ben.add("C")
    try ben.exchange()
    try anna.exchange()
    #expect(try ben.store.household.membership()?.isJoining == false)
    #expect(try anna.names.count == 32 && ben.names.count == 32)
  }

  @Test func operationsSentTwiceAreStoredOnce() throws {
    try ben.join(anna.create())
    try anna.add("Drill")
    // As if the program had been killed after the server took it.
    let credentials = try #require(try anna.file.read())
    _ = try anna.store.household.record(author: "anna")
    let membership = try #require(try anna.store.household.membership())
    let server = try anna.membership.connect(credentials.code)
    let sealed = try anna.store.household.queued(after: 0, bytes: 1000).map {
      OutgoingOperation(
        number: $0.number,
        sealed: Data(
          try credentials.code.key.seal(
            $0.operation, device: membership.device, number: $0.number,
            household: membership.household)))
    }
    try server.send(sealed, from: membership.device)
    server.close()
    try anna.exchange()
    try ben.exchange()
    #expect(try ben.names == ["Drill"])
    #expect(try anna.store.household.membership()?.device == membership.device)
  }

  @Test func aCopiedHomeContinuesAsAnotherDevice() throws {
    let code = try anna.create()
    try anna.exchange()
    let copy = homes.directory + "/copy"
    try FileManager.default.copyItem(atPath: anna.store.database.directory, toPath: copy)
    try anna.add("Drill")
    try anna.exchange()
    let twin = try homes.home("copy")
    try twin.add("Saw")
    try twin.exchange()
    try anna.exchange()
    #expect(try anna.names == ["Drill", "Saw"] && twin.names == ["Drill", "Saw"])
    #expect(
      try anna.store.household.membership()?.device != twin.store.household.membership()?.device)
    try ben.join(code)
    #expect(try ben.names == ["Drill", "Saw"])
  }

  @Test func aServerThatWasSetBackIsDetected() throws {
    try ben.join(anna.create())
    for name in ["A", "B", "C"] {
      try anna.add(name)
      try anna.exchange()
    }
    try ben.exchange()
    let cut = """
      delete from keepsake.operation where sequence = (select max(sequence) from keepsake.operation)
      """
    try homes.server.runSQL(cut, database: homes.database)
    #expect(throws: ExchangeError.serverSetBack) { try ben.exchange() }
    // Even after a home that didn't notice has written something else.
    let credentials = try #require(try ben.file.read())
    let server = try ben.membership.connect(credentials.code)
    defer { server.close() }
    try server.send([OutgoingOperation(number: 1, sealed: Data([1]))], from: "somebody")
    #expect(throws: ExchangeError.serverSetBack) { try ben.exchange() }
    #expect(try ben.names == ["A", "B", "C"])
  }

  /// As when a command and a window's connection fetch the same operations, and the connection is ahead.
  @Test func oldOperationsDoNotMoveTheHomesPositionBack() throws {
    try ben.join(anna.create())
    for name in ["A", "B"] {
      try anna.add(name)
      try anna.exchange()
    }
    try ben.exchange()
    let credentials = try #require(try ben.file.read())
    let server = try ben.membership.connect(credentials.code)
    let first = try #require(try server.operations(after: 0, limit: 1, bytes: 1).first)
    server.close()
    let operation = try credentials.code.key.operation(
      Array(first.sealed), device: first.device, number: first.number,
      household: credentials.code.household)
    try ben.store.household.receive(
      [
        (
          operation,
          OperationID(device: first.device, number: first.number, sequence: first.sequence)
        )
      ], author: "ben", chainDigest: "that of the first")
    try ben.exchange()
    #expect(try ben.names == ["A", "B"])
  }

  @Test func savingInAnotherProgramWorksAfterLeaving() throws {
    _ = try anna.create()
    let window = try InventoryStore(directory: anna.store.database.directory)
    try window.changes.perform(.createItem(Item(uuid: UUID(), name: "Drill")), session: "window")
    try anna.membership.leave(regardless: false)
    try window.changes.perform(.createItem(Item(uuid: UUID(), name: "Saw")), session: "window")
    #expect(try anna.names == ["Drill", "Saw"])
  }

  @Test func largeNotesAreSentInSeveralOperations() throws {
    try ben.join(anna.create())
    let note = String(repeating: "x", count: 900_000)
    for number in 0..<20 {
      try anna.store.changes.perform(
        .createItem(
          {
            var item = Item(uuid: UUID(), name: "A\(number)")
            item.notes = note
            return item
          }()), session: "main")
    }
    try anna.exchange()
    try ben.exchange()
    #expect(try ben.names.count == 20)
  }

  @Test func anUnreadableChangeIsSetAsideAndTheExchangeContinues() throws {
    let code = try anna.create()
    try ben.join(code)
    let server = try anna.membership.connect(code)
    defer { server.close() }
    let key = code.key
    let first = SyncOperation(lastSequence: 0, writes: [])
    try server.send(
      [
        OutgoingOperation(number: 1, sealed: Data("x".utf8)),
        OutgoingOperation(
          number: 3,
          sealed: Data(
            try key.seal(first, device: "evil", number: 3, household: code.household))),
      ], from: "evil")
    let kettle = try ben.add("Kettle")
    try ben.exchange()
    try anna.exchange()
    #expect(try anna.store.items.fetch(kettle)?.name == "Kettle")
    for home in [anna, ben] {
      #expect(
        try Set(home.store.household.setAsideChanges().map(\.line)) == [
          "1 change by evil was set aside: altered, encrypted with another key, or too large",
          "1 change by evil was set aside: out of sequence for the device",
        ])
    }
    // The next home that joins reports the same.
    let cleo = try homes.home("cleo")
    try cleo.join(code)
    #expect(try cleo.names == ["Kettle"] && cleo.store.household.setAsideChanges().count == 2)
  }

  /// A member uses the device name and the next numbers of another home.
  @Test func aHomeWhoseNextNumberIsTakenContinuesAsAnotherDevice() throws {
    let code = try anna.create()
    try ben.join(code)
    let server = try anna.membership.connect(code)
    defer { server.close() }
    let device = try #require(try anna.store.household.membership()?.device)
    let next = try #require(
      try server.operations(after: 0, limit: 1000, bytes: 1 << 20).filter { $0.device == device }
        .map(\.number).max())
    for number in [next + 1, next + 2, next + 9] {
      try server.send([OutgoingOperation(number: number, sealed: Data("x".utf8))], from: device)
    }
    let kettle = try anna.add("Kettle")
    try anna.exchange()
    try ben.exchange()
    #expect(try ben.store.items.fetch(kettle)?.name == "Kettle")
    #expect(try anna.store.household.membership()?.waiting == 0)
  }

  @Test func theServersLimitEqualsThatOfOperations() {
    #expect(SyncClient.longestOperation == OperationBounds.operationBytes)
  }

  /// Otherwise no exchange would work from then on, without a reason.
  @Test func aHomeWhoseKeyCannotBeStoredDoesNotJoin() throws {
    let code = try anna.create()
    try FileManager.default.createDirectory(
      atPath: ben.file.path, withIntermediateDirectories: false)
    #expect(throws: InventoryError.self) { try ben.join(code) }
    #expect(try ben.store.household.membership() == nil)
  }

  /// As in a home that was given the files of another one.
  @Test func withTheKeyOfAnotherHouseholdNothingIsExchanged() throws {
    try ben.join(anna.create())
    let cleo = try homes.home("cleo")
    _ = try cleo.create()
    try cleo.add("Hers")
    try cleo.exchange()
    try ben.file.write(#require(try cleo.file.read()))
    #expect(throws: ExchangeError.noHousehold) { try ben.exchange() }
    #expect(try ben.names == [])
  }

  @Test func aKeyReadableByOthersIsRefused() throws {
    _ = try anna.create()
    chmod(anna.file.path, 0o640)
    let error = #expect(throws: InventoryError.self) { try anna.file.read() }
    #expect(error?.kind == .permission)
    chmod(anna.file.path, 0o600)
    #expect(try anna.file.read() != nil)
  }

  @Test func anUnreadableDeviceDescriptionIsSkipped() throws {
    let code = try anna.create()
    let server = try anna.membership.connect(code)
    try server.setDevice("evil", sealed: Data("x".utf8))
    server.close()
    try ben.join(code)
    try anna.exchange()
    let item = try ben.add("Kettle")
    try ben.exchange()
    try anna.exchange()
    #expect(
      try anna.store.household.sharedHistory(of: item).first?.device.hasPrefix("ben (") == true)
  }

  /// A home that leaves and rejoins is another device; one whose credentials change is the same.
  @Test func aChangedMemberNameIsUsedInTheHistory() throws {
    try ben.join(anna.create())
    let item = try ben.add("Kettle")
    try ben.exchange()
    var credentials = try #require(try ben.file.read())
    credentials.member = "Benjamin"
    try ben.file.write(credentials)
    try ben.exchange()
    try anna.exchange()
    let device = try anna.store.household.sharedHistory(of: item).first?.device
    #expect(device?.hasPrefix("Benjamin (") == true, "\(device ?? "")")
  }
}
