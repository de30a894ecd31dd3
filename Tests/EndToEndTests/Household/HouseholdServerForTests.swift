import Foundation
import PostgresSupport

/// A PostgreSQL server that the end-to-end tests share, with a database for each.
struct TestDatabase {
  let server: PostgresServer
  let name: String
  let address: String

  private static let shared = Result { try PostgresServer() }

  /// Creates an empty database.
  ///
  /// - Parameter server: A server of this test, which it may stop and start.
  init(on server: PostgresServer? = nil) throws {
    self.server = try server ?? Self.shared.get()
    name = try self.server.makeDatabase()
    address = self.server.address(name)
  }

  /// Creates an empty database with its tables on the test's own disk.
  init(on server: PostgresServer, disk: SmallDisk) throws {
    self.server = server
    name = try server.makeDatabase(on: disk)
    address = server.address(name)
  }

  /// Creates an empty database that homes reach through a slow socket.
  init(on server: PostgresServer, behind socket: SlowSocket) throws {
    self.server = server
    name = try server.makeDatabase()
    address = socket.address(name)
  }
}

extension Home {
  /// Creates a household, and returns its code.
  func found(_ database: TestDatabase, as name: String) throws -> String {
    let made = try run(["household", "create", database.address, "--name", name])
    guard made.status == 0 else { throw HouseholdFailure(description: made.errors) }
    return made.text.trimmingCharacters(in: .newlines)
  }

  /// Joins a household.
  func join(_ code: String, as name: String) throws {
    let joined = try run(["household", "join", code, "--name", name])
    guard joined.status == 0 else { throw HouseholdFailure(description: joined.errors) }
  }
}

struct HouseholdFailure: Error, CustomStringConvertible {
  let description: String
}
