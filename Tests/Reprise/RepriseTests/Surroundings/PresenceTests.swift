@testable import RepriseSystem
import LoginSupport
import RepriseTesting
import Testing

@testable import Reprise

/// Whether the person is near is known from the session of the login (contract 8.6, table 4-1).
@Suite(.waitsForProcesses) struct PresenceTests {
  private final class Vault: ProtectedDataSource {
    private(set) var isUnlocked = true
    func lock() { isUnlocked = false }
  }

  private final class Ears {
    var told: [Bool?] = []
  }

  private let login: TestLogin
  private let pilot: Pilot
  private let ears = Ears()
  private let vault = Vault()

  init() throws {
    login = try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
    pilot = try Pilot.showing { ViewController() }
    pilot.application.stopProcess = { true }
  }

  private var application: Application { pilot.application }

  private func observe() {
    application.observe(.presence, with: ears) { [ears, weak application] in
      ears.told.append(application?.isPersonNear)
    }
  }

  private func watch() throws {
    application.watchLogin(environment: [
      LoginWatch.busVariable: login.address,
      LoginWatch.companionVariable: PTYProcess.path(ofProduct: "reprise-logind"),
    ])
    // It begins in a pause.
    try pilot.advance(by: .seconds(1))
  }

  @Test func itIsKnownSoonAndToldWithEachChange() async throws {
    observe()
    #expect(application.isPersonNear == nil)
    try watch()
    try await pilot.wait { ears.told.count == 1 }
    login.say("idle")
    try await pilot.wait { ears.told.count == 2 }
    login.say("active")
    try await pilot.wait { ears.told.count == 3 }
    #expect(ears.told == [true, false, true])
  }

  /// A companion that waits for the sleep of the machine would hold it up.
  @Test func sleepIsNotDelayedWithoutProtectedData() async throws {
    observe()
    try watch()
    try await pilot.wait { application.isPersonNear == true }
    #expect(throws: (any Error).self) { try login.waitUntil(isInhibited: true, within: 0) }
  }

  @Test func companionIsNotStartedWithoutAnObserver() throws {
    try watch()
    #expect(application.systemEvents.source(LoginEvents.self)?.watch == nil)
    observe()
    try pilot.advance(by: .seconds(1))
    #expect(application.systemEvents.source(LoginEvents.self)?.watch != nil)
  }

  @Test func rule_8_6_2_whoLeftAndCameWhileTheAppWasStoppedIsNoChange() async throws {
    observe()
    try watch()
    try await pilot.wait { ears.told == [true] }
    try pilot.send(.signal(.suspend))
    login.say("idle")
    try await pilot.wait { application.isPersonNear == false }
    #expect(ears.told == [true], "nothing is told to a stopped app")
    login.say("active")
    try await pilot.wait { application.isPersonNear == true }
    try pilot.send(.signal(.resume))
    #expect(ears.told == [true])
  }

  @Test func rule_8_6_1_whoLeftWhileTheAppWasStoppedIsToldWhenItRunsAgain() async throws {
    observe()
    try watch()
    try await pilot.wait { ears.told == [true] }
    try pilot.send(.signal(.suspend))
    login.say("idle")
    try await pilot.wait { application.isPersonNear == false }
    try pilot.send(.signal(.resume))
    #expect(ears.told == [true, false])
  }

  @Test func presenceIsUnknownOnceTheBusCloses() async throws {
    pilot.expectedRemarks = ["the system bus closed the connection"]
    observe()
    try watch()
    try await pilot.wait { ears.told == [true] }
    login.endBus()
    try await pilot.wait { ears.told.count == 2 }
    #expect(ears.told == [true, nil])
  }

  // MARK: - Locking

  @Test func locksWhenThePersonLeavesIfConfigured() async throws {
    application.protectedData = vault
    application.locksProtectedDataWhenAway = true
    try watch()
    try await pilot.wait { application.isPersonNear == true }
    login.say("idle")
    try await pilot.wait { !vault.isUnlocked }
  }

  @Test func staysOpenUnlessConfigured() async throws {
    application.protectedData = vault
    try watch()
    try await pilot.wait { application.isPersonNear == true }
    login.say("idle")
    try await pilot.wait { application.isPersonNear == false }
    #expect(vault.isUnlocked)
  }

  /// Otherwise it would lock again immediately after unlocking.
  @Test func appStartedInAnIdleSessionStaysOpen() async throws {
    login.say("idle")
    application.protectedData = vault
    application.locksProtectedDataWhenAway = true
    try watch()
    try await pilot.wait { application.isPersonNear == false }
    #expect(vault.isUnlocked)
  }
}
