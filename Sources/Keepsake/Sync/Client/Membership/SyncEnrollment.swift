import Foundation
import Inventory

/// Comes into a household and goes out of it.
public struct SyncEnrollment {
  private let store: InventoryStore
  private let file: CredentialFile
  private let program: String

  /// - Parameters:
  ///   - store: The inventory of this home.
  ///   - file: Where its credentials are.
  ///   - program: Where the companion lies that holds the line.
  public init(_ store: InventoryStore, _ file: CredentialFile, program: String) {
    self.store = store
    self.file = file
    self.program = program
  }

  /// Creates a household on a server, with everything in this inventory.
  ///
  /// - Returns: The code with which others join.
  public func create(address: String, member: String) throws -> JoinCode {
    let code = JoinCode(
      address: address, household: UUID().uuidString.lowercased(), key: SyncKey())
    try requireNone()
    // Check first, or the server would hold a household to which no one has the key.
    try file.checkSealing()
    let server = try SyncClient.create(
      address: address, household: code.household, token: Data(code.key.token), program: program)
    defer { server.close() }
    do {
      try enter(code, as: member, .founding, over: server)
    } catch {
      // Once it is made the code must not be lost; the rest goes out with the next exchange.
      guard try store.household.membership() != nil else { throw error }
    }
    return code
  }

  /// Joins a household with all that this inventory has.
  ///
  /// If a join was killed, calling this again resumes it.
  public func join(_ code: JoinCode, member: String) throws {
    if try store.household.membership()?.household != code.household { try requireNone() }
    let server = try connect(code)
    defer { server.close() }
    try enter(code, as: member, .joining, over: server)
  }

  /// Joins a household without waiting for its data, which the holder of the connection receives,
  /// also after a kill.
  ///
  /// - Parameter isCancelled: Asked once the server has let this home in, which may take a while: then nothing changes.
  /// - Throws: `SyncError` where the server does not let this home in; nothing has changed then.
  public func beginJoin(
    _ code: JoinCode, member: String, isCancelled: () -> Bool = { false }
  ) throws {
    try requireNone()
    try connect(code).close()
    guard !isCancelled() else { return }
    _ = try belong(to: code, as: member, .joining)
  }

  /// Leaves; everything stays in this inventory, and what was sent stays with the others.
  ///
  /// - Parameter regardless: Whether to leave even if the server can't be reached, changes wait to
  ///   be sent, or the hidden value of a conflict would be lost.
  /// - Returns: Why the server was not informed; `nil` if it was.
  @discardableResult
  public func leave(regardless: Bool) throws -> (any Error)? {
    guard let membership = try store.household.membership() else { throw ExchangeError.noHousehold }
    let failure = tell { credentials, server in
      let exchange = SyncExchange(store, server, credentials)
      try exchange.exchangeEverything()
      _ = try exchange.exchangeOperations()
      if !regardless { try requireResolved() }
      // A connected window would send its description again.
      try leaveHere()
      try server.removeDevice(membership.device)
    }
    guard try store.household.membership() != nil else { return failure }
    if let failure, !regardless { throw failure }
    try leaveHere()
    return failure
  }

  /// Refuses if conflicts remain: without the household, there is no place for the second value.
  private func requireResolved() throws {
    let counts = try store.household.conflictCounts()
    var sentences: [String] = []
    if counts.items > 0 {
      let items = counts.items == 1 ? "1 item has" : "\(counts.items) items have"
      sentences.append("\(items) conflicting values (⇄): resolve them in a window first")
    }
    if counts.others > 0 {
      let others =
        counts.others == 1
        ? "1 setting, place or file has" : "\(counts.others) settings, places or files have"
      sentences.append("\(others) conflicting values: see “keepsake household conflicts”")
    }
    guard !sentences.isEmpty else { return }
    throw InventoryError(
      .refused, sentences.joined(separator: "; ") + ", or use --force to keep what is shown")
  }

  private func leaveHere() throws {
    try store.household.leave(author: (try? file.read())?.member ?? "")
    try file.remove()
  }

  /// Opens the server with another login, and stores that once the server takes it.
  public func logIn(_ login: String, password: String) throws {
    guard try store.household.membership() != nil, var credentials = try file.read() else {
      throw ExchangeError.noHousehold
    }
    let address = PostgresAddress(credentials.code.address).with(login: login, password: password)
    credentials.code.address = address.text
    try connect(credentials.code).close()
    try file.write(credentials)
  }

  /// Opens a connection to the server of a household.
  public func connect(_ code: JoinCode) throws(SyncError) -> SyncClient {
    try SyncClient(
      address: code.address, household: code.household, token: Data(code.key.token),
      program: program)
  }

  private func requireNone() throws {
    guard try store.household.membership() == nil else {
      throw InventoryError(
        .refused,
        "this inventory already belongs to a household: run “keepsake household leave” first")
    }
  }

  private func enter(
    _ code: JoinCode, as member: String, _ entry: SyncEntry, over server: SyncClient
  ) throws {
    let credentials = try belong(to: code, as: member, entry)
    try SyncExchange(store, server, credentials).exchangeEverything()
  }

  private func belong(
    to code: JoinCode, as member: String, _ entry: SyncEntry
  ) throws -> SyncCredentials {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let credentials = SyncCredentials(code: code, member: member, joined: now)
    // Another program may have joined another household while the server was asked.
    let former = try store.household.membership()?.household
    if former != code.household { try requireNone() }
    // First the key: an inventory that belongs to a household has always one.
    try file.write(credentials)
    guard former == nil else { return credentials }
    do {
      try store.household.enter(code.household, entry)
    } catch {
      // No key of a household that this inventory does not belong to.
      if try store.household.membership() == nil { try file.remove() }
      throw error
    }
    return credentials
  }

  private func tell(
    _ body: (SyncCredentials, SyncClient) throws -> Void
  ) -> (any Error)? {
    do {
      guard let credentials = try file.read() else { throw ExchangeError.noKey }
      let server = try connect(credentials.code)
      defer { server.close() }
      try body(credentials, server)
      return nil
    } catch {
      return error
    }
  }
}
