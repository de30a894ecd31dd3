import Foundation
import Sync
import Inventory
import Reprise
import RepriseTesting
import Synchronization
import Testing
import TestSupport

@testable import Keepsake

/// A suspended window regularly contacts the household's server to stay connected (contract 8.8.4).
@Suite(.waitsForProcesses) struct WindowKeepAliveTests {
  /// Counts complete exchanges.
  private final class Exchanges: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func hear(_ event: ConnectionEvent) {
      if case .settled = event { number.withLock { $0 += 1 } }
    }
  }

  /// The real server, with the window's connection.
  private final class Server: SyncServer {
    private let home: Home
    private let exchanges: Exchanges
    private let made = Mutex<SyncConnection?>(nil)
    var connection: SyncConnection? { made.withLock { $0 } }

    init(_ home: Home, _ exchanges: Exchanges) { (self.home, self.exchanges) = (home, exchanges) }

    func credentials() -> SyncCredentials? { nil }
    func logIn(_ login: String, password: String) {}
    func join(_ code: JoinCode, as member: String, isCancelled: () -> Bool) {}

    func connect(
      _ report: @escaping @Sendable (ConnectionEvent) -> Void
    ) throws -> SyncConnection? {
      let paths = try AppDirectories(name: "keepsake", variables: ["HOME": home.path])
      let connection = SyncConnection(
        directory: home.data, file: try CredentialFile.of(paths),
        program: try PostgresProgram.locate()
      ) { [exchanges] event in
        report(event)
        exchanges.hear(event)
      }
      made.withLock { $0 = connection }
      return connection
    }
  }

  private let database: TestDatabase
  private let home: Home
  private let exchanges = Exchanges()

  init() throws {
    database = try TestDatabase()
    home = try Home()
    _ = try home.found(database, as: "Anna")
  }

  /// The app in this process, with a test clock and a connection to the real server.
  @MainActor private func app(_ server: Server) throws -> Pilot {
    let directory = home.data
    let pilot = try Pilot(audits: false) { device, state in
      var configuration = AppContext.Configuration(session: "main")
      configuration.server = server
      let context = AppContext(
        store: try InventoryStore(directory: directory),
        drafts: try DraftStore(directory: directory), configuration)
      return try Screens.makeApplication(
        context: context, device: device, state: state, version: "test")
    }
    pilot.application.stopJob = { true }
    pilot.application.stopProcess = { true }
    return pilot
  }

  /// Advances the clock by half an hour and waits for the exchange that this triggers.
  @MainActor private func expectOneExchange(in pilot: Pilot) async throws {
    let before = exchanges.count
    try pilot.advance(by: .seconds(1800))
    try await pilot.waitForTasks()
    try await pilot.wait(until: { exchanges.count > before }, within: .seconds(Wait.timeout))
    #expect(exchanges.count == before + 1)
  }

  @Test @MainActor func rule_8_8_4_theWindowQueriesTheServerOncePerTimeout() async throws {
    let server = Server(home, exchanges)
    let pilot = try app(server)
    // Until the work that the launch postpones has connected.
    try await pilot.wait(until: { exchanges.count > 0 })
    let open = try #require(server.connection)
    // Each of these opens another connection, which replaces the previous one.
    for _ in 0..<3 {
      let before = exchanges.count
      open.beginAnew()
      try await pilot.wait(until: { exchanges.count > before })
      await open.settled()
      try await pilot.waitForTasks()
    }
    try pilot.send(.signal(.suspend))
    try await pilot.waitForTasks()
    try await expectOneExchange(in: pilot)
    try await expectOneExchange(in: pilot)
    open.end()
  }
}
