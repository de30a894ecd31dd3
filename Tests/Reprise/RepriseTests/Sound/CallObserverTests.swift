@testable import RepriseSystem
import LoginSupport
import RepriseTesting
import Testing
import TestSupport

@testable import Reprise

/// Hearing of calls, from a bus with a modem on it.
@Suite(.waitsForProcesses) struct CallObserverTests {
  /// An observer, and what it told.
  private final class Ears {
    private let observer: CallObserver
    private var states: [CallObserver.State] = []

    init(_ address: String, _ companion: String = PTYProcess.path(ofProduct: "reprise-logind")) {
      observer = CallObserver(environment: [
        LoginWatch.busVariable: address, LoginWatch.companionVariable: companion,
      ])
      observer.start { [weak self] in self?.states.append($0) }
    }

    func expect(_ state: CallObserver.State) async throws {
      let next = try await next()
      #expect(next == state)
    }

    /// Waits for the next.
    func next() async throws -> CallObserver.State {
      try #require(try await Wait.until { !states.isEmpty }, "nothing is told")
      return states.removeFirst()
    }
  }

  private static func login(isEmpty: Bool = false) throws -> TestLogin {
    try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"), isEmpty: isEmpty)
  }

  @Test func rule_8_8_8_aCallIsToldWhenItComesAndWhenItIsOver() async throws {
    let login = try Self.login()
    let ears = Ears(login.address)
    try await ears.expect(.quiet)
    for _ in 0..<2 {
      login.say("ring")
      try await ears.expect(.calling)
      // Answering it changes nothing of that.
      login.say("answer")
      login.say("hang")
      try await ears.expect(.quiet)
      login.say("forget")
    }
  }

  @Test func rule_8_8_8_aCallThatWasThereBeforeIsTold() async throws {
    let login = try Self.login()
    login.say("ring")
    let ears = Ears(login.address)
    try await ears.expect(.calling)
    login.say("forget")
    try await ears.expect(.quiet)
  }

  @Test func missingModemManagerOrBusIsReported() async throws {
    let login = try Self.login(isEmpty: true)
    for (address, words) in [
      (login.address, "ModemManager: "), ("unix:path=/nowhere", "the system bus: "),
    ] {
      let ears = Ears(address)
      guard case .unknown(let line) = try await ears.next() else {
        Issue.record("something is known")
        continue
      }
      #expect(line.hasPrefix(words), "\(line)")
    }
  }

  @Test func aCompanionThatTalksNonsenseIsBelievedNothing() async throws {
    let ears = Ears("", "/bin/cat")
    #expect(try await ears.next() == .unknown("reprise-logind sent invalid data"))
  }
}
