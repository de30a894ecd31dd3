import Logging
import RepriseTesting
import Terminal
import Testing

@testable import Reprise

/// Calls in their order while an app runs locked: contract 8.3.7 and 8.3.9 as whole sequences.
///
/// The app has a list and a restorable form over it. While locked, it shows a question over both, which isn't
/// restored. The keys do not seal the app's state, so a launch without them restores the screens, and restoration
/// stays extended until the keys are available.
@Suite(.waitsForProcesses) struct Section8LockSequenceTests {
  /// Keys that record when they are wiped and opened.
  private final class Vault: ProtectedDataSource {
    private unowned let plan: Plan
    private(set) var isUnlocked = true

    /// Called before the keys are wiped.
    var willWipe: () -> Void = {}

    init(_ plan: Plan) { self.plan = plan }

    func lock() {
      willWipe()
      isUnlocked = false
      plan.diary.append("keys wiped")
    }

    func unlock() {
      isUnlocked = true
      plan.diary.append("keys there")
    }
  }

  /// A screen that also records when it disappears.
  private final class Page: Screen {
    override func viewWillDisappear() { note("viewWillDisappear") }
    override func viewDidDisappear() { note("viewDidDisappear") }
  }

  /// A log that records the launch report, which marks the end of restoration.
  private nonisolated struct Log: LogHandler {
    let plan: Plan
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(_ plan: Plan) { self.plan = plan }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      guard event.message == "launched" else { return }
      MainActor.assumeIsolated { plan.diary.append("launch reported") }
    }
  }

  private let rehearsal: Rehearsal
  private let vault: Vault
  private var plan: Plan { rehearsal.plan }
  private var application: Application { rehearsal.application }

  init() throws {
    let plan = Plan()
    let vault = Vault(plan)
    plan.makeByClass = { [unowned plan] path, _ in
      path.last == "form" ? Page("form", plan, isMade: true) : nil
    }
    plan.build = { [unowned plan] application in
      application.protectedData = vault
      application.logger = Logger(label: "test") { _ in Log(plan) }
      application.window.rootViewController = Page("list", plan)
      Self.observe(application, plan)
    }
    plan.read = { [unowned plan] _ in
      guard let application = plan.application, !application.isProtectedDataAvailable else {
        return
      }
      plan.diary.append("restoration extended")
      application.extendStateRestoration()
    }
    plan.finish = { [unowned plan] application in
      if !application.isProtectedDataAvailable { Self.ask(application, plan) }
    }
    self.vault = vault
    rehearsal = try Rehearsal(plan)
  }

  /// Records the observers' calls, and shows the question while locked.
  private static func observe(_ application: Application, _ plan: Plan) {
    let transitions: [ApplicationTransition] = [
      .didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
      .willEnterForeground, .willTerminate, .protectedDataWillBecomeUnavailable,
      .protectedDataDidBecomeAvailable,
    ]
    for transition in transitions {
      application.observe(transition, with: plan) { [unowned application, unowned plan] in
        plan.diary.append(
          "heard \(transition), available: \(application.isProtectedDataAvailable)")
        if transition == .protectedDataWillBecomeUnavailable { ask(application, plan) }
        if transition == .protectedDataDidBecomeAvailable { goOn(application) }
      }
    }
    application.observe(.protectedData, with: plan) { [unowned plan] in
      plan.diary.append("heard protectedData")
    }
  }

  private static func ask(_ application: Application, _ plan: Plan) {
    application.window.frontController?.present(Page(nil, plan, name: "question"))
  }

  /// Dismisses the question and completes restoration if the launch extended it.
  private static func goOn(_ application: Application) {
    application.window.frontController?.presentingViewController?.dismiss()
    if !application.restoration.isOver { application.completeStateRestoration() }
  }

  /// Launches, opens the form and enters a word.
  private func launchWithForm() throws {
    _ = try rehearsal.launch()
    let form = Page("form", plan, isMade: true)
    application.window.rootViewController?.present(form)
    form.word = "silver"
    _ = rehearsal.send(.key(KeyPress(.function(12))))
  }

  /// The form's word, if the form is in front.
  private var word: String? { (application.window.frontController as? Page)?.word }

  /// The calls during the body.
  private func calls(_ body: () throws -> Void) rethrows -> [String] {
    plan.diary = []
    try body()
    return plan.diary
  }

  private func lock() { application.lockProtectedData() }
  private func unlock() { application.unlockProtectedData { vault.unlock() } }

  // MARK: - Sequences

  private static let resigning = [
    "willResignActive [active]", "heard willResignActive, available: true",
  ]

  /// The app is told while the keys are still available; the screens it shows then are drawn after the keys are
  /// wiped.
  private static let locking = [
    "protectedDataWillBecomeUnavailable [inactive]",
    "heard protectedDataWillBecomeUnavailable, available: true",
    "keys wiped", "heard protectedData",
    "question viewDidLoad", "question viewWillAppear", "question viewDidAppear",
    "form encode", "frame",
  ]

  /// A launch without the keys restores, asks, and becomes inactive at most; restoration stays extended.
  private static let launchingLocked = [
    "willFinishLaunching [inactive]", "shouldRestore [inactive]",
    "delegate asked for list", "class asked for list/form",
    "list viewDidLoad", "list decode", "form viewDidLoad", "form decode",
    "didDecode [inactive]", "restoration extended", "list finished", "form finished",
    "didFinishLaunching [inactive]", "heard didFinishLaunching, available: false",
    "terminal taken", "question viewDidLoad",
    "list viewWillAppear", "form viewWillAppear", "question viewWillAppear",
    "list viewDidAppear", "form viewDidAppear", "question viewDidAppear",
    "shouldSave [inactive]", "willEncode [inactive]", "list encode", "form encode", "frame",
  ]

  /// First the keys, then their notification, then the app becomes active.
  private static let unlocking = [
    "keys there", "protectedDataDidBecomeAvailable [inactive]",
    "heard protectedDataDidBecomeAvailable, available: true", "heard protectedData",
    "didBecomeActive [active]", "heard didBecomeActive, available: true",
    "question viewWillDisappear", "question viewDidDisappear", "form encode", "frame",
  ]

  /// The same after a launch without the keys: restoration completes before the app becomes active.
  private static let unlockingAfterLaunch = [
    "keys there", "protectedDataDidBecomeAvailable [inactive]",
    "heard protectedDataDidBecomeAvailable, available: true", "launch reported",
    "heard protectedData", "didBecomeActive [active]", "heard didBecomeActive, available: true",
    "question viewWillDisappear", "question viewDidDisappear", "form encode", "frame",
  ]

  // MARK: - Launches and kills

  @Test func rule_8_3_9_aWholeLaunchWithoutTheKeys() throws {
    try launchWithForm()
    // The next process starts locked.
    vault.lock()
    #expect(try rehearsal.relaunch() == Self.launchingLocked)
    #expect(calls(unlock) == Self.unlockingAfterLaunch)
    #expect(word == "silver")
  }

  @Test func rule_8_3_9_aWholeLockWithAKillWhileLocked() throws {
    try launchWithForm()
    #expect(calls(lock) == Self.resigning + Self.locking)
    // The question isn't restored, so it appears once and not twice.
    #expect(try rehearsal.relaunch() == Self.launchingLocked)
    #expect(calls(unlock) == Self.unlockingAfterLaunch)
    #expect(word == "silver")
  }

  // MARK: - Sleep of the machine

  /// An app that delays the machine's sleep until its keys are wiped.
  private func launchOnMachine() throws -> SleepyMachine {
    try launchWithForm()
    let machine = try SleepyMachine(plan)
    vault.willWipe = { [weak machine] in machine?.fallAsleepUnlessHeldUp() }
    return machine
  }

  @Test func rule_8_3_9_theMachineSleepsAfterTheWholeLock() throws {
    let machine = try launchOnMachine()
    #expect(
      try calls(machine.sleep) == Self.resigning + Self.locking + ["machine asleep"])
    #expect(try calls(machine.wake) == [], "it stays locked")
    #expect(calls(unlock) == Self.unlocking)
    #expect(word == "silver")
  }

  @Test func rule_8_3_9_anInactiveAppDoesNotResignAgainBeforeSleep() throws {
    let machine = try launchOnMachine()
    #expect(rehearsal.send(.focus(false)) == Self.resigning + ["frame"])
    #expect(try calls(machine.sleep) == Self.locking + ["machine asleep"])
    #expect(try calls(machine.wake) == [])
    #expect(rehearsal.send(.focus(true)) == ["frame"])
    #expect(calls(unlock) == Self.unlocking)
  }

  /// The process wakes for the lock, and stops again when its time is over.
  @Test func rule_8_3_9_aStoppedAppLocksInTheBackgroundBeforeSleep() throws {
    let machine = try launchOnMachine()
    var later: [() -> Void] = []
    application.eventLoop.callLater = { later.append($1) }
    application.sleepProcess = { [unowned plan] sleep in
      plan.diary.append("process sleeps")
      return machine.sleep(sleep)
    }
    #expect(
      try calls {
        rehearsal.terminal.inner.send([.signal(.suspend)])
        try machine.fallAsleep()
      } == Self.resigning + [
        "didEnterBackground [background]", "heard didEnterBackground, available: true",
        "shouldSave [background]", "willEncode [background]", "list encode", "form encode",
        "terminal given back", "process sleeps",
        "protectedDataWillBecomeUnavailable [background]",
        "heard protectedDataWillBecomeUnavailable, available: true",
        "keys wiped", "heard protectedData",
        "question viewDidLoad", "question viewWillAppear", "question viewDidAppear",
        "machine asleep",
      ])
    #expect(
      calls { while !later.isEmpty { later.removeFirst()() } } == [
        "form encode", "process stopped",
      ])
    #expect(try calls(machine.wake) == [])
    #expect(
      rehearsal.resume() == [
        "willEnterForeground [background]", "heard willEnterForeground, available: false",
        "terminal taken", "frame",
      ])
    #expect(calls(unlock) == Self.unlocking)
  }
}
