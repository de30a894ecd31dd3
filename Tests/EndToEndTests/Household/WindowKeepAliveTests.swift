import Foundation
import HouseholdExchange
import SyncClient
import Inventory
import Reprise
import RepriseTesting
import Synchronization
import Testing
import TestSupport

@testable import Keepsake

/// A window behind the shell lets the household's server know now and then that it is there (contract 8.8.4).
@Suite(.waitsForProcesses) struct WindowKeepAliveTests {
  /// Counts how often everything was exchanged.
  private final class Exchanges: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func hear(_ event: ConnectionEvent) {
      if case .settled = event { number.withLock { $0 += 1 } }
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

  /// The app in this process, on a clock of the test, with a line to the real server.
  @MainActor private func app(_ line: @escaping (SyncConnection) -> Void) throws -> Pilot {
    let (exchanges, directory) = (exchanges, home.data)
    let paths = try AppDirectories(name: "keepsake", variables: ["HOME": home.path])
    let pilot = try Pilot(audits: false) { device, state in
      let context = AppContext(
        store: try InventoryStore(directory: directory),
        drafts: try DraftStore(directory: directory),
        AppContext.Configuration(session: "main"))
      context.sync.makeLine = { tell in
        let made = SyncConnection(
          directory: directory, file: try CredentialFile.of(paths),
          program: try PostgresProgram.locate()
        ) { event in
          tell(event)
          exchanges.hear(event)
        }
        line(made)
        return made
      }
      return try Screens.makeApplication(
        context: context, device: device, state: state, version: "test")
    }
    pilot.application.stopJob = { true }
    pilot.application.stopProcess = { true }
    return pilot
  }

  /// Lets half an hour pass and waits for the one exchange that this brings.
  @MainActor private func expectOneExchange(in pilot: Pilot) async throws {
    let before = exchanges.count
    try pilot.advance(by: .seconds(1800))
    try await pilot.waitForTasks()
    try await pilot.wait(until: { exchanges.count > before }, within: .seconds(Wait.timeout))
    #expect(exchanges.count == before + 1)
  }

  @Test @MainActor func rule_8_8_4_itAsksTheServerOnceInEachTimeout() async throws {
    var line: SyncConnection?
    let pilot = try app { line = $0 }
    // Until what the launch leaves for a pause has begun the line.
    try await pilot.wait(until: { exchanges.count > 0 })
    let open = try #require(line)
    // Each of these opens another connection, which the window keeps instead of the one before.
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
