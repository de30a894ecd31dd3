import RepriseTesting
import Testing

@testable import Reprise

/// Losing and getting access to protected data: contract 8.3.7 and 8.3.9.
@Suite struct Section8ProtectionTests {
  /// Keys that open with one word, and record when they are wiped.
  private final class Vault: ProtectedDataSource {
    struct Refusal: Error {}

    private let plan: Plan
    private(set) var isUnlocked = true

    init(_ plan: Plan) { self.plan = plan }

    func lock() {
      isUnlocked = false
      plan.diary.append("keys wiped")
    }

    func unlock(_ word: String) throws(Refusal) {
      guard word == "sesame" else { throw Refusal() }
      isUnlocked = true
      plan.diary.append("keys there")
    }
  }

  private static let observed: [ApplicationTransition] = [
    .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
  ]

  private let rehearsal: Rehearsal
  private let vault: Vault
  private let observer = Shelf(0)
  private var plan: Plan { rehearsal.plan }
  private var application: Application { rehearsal.application }

  init() throws {
    rehearsal = try Rehearsal(
      Plan { plan, application in application.window.rootViewController = Screen("screen", plan) })
    vault = Vault(rehearsal.plan)
    rehearsal.application.protectedData = vault
  }

  /// The calls during the body, without those of screens.
  private func calls(_ body: () throws -> Void) rethrows -> [String] {
    plan.diary = []
    try body()
    return plan.diary.filter { !$0.hasPrefix("screen") && $0 != "frame" }
  }

  private func unlock() throws {
    try application.unlockProtectedData { try vault.unlock("sesame") }
  }

