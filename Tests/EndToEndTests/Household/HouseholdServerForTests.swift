import Foundation
import PostgresSupport

/// A PostgreSQL that the end-to-end tests share, and a database of their own for each.
struct TestDatabase {
  let server: PostgresServer
  let name: String
  let address: String

  private static let shared = Result { try PostgresServer() }

  /// Makes an empty database.
  ///
  /// - Parameter server: A server of the test's own, which it stops and starts.
  init(on server: PostgresServer? = nil) throws {
    self.server = try server ?? Self.shared.get()
    name = try self.server.makeDatabase()
    address = self.server.address(name)
  }

  /// Makes an empty database whose tables lie on a disk of the test's own.
  init(on server: PostgresServer, disk: SmallDisk) throws {
    self.server = server
    name = try server.makeDatabase(on: disk)
    address = server.address(name)
  }

  /// Makes an empty database that homes reach by a slow socket.
  init(on server: PostgresServer, behind socket: SlowSocket) throws {
    self.server = server
    name = try server.makeDatabase()
    address = socket.address(name)
  }
}

extension Home {
  /// Founds a household, and returns its code.
  func found(_ database: TestDatabase, as name: String) throws -> String {
    let made = try run(["household", "create", database.address, "--name", name])
    guard made.status == 0 else { throw HouseholdFailure(description: made.errors) }
    return made.text.trimmingCharacters(in: .newlines)
  }

  /// Joins one.
  func join(_ code: String, as name: String) throws {
    let joined = try run(["household", "join", code, "--name", name])
    guard joined.status == 0 else { throw HouseholdFailure(description: joined.errors) }
  }
}

struct HouseholdFailure: Error, CustomStringConvertible {
  let description: String
}
