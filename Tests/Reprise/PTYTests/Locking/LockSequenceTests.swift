import Foundation
import LoginSupport
import RepriseTesting
import Terminal
import Testing

/// The order of all notifications from the passphrase prompt to the app and back, in real processes: contract 8.3.7,
/// 8.3.9 and 8.3.10 as whole sequences.
///
/// Every process records its notifications. The processes are compared one by one, since one may end while the next
/// begins.
@Suite(.waitsForProcesses) struct LockSequenceTests {
  private let home: LockingHome

  init() throws {
    home = try LockingHome()
  }

  // MARK: - Sequences

  /// The kit asks; it checks the keys again once no other program can take the session.
  private static let asking = [
    "protectedData, unlocked: false", "protectedData, unlocked: false",
    "passphraseViewController",
  ]

  /// The passphrase is right: everything of the app begins with it.
  private static let opening = [
    "keys there", "makeScene", "willConnect", "root",
    "willFinishLaunching [inactive]", "redoRecord [inactive]", "shouldRestore [inactive]",
    // Both are found before either is decoded.
    "delegate asked for list", "class asked for list/form",
    "list viewDidLoad", "list decode", "form viewDidLoad", "form decode",
    "didDecode [inactive]", "list finished", "form finished",
    "didFinishLaunching [inactive]", "heard didFinishLaunching, available: true",
    "list viewWillAppear", "form viewWillAppear", "list viewDidAppear", "form viewDidAppear",
    "shouldSave [inactive]", "willEncode [inactive]",
    "didBecomeActive [active]", "heard didBecomeActive, available: true",
    "list encode", "form encode",
    // Restoring was extended: only its end ends the launch.
    "restoration extended [active]", "launch reported",
  ]

  /// The app was active.
  private static let resigning = [
    "willResignActive [active]", "heard willResignActive, available: true",
  ]

  /// It is notified that the keys will be wiped.
  private static let warning = [
    "protectedDataWillBecomeUnavailable [inactive]",
    "heard protectedDataWillBecomeUnavailable, available: true",
  ]

  /// It leaves the screen and stores everything while the keys are there.
  private static let storing = [
    "didEnterBackground [background]", "heard didEnterBackground, available: true",
    "shouldSave [background]", "willEncode [background]", "list encode", "form encode",
    "commitDrafts [background]", "flushData [background]",
  ]

  /// The keys go, and then the process.
  private static let ending = [
    "keys wiped", "willTerminate [background]", "heard willTerminate, available: false",
    "process ends",
  ]

  // MARK: - Launched and killed

  @Test func rule_8_3_10_aWholeLaunchBehindThePassphrase() throws {
    try home.openForm().killEverything()
    let app = try home.launch()
    #expect(home.calls == [Self.asking])
    home.forgetDiary()
    try home.unlock(app, to: "page form, letters 2")
    #expect(home.calls == [Self.opening])
  }

  @Test func rule_8_3_10_aWholeLockWithAKillBehindTheQuestion() throws {
    let app = try home.openForm()
    app.type("l")
    try home.waitForQuestion(app)
    #expect(
      home.calls == [Self.resigning + Self.warning + Self.storing + Self.ending, Self.asking])
    home.forgetDiary()
    try app.killEverything()
    #expect(home.calls == [], "a kill notifies no one")
    let again = try home.launch()
    try home.unlock(again, to: "page form, letters 2")
    #expect(home.calls == [Self.asking + Self.opening])
  }

  @Test func rule_8_3_10_aWholeLaunchAfterAKillWhileOpen() throws {
    let app = try home.openForm()
    try app.killEverything()
    #expect(home.calls == [])
    let again = try home.launch()
    try home.unlock(again, to: "page form, letters 2")
    #expect(home.calls == [Self.asking + Self.opening])
  }

  // MARK: - The machine sleeps

  private func login() throws -> TestLogin {
    try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
  }

  /// Makes the machine request sleep.
  ///
  /// - Returns: The notifications of the process with the keys before the machine slept. It records nothing later.
  private func callsBeforeSleep(_ login: TestLogin) throws -> [String] {
    home.forgetDiary()
    login.say("sleep")
    try login.waitUntil(isInhibited: false)
    return home.calls.first ?? []
  }

  /// Has the machine wake, answers the question and expects what was there.
  private func expectTheFormBehindTheQuestion(_ app: PTYProcess, _ login: TestLogin) throws {
    try home.waitForQuestion(app)
    login.say("wake")
    try home.unlock(app, to: "page form, letters 2")
    #expect(home.calls.last == Self.asking + Self.opening)
    // The new process holds the machine up for the next time.
    try login.waitUntil(isInhibited: true)
  }

  @Test func rule_8_3_9_theProcessWithTheKeysEndsBeforeTheMachineSleeps() throws {
    let login = try login()
    let app = try home.openForm(login)
    try login.waitUntil(isInhibited: true)
    #expect(
      try callsBeforeSleep(login) == Self.resigning + Self.warning + Self.storing + Self.ending)
    try expectTheFormBehindTheQuestion(app, login)
  }

  @Test func rule_8_3_9_aProcessWithoutTheFocusResignsOnceAndEndsBeforeTheMachineSleeps() throws {
    let login = try login()
    let app = try home.openForm(login)
    try login.waitUntil(isInhibited: true)
    app.type("\u{1B}[O")
    try app.wait(for: { home.calls == [Self.resigning] })
    #expect(try callsBeforeSleep(login) == Self.warning + Self.storing + Self.ending)
    try expectTheFormBehindTheQuestion(app, login)
  }

  /// It has stored everything when it was stopped, and is woken to forget its keys.
  @Test func rule_8_3_9_aStoppedProcessIsWokenForTheLockAndEndsBeforeTheMachineSleeps() throws {
    let login = try login()
    let shell = try PTYProcess.shell(
      environment: home.environment(login), size: Size(width: 80, height: 24))
    shell.type("\(LockingHome.program)\n")
    try home.waitForQuestion(shell)
    try home.unlock(shell, to: "page list, letters 0")
    try login.waitUntil(isInhibited: true)
    try home.fillForm(shell)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    #expect(home.calls == [Self.resigning + Self.storing])
    #expect(
      try callsBeforeSleep(login) == [
        "protectedDataWillBecomeUnavailable [background]",
        "heard protectedDataWillBecomeUnavailable, available: true",
        "commitDrafts [background]", "flushData [background]",
      ] + Self.ending)
    shell.type("clear; fg\n")
    try expectTheFormBehindTheQuestion(shell, login)
  }
}
