@testable import RepriseSystem
import Storage
import Foundation
import LoginSupport
import RepriseTesting
import Testing
import TestSupport

@testable import Reprise

/// Hearing of the login's session, from a bus of its own.
@Suite(.waitsForProcesses) struct LoginWatchTests {
  private final class Ears {
    var events: [LoginWatch.Event] = []
  }

  private static func login(isEmpty: Bool = false) throws -> TestLogin {
    try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"), isEmpty: isEmpty)
  }

  private let ears = Ears()

  private func watch(
    _ address: String, companion: String = PTYProcess.path(ofProduct: "reprise-logind"),
    delay: Int = 60_000
  ) throws -> LoginWatch {
    let variables = [
      LoginWatch.busVariable: address, LoginWatch.companionVariable: companion,
    ]
    return try LoginWatch(variables: variables, delay: delay) { [ears] event in
      if case .presence = event { return }
      ears.events.append(event)
    }
  }

  /// Waits for the next event.
  private func next(_ watch: LoginWatch) throws -> LoginWatch.Event {
    while ears.events.isEmpty {
      var ready = pollfd(fd: watch.channel.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, Int32(Wait.timeout) * 1000) > 0, "nothing is heard")
      watch.listen()
    }
    return ears.events.removeFirst()
  }

  private func remark(_ watch: LoginWatch) throws -> String {
    guard case .remark(let line) = try next(watch) else { return "" }
    return line
  }

  @Test func rule_8_3_4_aLockOfTheSessionIsHeard() throws {
    let login = try Self.login()
    let watch = try watch(login.address)
    try login.waitUntil(isInhibited: true)
    login.say("lock")
    #expect(try next(watch) == .lock)
  }

  @Test func foreignSignalsAreIgnored() throws {
    let login = try Self.login()
    let watch = try watch(login.address)
    try login.waitUntil(isInhibited: true)
    try login.sayAsImpostor("lock")
    try login.sayAsImpostor("sleep")
    for event in ["other", "nonsense", "wake"] { login.say(event) }
    login.say("sleep")
    #expect(try next(watch) == .lock)
    watch.didLock()
    // By then, earlier reports of the companion have arrived.
    try login.waitUntil(isInhibited: false)
    watch.listen()
    #expect(ears.events.isEmpty)
  }

  @Test func rule_8_3_9_theMachineSleepsOnceTheAppIsLocked() throws {
    let login = try Self.login()
    let watch = try watch(login.address)
    for _ in 0..<2 {
      try login.waitUntil(isInhibited: true)
      login.say("sleep")
      #expect(try next(watch) == .lock)
      watch.didLock()
      try login.waitUntil(isInhibited: false)
      login.say("wake")
    }
  }

  @Test func anAppThatDoesNotAnswerHoldsTheMachineUpForItsDelayOnly() throws {
    let login = try Self.login()
    let watch = try watch(login.address, delay: 100)
    try login.waitUntil(isInhibited: true)
    login.say("sleep")
    #expect(try next(watch) == .lock)
    try login.waitUntil(isInhibited: false)
  }

  @Test func theEndOfTheAppLetsTheMachineSleep() throws {
    let login = try Self.login()
    var watch: LoginWatch? = try watch(login.address)
    try login.waitUntil(isInhibited: true)
    withExtendedLifetime(watch) {}
    watch = nil
    try login.waitUntil(isInhibited: false)
  }

  // MARK: - What goes wrong

  @Test(arguments: [
    "unix:path=/nowhere/at/all", "unixexec:path=/bin/sh", "tcp:host=localhost", "x",
  ])
  func missingBusIsLogged(address: String) throws {
    let watch = try watch(address)
    #expect(try remark(watch).hasPrefix("the system bus: "))
  }

  @Test func missingLogindIsLogged() throws {
    let login = try Self.login(isEmpty: true)
    let watch = try watch(login.address)
    #expect(try remark(watch).hasPrefix("logind: "))
  }

  @Test func closedBusIsLogged() throws {
    let login = try Self.login()
    let watch = try watch(login.address)
    try login.waitUntil(isInhibited: true)
    login.endBus()
    var line = try remark(watch)
    // The bus may end before the companion has read what it was given.
    if line == "logind refuses the request" { line = try remark(watch) }
    #expect(line.hasPrefix("the system bus closed the connection: "))
  }

  @Test func killedCompanionIsLogged() throws {
    let login = try Self.login()
    let watch = try watch(login.address)
    try login.waitUntil(isInhibited: true)
    kill(watch.channel.companionIdentifier, SIGKILL)
    #expect(try remark(watch) == "reprise-logind ended")
    try login.waitUntil(isInhibited: false)
    watch.listen()
    watch.didLock()
    #expect(ears.events.isEmpty)
  }

  @Test func invalidDataIsReported() throws {
    let watch = try watch("", companion: "/bin/cat")
    #expect(try remark(watch) == "reprise-logind sent invalid data")
  }

  @Test func aLineIsHarmless() {
    let payload = Data("a\u{1B}[b\u{7}\n".utf8)
    let frame = LogindFrame(CompanionFrame(kind: LogindFrame.error, payload: payload))
    #expect(frame.text == "a [b  ")
  }

  /// A companion that was put in the place of ours may say anything.
  @Test func invalidIdleReportLeavesPresenceUnknown() throws {
    let watch = try watch("", companion: "/bin/cat")
    watch.channel.onEvent(.frame(kind: LogindFrame.idle, text: "2"))
    #expect(watch.isPersonNear == nil)
  }

  @Test func missingCompanionIsLogged() {
    let failure = #expect(throws: LogindChannel.Problem.self) {
      _ = try LoginWatch(variables: [LoginWatch.companionVariable: "/nowhere"]) { _ in }
    }
    #expect(failure?.description == "REPRISE_SESSION does not name a program: /nowhere")
  }
}