  @Test func rule_8_3_7_theAppIsToldBeforeLockingAndAfterUnlocking() throws {
    _ = try rehearsal.launch()
    #expect(application.isProtectedDataAvailable)
    let observer = Shelf(0)
    for transition in Self.observed {
      application.observe(transition, with: observer) { [unowned application, unowned plan] in
        plan.diary.append("heard, available: \(application.isProtectedDataAvailable)")
      }
    }
    application.observe(.protectedData, with: observer) { [unowned plan] in
      plan.diary.append("changed")
    }
    #expect(
      calls { application.lockProtectedData() } == [
        "willResignActive [active]", "protectedDataWillBecomeUnavailable [inactive]",
        "heard, available: true", "keys wiped", "changed",
      ])
    #expect(!application.isProtectedDataAvailable)
    #expect(
      try calls(unlock) == [
        "keys there", "protectedDataDidBecomeAvailable [inactive]", "heard, available: true",
        "changed", "didBecomeActive [active]",
      ])
  }

  @Test func rule_8_3_7_repeatedLocksAndUnlocksAreNotReported() throws {
    _ = try rehearsal.launch()
    #expect(try calls(unlock) == ["keys there"])
    application.lockProtectedData()
    #expect(calls { application.lockProtectedData() } == [])
  }

  @Test func rule_8_3_7_aWrongWordChangesNothing() throws {
    _ = try rehearsal.launch()
    application.lockProtectedData()
    let calls = calls {
      #expect(throws: Vault.Refusal.self) {
        try application.unlockProtectedData { try vault.unlock("simsim") }
      }
    }
    #expect(calls == [] && application.state == .inactive)
  }

  @Test func rule_8_3_7_withoutProtectedDataItIsAlwaysAvailable() throws {
    application.protectedData = nil
    _ = try rehearsal.launch()
    #expect(application.isProtectedDataAvailable)
    #expect(calls { application.lockProtectedData() } == [])
  }

  private static let unlocking = ["keys there", "protectedDataDidBecomeAvailable [inactive]"]

  /// Protected files are closed on resigning, and opened on becoming active.
  @Test func rule_8_3_9_aLockedAppNeverBecomesActive() throws {
    _ = try rehearsal.launch()
    application.lockProtectedData()
    #expect(rehearsal.send(.focus(false)) == ["frame"])
    #expect(rehearsal.send(.focus(true)) == ["frame"])
    #expect(
      rehearsal.send(.signal(.suspend)) == [
        "didEnterBackground [background]", "shouldSave [background]", "willEncode [background]",
        "screen encode", "terminal given back", "process stopped",
      ])
    #expect(
      rehearsal.resume() == ["willEnterForeground [background]", "terminal taken", "frame"])
    #expect(try calls(unlock) == Self.unlocking + ["didBecomeActive [active]"])
  }

  @Test func rule_8_3_9_anAppUnlockedElsewhereWaitsForTheFocus() throws {
    _ = try rehearsal.launch()
    application.lockProtectedData()
    _ = rehearsal.send(.focus(false))
    #expect(try calls(unlock) == Self.unlocking)
    #expect(rehearsal.send(.focus(true)) == ["didBecomeActive [active]", "frame"])
  }

  @Test func rule_8_3_9_aLockedLaunchBecomesActiveOnUnlock() throws {
    vault.lock()
    plan.diary = []
    #expect(
      try rehearsal.launch() == [
        "willFinishLaunching [inactive]", "didFinishLaunching [inactive]", "terminal taken",
        "screen viewDidLoad", "screen viewWillAppear", "screen viewDidAppear",
        "shouldSave [inactive]", "willEncode [inactive]", "screen encode", "frame",
      ])
    #expect(try calls(unlock) == Self.unlocking + ["didBecomeActive [active]"])
  }

  // MARK: - An app that restarts on lock

  /// Launches an app that restarts on lock, so that no secret stays in its memory.
  private func launchToStartAgain() throws {
    _ = try rehearsal.launch()
    application.dataLock.restartsWhenLocked = true
    application.dataLock.restartsWhenAsked = true
    plan.commitDrafts = { [unowned plan] _ in plan.diary.append("drafts stored") }
    plan.flushData = { [unowned plan] in plan.diary.append("data flushed") }
    application.observe(.protectedDataWillBecomeUnavailable, with: observer) {
      [unowned application, unowned plan] in
      plan.diary.append("heard, available: \(application.isProtectedDataAvailable)")
    }
    application.didTerminate = { [unowned plan] in plan.diary.append("ended: \($0)") }
  }

  /// Drafts and data need the keys, so the keys are wiped after them.
  private static let ending = [
    "drafts stored", "data flushed", "keys wiped", "willTerminate [background]",
    "terminal given back", "ended: lock",
  ]

  @Test func rule_8_3_7_aRestartingAppIsToldBeforeItStoresAndLocks() throws {
    try launchToStartAgain()
    #expect(
      calls { application.lockProtectedData() } == [
        "willResignActive [active]", "protectedDataWillBecomeUnavailable [inactive]",
        "heard, available: true", "didEnterBackground [background]", "shouldSave [background]",
        "willEncode [background]",
      ] + Self.ending)
  }

  @Test func rule_8_3_7_anAppRestartingInTheBackgroundIsTold() throws {
    try launchToStartAgain()
    _ = rehearsal.send(.signal(.suspend))
    #expect(
      calls { application.dataLock.lockWhereAsked() } == [
        "protectedDataWillBecomeUnavailable [background]", "heard, available: true",
      ] + Self.ending)
  }

  @Test func rule_8_3_7_aLockedAppRestartsWithoutAnotherNotification() throws {
    try launchToStartAgain()
    vault.lock()
    #expect(
      calls { application.dataLock.lockWhereAsked() } == [
        "willResignActive [active]", "didEnterBackground [background]", "shouldSave [background]",
        "willEncode [background]",
      ] + Self.ending)
  }

  /// The screen that asks for the passphrase receives the keys.
  @Test func lockedAppsReceiveKeyPresses() throws {
    let field = TextField()
    plan.build = { application in
      let screen = Screen("screen", Plan { _, _ in })
      screen.load = { $0.addSubview(field) }
      application.window.rootViewController = screen
    }
    _ = try rehearsal.launch()
    field.frame = Rect(x: 0, y: 0, width: 20, height: 1)
    application.lockProtectedData()
    _ = rehearsal.send(.key(.character("a")))
    #expect(field.text == "a")
  }
}
