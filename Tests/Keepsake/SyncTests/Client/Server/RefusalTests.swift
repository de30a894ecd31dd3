import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// Refused requests and their errors.
@Suite struct RefusalTests {
  @Test func aWrongTokenIsRefused() throws {
    let house = try TestHousehold()
    try house.create().send(operations(1...1), from: "laptop")
    #expect(throws: SyncError.unknownHousehold) { try house.join(token: Data(count: 32)) }
    #expect(throws: SyncError.unknownHousehold) { try house.join(token: Data()) }
    #expect(throws: SyncError.unknownHousehold) {
      try SyncClient(
        address: house.server.address(house.database), household: "nobody's", token: house.token,
        program: house.program)
    }
  }

  @Test func anotherHouseholdSeesNothing() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    try anna.send(operations(1...5), from: "laptop")
    try anna.setDevice("laptop", sealed: Data([1]))
    try anna.sendPart(Data([1]), of: "abc", part: 0)
    let other = try SyncClient.create(
      address: house.server.address(house.database), household: "other", token: Data(count: 32),
      program: house.program)
    #expect(try other.lastSequence() == 0)
    #expect(try other.operations(after: 0, limit: 100, bytes: 1000).isEmpty)
    #expect(try other.devices().isEmpty)
    #expect(try other.parts(of: "abc").isEmpty)
    #expect(try other.send(operations(1...2), from: "laptop") == 2)
    try anna.send(operations(6...6), from: "laptop")
    #expect(
      !isReadable(other.descriptor, within: 100), "it is notified of another household's operations"
    )
  }

  /// Row security restricts even the owner's functions to the household that was entered.
  @Test func aMemberLoginCanCallFunctionsButNotReadTables() throws {
    let house = try TestHousehold()
    try house.create().send(operations(1...5), from: "laptop")
    let member = try house.join("member")
    #expect(try member.lastSequence() == 5)
    for table in ["format", "household", "operation", "content", "device"] {
      #expect(throws: SyncError.refused("permission denied for table \(table)")) {
        try member.line.query("select * from keepsake.\(table)")
      }
    }
    for call in ["enter('a', '')", "found('a', '')", "channel('a')"] {
      #expect(throws: SyncError.self, "\(call)") {
        try member.line.query("select keepsake.\(call)")
      }
    }
    #expect(throws: SyncError.self) {
      try SyncClient.create(
        address: house.server.address(house.database, login: "member"), household: "mine",
        token: house.token, program: house.program)
    }
    let owner = try house.join("owner")
    try owner.setDevice("laptop", sealed: Data([1]))
    try owner.sendPart(Data([1]), of: "abc", part: 0)
    for table in ["household", "operation", "content", "device"] {
      #expect(try owner.line.query("select * from keepsake.\(table)").count == 0, "\(table)")
    }
  }

  /// Anyone who connects can call them and set the variable that row security checks.
  @Test func everyFunctionChecksTheToken() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    try anna.send(operations(1...1), from: "laptop")
    try anna.setDevice("laptop", sealed: Data([1]))
    try anna.sendPart(Data([1]), of: "abc", part: 0)
    let member = try house.join("member")
    try member.line.query(
      "select set_config('keepsake.household', $1, false)", .text(house.name))
    let who = "'\(house.name)', ''"
    let calls = [
      "announce(\(who))", "listen(\(who))", "send(\(who), 'phone', '{1}', '{x}')",
      "last_sequence(\(who))", "operations(\(who), 0, 9, 999)", "parts(\(who), 'abc')",
      "send_part(\(who), 'abc', 1, 'x')", "part(\(who), 'abc', 0)",
      "set_device(\(who), 'phone', 'x')", "devices(\(who))", "remove_device(\(who), 'laptop')",
    ]
    let names = Set((calls + ["format_version()"]).map { $0.prefix { $0 != "(" } })
    #expect(
      names == Set(ServerFunctions.open.map { $0.prefix { $0 != "(" } }), "no function is left out")
    for call in calls {
      #expect(throws: SyncError.unknownHousehold, "\(call)") {
        try member.line.query("select keepsake.\(call)")
      }
    }
    #expect(try anna.devices().map(\.device) == ["laptop"])
    #expect(try anna.parts(of: "abc") == [0: 1] && anna.lastSequence() == 1)
  }

  /// The functions run with the owner's rights, so they must not look up names where others can create them.
  @Test func aForeignFunctionIsNotCalledInPlaceOfASystemOne() throws {
    let house = try TestHousehold()
    _ = try house.create()
    try house.server.runSQL(
      """
      create schema evil;
      grant usage on schema evil to public;
      create function evil.sha256(bytea) returns bytea language sql as
        'select h.token_hash from keepsake.household h limit 1';
      """, database: house.database)
    let member = try house.join("member")
    try member.line.query("set search_path = evil, pg_catalog")
    #expect(throws: SyncError.unknownHousehold) {
      try member.line.query("select keepsake.last_sequence('\(house.name)', '')")
    }
  }

  @Test func creatingAHouseholdAgainNeedsItsToken() throws {
    let house = try TestHousehold()
    try house.create().send(operations(1...1), from: "laptop")
    #expect(try house.create().lastSequence() == 1)
    #expect(throws: SyncError.householdTaken) {
      try SyncClient.create(
        address: house.server.address(house.database), household: house.name,
        token: Data(count: 32), program: house.program)
    }
  }

  @Test func creatingTheFirstHouseholdConcurrentlySucceeds() async throws {
    let house = try TestHousehold()
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for device in 0..<3 {
        group.addTask { try house.create().send(operations(1...1), from: "device \(device)") }
      }
      var found: Set<Int64> = []
      for try await last in group { found.insert(last) }
      #expect(found == [1, 2, 3])
    }
  }

  @Test func aServerWithoutHouseholdsIsReported() throws {
    let house = try TestHousehold()
    #expect(throws: SyncError.noHouseholds) { try house.join() }
  }

  @Test func anotherServerVersionIsRefused() throws {
    let house = try TestHousehold()
    _ = try house.create()
    try house.server.runSQL("update keepsake.format set version = 7", database: house.database)
    #expect(throws: SyncError.otherVersion(found: 7, known: 1)) { try house.join() }
    #expect(throws: SyncError.otherVersion(found: 7, known: 1)) { try house.create() }
  }

  @Test func aRefusedLoginIsReportedInOneLine() throws {
    let house = try TestHousehold()
    _ = try house.create()
    #expect(throws: SyncError.refused("role \"stranger\" is not permitted to log in")) {
      try house.join("stranger")
    }
    #expect(throws: SyncError.refused("role \"nobody here\" does not exist")) {
      try house.join(address: house.server.address(house.database, login: "'nobody here'"))
    }
    #expect(throws: SyncError.refused("database \"none\" does not exist")) {
      try house.join(address: house.server.address("none"))
    }
  }

  /// The address may contain a password, which no error repeats.
  @Test(arguments: [
    "house", "", "postgresql://a:secret@[", "host=x secret", "host=x service=secret",
    "service=secret", "host=x password='secret", "replication=true host=/tmp password=secret",
    "host=x secret=1",
  ])
  func anInvalidAddressIsReportedInOneLine(address: String) throws {
    let house = try TestHousehold()
    let error = try #require(throws: SyncError.self) { try house.join(address: address) }
    guard case .badAddress(let line) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!line.contains("secret") && !line.isEmpty)
  }
}
