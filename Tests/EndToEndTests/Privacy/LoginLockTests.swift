import Foundation
import LoginSupport
import RepriseTesting
import Terminal
import TestSupport
import Testing

/// Locking the login session locks the real program, and so does putting the machine to sleep.
@Suite(.waitsForProcesses) struct LoginLockTests {
  private static let passphrase = "correct horse"
  private let home: Home

  init() throws {
    home = try Home()
    let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0)
  }

  private func login() throws -> TestLogin {
    try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
  }

  private static func isLocked(_ picture: TerminalPicture) -> Bool {
    picture.text.contains("Keepsake is locked")
  }

  private func unlock(_ app: PTYProcess) throws {
    try app.wait { Self.isLocked($0) }
    app.type(Self.passphrase + "\r")
    try app.wait { !Self.isLocked($0) && $0.modes.contains(.alternateScreen) }
    try app.waitUntilIdle()
  }

  private func open(_ address: String) throws -> PTYProcess {
    let app = try home.launch(environment: ["DBUS_SYSTEM_BUS_ADDRESS": address])
    try unlock(app)
    return app
  }

  @Test(arguments: ["lock", "sleep"])
  func rule_8_3_4_theSessionLocksTheApp(event: String) throws {
    let login = try login()
    let app = try open(login.address)
    try login.waitUntil(isInhibited: true)
    let before = try app.press(script: "nGold ba<Left><Left>")
    let former = app.app
    login.say(event)
    // By then the process that had the keys has ended.
    try login.waitUntil(isInhibited: false)
    try app.wait { Self.isLocked($0) }
    #expect(app.app != former)
    try unlock(app)
    #expect(app.picture == before)
    // The new process listens like the first one.
    try login.waitUntil(isInhibited: true)
  }

  /// A shell with a stopped window that holds half a word.
  private func shellWithStoppedWindow(_ login: TestLogin) throws -> PTYProcess {
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path, "DBUS_SYSTEM_BUS_ADDRESS": login.address],
      size: Size(width: 80, height: 24))
    shell.type("\(Home.program)\n")
    try unlock(shell)
    try login.waitUntil(isInhibited: true)
    try shell.press(script: "nGold")
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    return shell
  }

  @Test func stoppedAppForgetsItsKeysBeforeSleep() throws {
    let login = try login()
    let shell = try shellWithStoppedWindow(login)
    #expect(!shell.hasNoKeepsake)
    login.say("sleep")
    try login.waitUntil(isInhibited: false)
    #expect(Wait.until { shell.hasNoKeepsake })
    shell.clearOutput()
    shell.type("clear; fg\n")
    try shell.wait { Self.isLocked($0) }
    // Not even briefly.
    #expect(!String(decoding: shell.output, as: UTF8.self).contains("Gold"))
    try unlock(shell)
    #expect(shell.picture.text.contains("Gold"))
  }

  private func prefer(_ line: String) throws {
    let directory = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try line.write(toFile: directory + "/config.toml", atomically: true, encoding: .utf8)
  }

  @Test func idleSessionLocksTheWindowIfConfigured() throws {
    let login = try login()
    try prefer("lock-when-away = true")
    let app = try open(login.address)
    try login.waitUntil(isInhibited: true)
    let before = try app.press(script: "nGold ba<Left><Left>")
    login.say("idle")
    // By then the process that had the keys has ended.
    try login.waitUntil(isInhibited: false)
    // On return the prompt accepts the passphrase, although the session is still idle.
    try unlock(app)
    #expect(app.picture == before)
  }

  @Test func windowStoppedWhileIdleIsLockedBeforeItIsShown() throws {
    let login = try login()
    try prefer("lock-when-away = true")
    let shell = try shellWithStoppedWindow(login)
    for event in ["idle", "active"] {
      login.say(event)
      // The prompts appear one after the other.
      Thread.sleep(forTimeInterval: 0.3)
    }
    shell.clearOutput()
    shell.type("clear; fg\n")
    try shell.wait { Self.isLocked($0) }
    // Not even briefly.
    #expect(!String(decoding: shell.output, as: UTF8.self).contains("Gold"))
  }

  @Test func appContinuesWithoutItsLogindCompanion() throws {
    let login = try login()
    let app = try open(login.address)
    try login.waitUntil(isInhibited: true)
    let identifier = try #require(app.app)
    let companion = try #require(
      ProcessTree.descendants(of: identifier).first {
        ProcessTree.name(of: $0) == "reprise-logind"
      })
    kill(companion, SIGKILL)
    try login.waitUntil(isInhibited: false)
    try app.press(script: "nGold")
    #expect(app.picture.text.contains("Gold"))
    #expect(app.app == identifier)
    // The lock key still works.
    try app.press(script: "<Esc>")
    #expect(try home.run(["lock"]).status == 0)
    try app.wait { Self.isLocked($0) }
  }

  @Test func appWithoutAPassphraseDoesNotListenToLogind() throws {
    let login = try login()
    let open = try Home()
    let app = try open.open(environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address])
    try app.press(script: "jj")
    let identifier = try #require(app.app)
    #expect(ProcessTree.descendants(of: identifier).isEmpty)
  }

  @Test func appWithoutABusLogsTheReasonAndContinues() throws {
    let app = try open("unix:path=/nowhere")
    try app.press(script: "nGold")
    #expect(app.picture.text.contains("Gold"))
    // The app connects to the bus when no one is typing.
    let log = home.state + "/log"
    let isSaid = try Wait.until {
      try String(contentsOfFile: log, encoding: .utf8)
        .contains("does not lock with the login's session or before sleep: the system bus: ")
    }
    #expect(isSaid)
    try app.killEverything()
  }
}
