import Foundation
import Preservation
import RepriseSecurity
import RepriseTesting
import Terminal
import TestSupport
import Testing

/// The passphrase: nothing is shown before it is entered, everything afterwards, despite kills in between.
@Suite(.waitsForProcesses) struct LockTests {
  private static let passphrase = "correct horse"

  private func lockedHome() throws -> Home {
    let home = try Home()
    let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0)
    return home
  }

  /// Waits for the prompt, answers it and waits for the app.
  private func unlock(_ app: PTYProcess, with words: String = passphrase) throws {
    try app.unlock(with: words)
  }

  private static func isLocked(_ picture: TerminalPicture) -> Bool {
    picture.isLocked
  }

  private func open(_ home: Home) throws -> PTYProcess {
    let app = try home.launch()
    try unlock(app)
    return app
  }

  /// Waits until the app is a new process that asks for the passphrase.
  private func waitForLock(_ app: PTYProcess, insteadOf former: pid_t?) throws {
    try app.wait { Self.isLocked($0) }
    try app.waitUntilIdle()
    #expect(app.app != former, "the process with the decrypted data still runs")
  }

  private func lock(_ home: Home, _ app: PTYProcess) throws {
    let former = app.app
    #expect(try home.run(["lock"]).status == 0)
    try waitForLock(app, insteadOf: former)
  }

  // MARK: - Restoring behind the passphrase

  @Test func rule_8_3_10_theScreenIsRestoredWithThePassphraseOnly() throws {
    let home = try lockedHome()
    let app = try open(home)
    let before = try app.press(script: "nGold ba<Left><Left>")
    try lock(home, app)
    #expect(!app.picture.text.contains("Gold"))
    try expectOnlyThePassphraseOpens(SavedStateFile(path: home.stateFile()), in: home)
    try unlock(app)
    #expect(app.picture == before)
  }

  /// Expects that the home's files alone open no state, and that the passphrase does.
  private func expectOnlyThePassphraseOpens(_ state: SavedStateFile, in home: Home) throws {
    let login = try #require(try LoginKeyProvider.existing(file: home.data + "/state.key"))
    #expect(throws: StateError.self) { try state.objects(keys: login) }
    let keys = try KeyBag(path: home.data + "/keys.bag", machineKey: home.data + "/machine.key")
    #expect(throws: StateError.self) { try state.objects(keys: keys) }
    try keys.unlock(passphrase: Passphrase(Self.passphrase))
    #expect(try !state.objects(keys: keys).isEmpty)
  }

  /// The restarted process has the arguments of the first one and ignores them.
  @Test func freshWindowContinuesAfterALock() throws {
    let home = try lockedHome()
    let app = try home.launch(["--fresh"])
    try unlock(app)
    let before = try app.press(script: "nGold ba<Left><Left>")
    try lock(home, app)
    try unlock(app)
    #expect(app.picture == before)
  }

  @Test func killWhileLockedLosesNothing() throws {
    let home = try lockedHome()
    let app = try open(home)
    let before = try app.press(script: "nGold ba<Left><Left>")
    try lock(home, app)
    try app.killEverything()
    let again = try open(home)
    #expect(again.picture == before)
  }

  @Test func killWhileUnlockedNeedsThePassphrase() throws {
    let home = try lockedHome()
    let app = try open(home)
    let before = try app.press(script: "jj<Enter>")
    try app.killEverything()
    let again = try home.launch()
    try again.wait { Self.isLocked($0) }
    try unlock(again)
    #expect(again.picture == before)
  }

  @Test func stateFromBeforeThePassphraseIsRestoredBehindIt() throws {
    let home = try Home()
    let app = try home.open()
    let before = try app.press(script: "nGold ba")
    let former = app.app
    #expect(
      try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8)).status == 0)
    try waitForLock(app, insteadOf: former)
    try unlock(app)
    #expect(app.picture == before)
  }

  @Test func everyLockedWindowRestoresItsScreen() throws {
    let home = try lockedHome()
    let (first, second) = (try open(home), try open(home))
    let pictures = [try first.press(script: "nGold"), try second.press(script: "2")]
    let former = [first.app, second.app]
    #expect(try home.run(["lock"]).status == 0)
    try waitForLock(first, insteadOf: former[0])
    try waitForLock(second, insteadOf: former[1])
    // In the opposite order; each still has its own session.
    try unlock(second)
    try unlock(first)
    #expect([first.picture, second.picture] == pictures)
  }

  /// At the launch nothing could be written, so there was no session then.
  @Test func sessionOpenedAfterTheLaunchIsRestored() throws {
    let home = try lockedHome()
    let manager = FileManager.default
    try? manager.removeItem(atPath: home.state)
    try manager.createDirectory(
      atPath: home.path + "/.local/state", withIntermediateDirectories: true)
    try home.write(Array("mine".utf8), to: ".local/state/keepsake")
    let app = try open(home)
    #expect(app.picture.text.contains("nothing is being saved"))
    try manager.removeItem(atPath: home.state)
    let before = try app.press(script: "nGold ba<Left><Left>")
    #expect(access(home.stateFile(), F_OK) == 0)
    try lock(home, app)
    try unlock(app)
    #expect(app.picture == before)
  }

  @Test func lockKeyWorksLikeTheCommand() throws {
    let home = try lockedHome()
    let app = try open(home)
    let before = app.picture
    let former = app.app
    app.type("L")
    try waitForLock(app, insteadOf: former)
    try unlock(app)
    #expect(app.picture == before)
  }

  @Test func stoppedAppForgetsItsKeysAndReturnsLocked() throws {
    let home = try lockedHome()
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path], size: Size(width: 80, height: 24))
    shell.type("\(Home.program)\n")
    try unlock(shell)
    try shell.press(script: "nGold")
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    #expect(!shell.hasNoKeepsake)
    #expect(try home.run(["lock"]).status == 0)
    // Without a return to the app, it has ended and so forgotten everything.
    #expect(Wait.until { shell.hasNoKeepsake })
    shell.type("clear; fg\n")
    try shell.wait { Self.isLocked($0) }
    try shell.waitUntilIdle()
    try unlock(shell)
    #expect(shell.picture.text.contains("Gold"))
  }

  // MARK: - What stays closed

  @Test func withoutThePassphraseNothingIsShown() throws {
    let home = try lockedHome()
    let app = try home.launch()
    try app.wait { Self.isLocked($0) }
    app.type("wrong\r")
    try app.wait { $0.text.contains("The passphrase is wrong") }
    #expect(Self.isLocked(app.picture))
    app.type("\u{3}")
    #expect(try app.waitForExit() == .exited(0))
    #expect(app.picture.modes == .usual)
  }

  /// Enters wrong passphrases until the next attempt must wait; returns the number of attempts.
  private func tryWrongOnes(_ app: PTYProcess) throws -> Int {
    try app.wait { Self.isLocked($0) }
    var wrong = 0
    while !app.picture.text.contains("again in"), wrong < 10 {
      app.type("wrong\r")
      try app.wait { $0.text.contains("The passphrase is wrong") }
      wrong += 1
      if app.picture.text.contains("again in") { break }
      app.type("x\u{15}")
      try app.wait { !$0.text.contains("wrong") }
    }
    return wrong
  }

  /// Enters more of them until the wait takes several seconds, since a shorter one could be over before the check.
  private func tryForALongWait(_ app: PTYProcess) throws {
    while app.picture.text.firstMatch(of: /again in ([4-9]|[1-9][0-9]+) s/) == nil {
      try app.wait { !$0.text.contains("again in") }
      app.type("wrong\r")
      try app.wait(for: "The passphrase is wrong: try again in")
    }
  }

  @Test func fiveWrongPassphrasesDelayTheNext() throws {
    let home = try lockedHome()
    let app = try home.launch()
    #expect(try tryWrongOnes(app) == 5)
    #expect(app.picture.text.contains("The passphrase is wrong: try again in 1 s"))
    try tryForALongWait(app)
    app.type("\(Self.passphrase)\r")
    try app.wait { $0.text.contains("Too many") }
    #expect(Self.isLocked(app.picture))
  }

  @Test func waitCountsDownThenAcceptsThePassphrase() throws {
    let home = try lockedHome()
    let app = try home.launch()
    _ = try tryWrongOnes(app)
    try tryForALongWait(app)
    app.type("wrong\r")
    try app.wait { $0.text.contains("Too many") }
    try app.wait(for: "again in 1 s")
    try app.wait { !$0.text.contains("Too many") }
    try unlock(app)
    #expect(!Self.isLocked(app.picture))
  }

  @Test func filesOfTheHomeDoNotOpenTheState() throws {
    let home = try lockedHome()
    let app = try open(home)
    try app.press(script: "nGold bar")
    try app.killEverything()
    let keys = try #require(try LoginKeyProvider.existing(file: home.data + "/state.key"))
    #expect(throws: StateError.self) {
      try SavedStateFile(path: home.stateFile()).objects(keys: keys)
    }
    let shown = try home.run(["state", "show"])
    #expect(shown.status != 0)
    #expect(!shown.text.contains("Gold"))
    #expect(shown.errors.contains("passphrase"))
  }

  @Test func lockedAppKeepsNoShownTextInMemory() throws {
    let home = try lockedHome()
    let app = try open(home)
    try app.press(script: "nKrugerrand")
    let former = try #require(app.app)
    #expect(try ProcessMemory.holds("Krugerrand", in: former), "the memory search does not work")
    try lock(home, app)
    let present = try #require(app.app)
    #expect(try !ProcessMemory.holds("Krugerrand", in: present))
    #expect(try !ProcessMemory.holds(Self.passphrase, in: present))
    #expect(try !ProcessMemory.holds("Krugerrand", in: app.processID), "found in the guardian")
  }

  // MARK: - The outline behind the prompt

  private static let bar = "░"

  @Test func promptShowsTheScreensOutline() throws {
    let home = try lockedHome()
    let first = try home.launch()
    try first.wait { Self.isLocked($0) }
    #expect(!first.picture.text.contains(Self.bar), "nothing has been shown yet")
    try unlock(first)
    try first.press(script: "jj")
    try lock(home, first)
    #expect(first.picture.text.contains(Self.bar))
    #expect(!first.picture.text.contains("Items"))
    // Also after a kill while locked, and at a launch.
    try first.killEverything()
    let again = try home.launch()
    try again.wait { Self.isLocked($0) }
    #expect(again.picture.text.contains(Self.bar))
    // Esc doesn't dismiss the prompt.
    again.type("\u{1B}")
    try again.waitUntilIdle()
    try unlock(again)
    #expect(again.picture.text.contains("Items"))
  }

  @Test func anotherWindowSizeShowsNoOutline() throws {
    let home = try lockedHome()
    let app = try open(home)
    try lock(home, app)
    #expect(app.picture.text.contains(Self.bar))
    app.resize(to: Size(width: 100, height: 30))
    try app.wait { $0.size.width == 100 && Self.isLocked($0) && !$0.text.contains(Self.bar) }
    try app.killEverything()
    let other = try home.launch(size: Size(width: 100, height: 30))
    try other.wait { Self.isLocked($0) }
    #expect(!other.picture.text.contains(Self.bar))
  }

  @Test(arguments: ["", "nonsense"])
  func damagedOutlineIsIgnored(contents: String) throws {
    let home = try lockedHome()
    let app = try open(home)
    try lock(home, app)
    try app.killEverything()
    let file = home.state + "/sessions/main/outline"
    #expect(try Data(contentsOf: URL(filePath: file)).count > 28)
    try Data(contents.utf8).write(to: URL(filePath: file))
    let again = try home.launch()
    try again.wait { Self.isLocked($0) }
    #expect(!again.picture.text.contains(Self.bar))
    try unlock(again)
  }

  // MARK: - The commands

  @Test func changingThePassphraseNeedsTheOldOne() throws {
    let home = try lockedHome()
    let wrong = try home.run(["passphrase"], input: Data("wrong\nother\n".utf8))
    #expect(wrong.status == 77)
    #expect(wrong.errors == "keepsake: the passphrase is wrong\n")
    let changed = try home.run(
      ["passphrase"], input: Data("\(Self.passphrase)\nother\n".utf8))
    #expect(changed.status == 0)
    let app = try home.launch()
    try unlock(app, with: "other")
  }

  @Test func newPassphraseLocksOpenWindows() throws {
    let home = try lockedHome()
    let app = try open(home)
    let before = try app.press(script: "nGold ba")
    let former = app.app
    let changed = try home.run(
      ["passphrase"], input: Data("\(Self.passphrase)\nother\n".utf8))
    #expect(changed.status == 0)
    try waitForLock(app, insteadOf: former)
    app.type(Self.passphrase + "\r")
    try app.wait { $0.text.contains("The passphrase is wrong") }
    try unlock(app, with: "other")
    #expect(app.picture == before)
  }

  @Test func commandsReportTheWaitAfterWrongPassphrases() throws {
    let home = try lockedHome()
    for number in 1...5 {
      let wrong = try home.run(["passphrase", "--remove"], input: Data("wrong\n".utf8))
      #expect(wrong.status == 77)
      #expect(wrong.errors.contains("the passphrase is wrong: try again in 1 s") == (number == 5))
    }
  }

  @Test func lockCommandReportsItsEffect() throws {
    let home = try lockedHome()
    let result = try home.run(["lock"])
    #expect(result.status == 0)
    #expect(result.errors == "Open windows now ask for the passphrase\n")
  }

  @Test func lockNeedsAPassphrase() throws {
    let home = try Home()
    let result = try home.run(["lock"])
    #expect(result.status == 66)
    #expect(
      result.errors == "keepsake: there is no passphrase yet; set one with: keepsake passphrase\n")
  }

  @Test func emptyPassphraseIsRefused() throws {
    let home = try Home()
    let result = try home.run(["passphrase"], input: Data("\n".utf8))
    #expect(result.status == 65)
    #expect(try home.open().picture.text.contains("Items"))
  }
}
