import Reprise
import RepriseTesting
import Testing

/// Protected data locks itself when nothing comes from the person.
@Suite struct IdleLockTests {
  private final class Vault: ProtectedDataSource {
    private(set) var isUnlocked = true
    func lock() { isUnlocked = false }
    func open() { isUnlocked = true }
  }

  private struct App: RepriseApp {
    let name = "idle"
    func root(_ application: Application) -> ViewController { ViewController() }
  }

  /// The app's clock in seconds, including time asleep.
  private final class Clock {
    var time = 1000.0
  }

  private let pilot: Pilot
  private let vault = Vault()
  private let clock = Clock()

  init() throws {
    pilot = try Pilot(app: App.self)
    let clock = clock
    pilot.application.dataLock.now = { clock.time }
    pilot.application.protectedData = vault
  }

  private func pass(_ seconds: Double) throws {
    clock.time += seconds
    try pilot.advance(by: .seconds(seconds))
  }

  @Test func locksOnlyAfterTheDelay() throws {
    pilot.application.protectedDataLockDelay = .seconds(600)
    try pass(599)
    #expect(vault.isUnlocked)
    try pass(1)
    #expect(!vault.isUnlocked)
  }

  @Test func keyRestartsTheDelay() throws {
    pilot.application.protectedDataLockDelay = .seconds(600)
    try pass(400)
    try pilot.press(KeyPress(.down))
    try pass(599)
    #expect(vault.isUnlocked)
    try pass(1)
    #expect(!vault.isUnlocked)
  }

  @Test func withoutADelayItStaysOpen() throws {
    try pass(1_000_000)
    #expect(vault.isUnlocked)
    pilot.application.protectedDataLockDelay = .seconds(600)
    pilot.application.protectedDataLockDelay = nil
    try pass(1_000_000)
    #expect(vault.isUnlocked)
  }

  @Test func sleepOfTheMachineCounts() throws {
    pilot.application.protectedDataLockDelay = .seconds(600)
    pilot.application.stopProcess = { [clock] in
      clock.time += 3600
      return true
    }
    try pilot.send(.signal(.suspend))
    try pilot.send(.signal(.resume))
    #expect(!vault.isUnlocked)
    #expect(pilot.application.state != .background, "it continues, to ask for the passphrase")
    pilot.application.unlockProtectedData { vault.open() }
    #expect(pilot.application.state == .active)
  }

  /// The call that looks at the clock may come late then.
  @Test func aKeyAfterAWhileLocksAndDoesNothingElse() throws {
    pilot.application.protectedDataLockDelay = .seconds(600)
    var pressed = 0
    pilot.application.window.globalActions.append(
      Action("test.press", "Press", "Z", isHinted: false) { pressed += 1 })
    clock.time += 600
    try pilot.press(KeyPress(.character("Z")))
    #expect(!vault.isUnlocked)
    #expect(pressed == 0)
  }

  @Test func aStopFromOutsideCounts() throws {
    pilot.application.protectedDataLockDelay = .seconds(600)
    clock.time += 3600
    try pilot.send(.signal(.resume))
    #expect(!vault.isUnlocked)
  }

  @Test func anotherProgramsRequestLocks() throws {
    pilot.application.dataLock.lockWhereAsked()
    #expect(!vault.isUnlocked)
  }
}
