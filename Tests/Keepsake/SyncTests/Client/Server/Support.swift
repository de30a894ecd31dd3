import Foundation
import PostgresSupport
import RepriseTesting
import Testing

@testable import Sync

/// The server that the tests of this target share; it ends with the process.
struct SharedServer {
  let certificates: TestCertificates
  let server: PostgresServer

  private static let shared = Result {
    let certificates = try TestCertificates()
    LeftDirectories.note(certificates.directory)
    return SharedServer(
      certificates: certificates, server: try PostgresServer(certificates: certificates))
  }

  /// The server, started by the first test that asks.
  static func get() throws -> SharedServer { try shared.get() }
}

/// A household on a database of its own.
struct TestHousehold {
  let server: PostgresServer
  let database: String
  let name = "house-\(UUID().uuidString)"
  let token = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
  let program: String

  /// Makes an empty database.
  init(on server: PostgresServer? = nil, disk: SmallDisk? = nil) throws {
    self.server = try server ?? SharedServer.get().server
    let server = self.server
    database = try disk.map(server.makeDatabase(on:)) ?? server.makeDatabase()
    program = try PostgresProgram.locate()
  }

  /// Makes the household as the owner of the database.
  func create(deadlines: PostgresTimeouts = .usual) throws -> SyncClient {
    try SyncClient.create(
      address: server.address(database), household: name, token: token, program: program,
      deadlines: deadlines)
  }

  /// Connects to it as another login.
  func join(
    _ login: String = "member", token: Data? = nil, address: String? = nil,
    deadlines: PostgresTimeouts = .usual
  ) throws -> SyncClient {
    try SyncClient(
      address: address ?? server.address(database, login: login), household: name,
      token: token ?? self.token, program: program, deadlines: deadlines)
  }
}

/// Operations whose bytes contain their number.
func operations(_ numbers: ClosedRange<Int>, _ text: String = "x") -> [OutgoingOperation] {
  numbers.map { OutgoingOperation(number: Int64($0), sealed: Data("\(text) \($0)".utf8)) }
}

/// Whether a descriptor becomes readable soon.
func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 5000) -> Bool {
  var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&ready, 1, milliseconds) > 0
}
