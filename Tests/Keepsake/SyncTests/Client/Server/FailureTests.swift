import Foundation
import PostgresSupport
import Testing
import TestSupport

@testable import Sync

/// Every failure of a connection is one line, in time: nothing hangs, and nothing is left behind.
@Suite struct FailureTests {
  private let short = PostgresTimeouts(connecting: 500, statement: 500)

  @Test func aServerThatDiesIsReportedAndCanReturn() throws {
    let server = try PostgresServer()
    let house = try TestHousehold(on: server)
    let anna = try house.create()
    let idle = try house.join()
    try anna.send(operations(1...3), from: "laptop")
    #expect(isReadable(idle.descriptor))
    #expect(try idle.takeNotices())
    server.stop()
    // A waiting connection is woken, and fails.
    #expect(isReadable(idle.descriptor))
    expectUnreachable { _ = try idle.takeNotices() }
    expectUnreachable { try anna.lastSequence() }
    expectUnreachable { try anna.lastSequence() }
    expectUnreachable { try house.join() }
    try server.start()
    expectUnreachable { try anna.lastSequence() }
    #expect(try house.join().operations(after: 0, limit: 9, bytes: 99).count == 3)
  }

  @Test func aConnectionThatTheServerClosesIsReported() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    try house.server.runSQL(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'owner' and datname = current_database()
      """, database: house.database)
    #expect(isReadable(anna.descriptor))
    expectUnreachable { _ = try anna.takeNotices() }
    expectUnreachable { try anna.lastSequence() }
  }

  /// The reason and the loss of the connection arrive as two messages.
  @Test func aConnectionClosedDuringAQueryIsReported() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    expectUnreachable { try anna.line.query("select pg_terminate_backend(pg_backend_pid())") }
    expectUnreachable { try anna.lastSequence() }
    expectUnreachable { try anna.takeNotices() }
    #expect(isReadable(anna.descriptor), "the descriptor does not become readable")
  }

  @Test func aServerThatDoesNotAnswerTimesOut() throws {
    let fake = try FakeServer { descriptor in
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) > 0 {}
    }
    let house = try TestHousehold()
    let start = ContinuousClock.now
    #expect(throws: SyncError.timeout) {
      try house.join(
        address: "postgresql://a:b@127.0.0.1:\(fake.port)/x", deadlines: short)
    }
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test func aLongStatementTimesOut() throws {
    let house = try TestHousehold()
    _ = try house.create()
    let anna = try house.join(deadlines: short)
    #expect(throws: SyncError.timeout) { try anna.line.query("select pg_sleep(20)") }
    // The server itself cancelled the statement, so the connection can still be used.
    #expect(try anna.lastSequence() == 0)
  }

  @Test func aStoppedServerTimesOut() throws {
    let server = try PostgresServer()
    let house = try TestHousehold(on: server)
    _ = try house.create()
    let anna = try house.join(deadlines: short)
    server.signalAll(SIGSTOP)
    defer { server.signalAll(SIGCONT) }
    let start = ContinuousClock.now
    #expect(throws: SyncError.timeout) { try anna.lastSequence() }
    #expect(start.duration(to: .now) < .seconds(5))
    expectUnreachable { try anna.lastSequence() }
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0\0\0\0\0\0\0\0\0", "R\u{7f}\u{7f}\u{7f}\u{7f}", "E",
    "S", "\u{1B}[2J\u{1B}]0;x\u{7}",
  ])
  func nonsenseFromTheServerIsReported(text: String) throws {
    let fake = try FakeServer { descriptor in
      var bytes = Array(text.utf8)
      _ = write(descriptor, &bytes, bytes.count)
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) > 0 {}
    }
    let house = try TestHousehold()
    let error = try #require(throws: SyncError.self) {
      try house.join(
        address: "postgresql://a:b@127.0.0.1:\(fake.port)/x", deadlines: short)
    }
    switch error {
    case .protocolViolation, .unreachable, .refused, .timeout: break
    default: Issue.record("\(error)")
    }
    #expect(!error.description.unicodeScalars.contains { $0.value < 32 })
    #expect(error != PostgresChannel.ended, "the companion crashed")
  }

  /// A local socket is trusted without TLS, but may answer with nonsense, too.
  @Test func nonsenseFromALocalSocketIsReported() throws {
    let house = try TestHousehold()
    for bytes in ["HTTP/1.1 400", "R\0\0\0\u{8}\0\0\0\0Z\0\0\0\u{5}ID\0\0\0"] {
      let socket = try LocalNonsense(bytes)
      let error = try #require(throws: SyncError.self) {
        try house.join(address: "host=\(socket.directory) user=a", deadlines: short)
      }
      switch error {
      case .protocolViolation, .unreachable, .timeout: break
      default: Issue.record("\(error)")
      }
    }
  }

  @Test func anUnreachableServerIsReported() throws {
    let house = try TestHousehold()
    expectUnreachable { try house.join(address: "host=/nonexistent user=a") }
    expectUnreachable { try house.join(address: "postgresql://a:b@127.0.0.1:1/x") }
    expectUnreachable { try house.join(address: "postgresql://a:b@nobody.invalid/x") }
  }

  @Test func aMissingCompanionIsReported() throws {
    let error = try #require(throws: SyncError.self) {
      try SyncClient(
        address: "host=/x", household: "a", token: Data(), program: "/nonexistent/keepsake-postgres"
      )
    }
    #expect(
      error
        == .missingProgram("cannot start /nonexistent/keepsake-postgres: No such file or directory")
    )
    let wrong = try #require(throws: SyncError.self) {
      try SyncClient(
        address: "host=/x", household: "a", token: Data(), program: "/usr/bin/yes")
    }
    guard case .protocolViolation = wrong else {
      Issue.record("\(wrong)")
      return
    }
    expectUnreachable {
      try SyncClient(
        address: "host=/x", household: "a", token: Data(), program: "/usr/bin/true")
    }
  }

  @Test func theCompanionEndsWithTheConnection() throws {
    let house = try TestHousehold()
    let anna = try house.create()
    let count = { try house.server.runSQL(Self.connections, database: house.database) }
    #expect(try count() == "1\n")
    anna.close()
    #expect(try Wait.until { try count() == "0\n" })
    expectUnreachable { try anna.lastSequence() }
  }

  private static let connections =
    "select count(*) from pg_stat_activity where datname = current_database() and usename = 'owner'"

  private func expectUnreachable(_ work: () throws -> some Any) {
    do {
      _ = try work()
      Issue.record("the server was reached")
    } catch SyncError.unreachable(let line) {
      #expect(!line.isEmpty)
    } catch {
      Issue.record("\(error)")
    }
  }
}
