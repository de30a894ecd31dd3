import Foundation
import Inventory
import PostgresSupport
import Testing

@testable import Sync

/// Seals nothing; the file records it as a kind of its own.
struct OpenSealing: CredentialSealing {
  var kind = "test"
  func seal(_ bytes: [UInt8]) throws -> [UInt8] { bytes }
  func open(_ sealed: [UInt8]) throws -> [UInt8] { sealed }
}

/// Homes in a temporary directory, and a database for their household.
final class Homes {
  let directory: String
  let server: PostgresServer
  let database: String
  let program: String

  private let socket: SlowSocket?

  /// - Parameter socket: A socket in front of the server, which can hold back the homes' messages.
  init(on server: PostgresServer? = nil, behind socket: SlowSocket? = nil) throws {
    self.socket = socket
    directory = NSTemporaryDirectory() + "homes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.server = try server ?? SharedServer.get().server
    database = try self.server.makeDatabase()
    program = try PostgresProgram.locate()
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  var address: String { socket?.address(database) ?? server.address(database) }

  func home(_ name: String) throws -> Home { try Home(name, self) }
}

/// One of the homes.
struct Home {
  let homes: Homes
  let name: String
  let store: InventoryStore
  let file: CredentialFile

  init(_ name: String, _ homes: Homes) throws {
    self.homes = homes
    self.name = name
    let directory = homes.directory + "/" + name
    store = try InventoryStore(directory: directory)
    file = CredentialFile(in: directory, sealing: OpenSealing())
  }

  var membership: SyncEnrollment {
    SyncEnrollment(store, file, program: homes.program)
  }

  func create() throws -> JoinCode {
    try membership.create(address: homes.address, member: name)
  }

  func join(_ code: JoinCode) throws { try membership.join(code, member: name) }

  /// Exchanges everything once.
  @discardableResult
  func exchange(contentProblem: inout String?) throws -> [ReceivedChange] {
    let credentials = try #require(try file.read())
    let server = try membership.connect(credentials.code)
    defer { server.close() }
    let exchange = SyncExchange(store, server, credentials)
    try exchange.checkHead()
    let changes = try exchange.exchangeOperations()
    try exchange.exchangeDevices()
    _ = try exchange.exchangeContents { true }
    contentProblem = exchange.contentProblem
    return changes
  }

  /// Exchanges everything once, expecting no problem with files.
  @discardableResult
  func exchange() throws -> [ReceivedChange] {
    var problem: String?
    let changes = try exchange(contentProblem: &problem)
    #expect(problem == nil)
    return changes
  }

  @discardableResult
  func add(_ name: String) throws -> UUID {
    let item = Item(uuid: UUID(), name: name)
    try store.changes.perform(.createItem(item), session: "main")
    return item.uuid
  }

  func change(_ item: UUID, _ body: (inout Item) -> Void) throws {
    var changed = try #require(try store.items.fetch(item))
    body(&changed)
    try store.changes.perform(.updateItem(changed), session: "main")
  }

  /// Attaches a file with these bytes.
  func attach(_ bytes: [UInt8], named name: String, to item: UUID) throws -> Inventory.Attachment {
    let path = homes.directory + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    let attachments = store.attachments
    try attachments.attach([path], to: item, session: "main")
    return try #require(try attachments.fetchAll(of: item).last)
  }

  var names: [String] {
    get throws {
      _ = try store.database.refresh()
      let list = try ItemList(store: store)
      return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
    }
  }
}
