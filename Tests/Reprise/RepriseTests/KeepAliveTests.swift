import Foundation
@testable import Reprise
import RepriseTesting
import Testing

/// Keep-alive calls and the marked connection, on a clock of the test (contract 8.8).
@Suite struct KeepAliveTests {
  private struct App: RepriseApp {
    let name = "line"
    func root(_ application: Application) -> ViewController { ViewController() }
  }

  private final class Calls {
    var count = 0
  }

  private let pilot: Pilot
  private let calls = Calls()
  private var application: Application { pilot.application }

  init() throws {
    pilot = try Pilot(app: App.self)
    pilot.application.stopJob = { true }
    pilot.application.stopProcess = { true }
  }

  private func pass(_ seconds: Double) async throws {
    try pilot.advance(by: .seconds(seconds))
    try await pilot.waitForTasks()
  }

  @Test func rule_8_8_4_lessThanTenMinutesIsRefused() async throws {
    let isTaken = application.setKeepAliveTimeout(.seconds(599)) { [calls] in calls.count += 1 }
    #expect(!isTaken)
    try pilot.send(.signal(.suspend))
    try await pass(100_000)
    #expect(calls.count == 0)
  }

  /// Where UIKit's documents tell you to set it.
  @Test func rule_8_8_4_aHandlerSetOnTheWayToTheBackgroundIsCalledInTime() async throws {
    application.observe(.didEnterBackground, with: calls) { [application, calls] in
      application.setKeepAliveTimeout(.seconds(600)) { calls.count += 1 }
    }
    try await pass(10_000)
    #expect(calls.count == 0)
    try pilot.send(.signal(.suspend))
    try await pass(500)
    #expect(calls.count == 0)
    try await pass(100)
    #expect(calls.count == 1)
  }

  @Test func rule_8_8_4_itIsCalledOnceBeforeEachTimeoutIsOver() async throws {
    let isTaken = application.setKeepAliveTimeout(.seconds(600)) { [calls] in calls.count += 1 }
    #expect(isTaken)
    try await pass(10_000)
    #expect(calls.count == 0, "none on the screen")
    try pilot.send(.signal(.suspend))
    try await pass(500)
    #expect(calls.count == 0)
    try await pass(100)
    #expect(calls.count == 1)
    try await pass(500)
    try await pass(100)
    #expect(calls.count == 2)
  }

  @Test func rule_8_8_4_appsThatBeganAtOtherTimesAreCalledTogether() {
    for timeout in [600.0, 1800] {
      let times = stride(from: 86_400.0, to: 86_400 + timeout, by: 7).map { now in
        let time = KeptConnection.callTime(after: now, timeout: timeout)
        #expect(time - now >= 0.849 * timeout && time - now <= 0.951 * timeout, "\(now)")
        return time
      }
      // Apps that began within a tenth of the timeout are called with the others.
      #expect(Set(times).count <= 11, "\(Set(times).sorted())")
    }
  }

  @Test func rule_8_8_4_theyEndWithTheTimeoutAndOnTheScreen() async throws {
    application.setKeepAliveTimeout(.seconds(600)) { [calls] in calls.count += 1 }
    try pilot.send(.signal(.suspend))
    application.clearKeepAliveTimeout()
    try await pass(5000)
    #expect(calls.count == 0)
    application.setKeepAliveTimeout(.seconds(600)) { [calls] in calls.count += 1 }
    try pilot.send(.signal(.resume))
    try await pass(5000)
    #expect(calls.count == 0)
  }

  /// However often it is set, and however often the app comes and goes, the machine is woken once.
  @Test func rule_8_8_4_severalAreOneOfTheLast() async throws {
    let former = Calls()
    application.setKeepAliveTimeout(.seconds(600)) { former.count += 1 }
    try pilot.send(.signal(.suspend))
    for _ in 0..<3 {
      application.setKeepAliveTimeout(.seconds(600)) { [calls] in calls.count += 1 }
    }
    try pilot.send(.signal(.resume))
    try pilot.send(.signal(.suspend))
    try await pass(600)
    #expect(former.count == 0 && calls.count == 1)
  }

  @Test func rule_8_8_5_aHandlerHasTenSecondsInTheBackground() async throws {
    let (application, calls) = (application, calls)
    application.setKeepAliveTimeout(.seconds(600)) {
      while !Task.isCancelled {
        calls.count += 1
        await application.sleep(for: .seconds(1))
      }
    }
    try pilot.send(.signal(.suspend))
    try await pass(505)
    for _ in 0..<90 { try await pass(1) }
    #expect((9...11).contains(calls.count), "it was called for \(calls.count) seconds")
  }

  @Test func rule_8_8_3_oneConnectionIsKeptAndNothingButASocket() throws {
    var pair: [Int32] = [-1, -1]
    let result = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    #expect(result == 0)
    defer { pair.forEach { close($0) } }
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect(failure(null) == .notASocket(null))
    #expect(failure(pair[0]) == nil)
    #expect(failure(pair[1]) == .alreadyKept)
    application.releaseConnection()
    #expect(failure(pair[1]) == nil)
    application.releaseConnection()
  }

  /// A signal that comes before the process sleeps: the shell waits for its job to stop.
  @Test func aSignalBeforeTheSleepPutsItOffForAMoment() throws {
    var pair: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { pair.forEach { close($0) } }
    #expect(failure(pair[0]) == nil)
    let asked = Calls()
    application.sleepProcess = { _ in
      asked.count += 1
      return asked.count < 3 ? .interrupted : .data
    }
    try pilot.send(.signal(.suspend))
    #expect(asked.count == 1)
    try pilot.advance(by: .milliseconds(500))
    #expect(asked.count >= 3)
    application.releaseConnection()
  }

  private final class Vault: ProtectedDataSource {
    private(set) var isUnlocked = true
    func lock() { isUnlocked = false }
  }

  /// The user does not return meanwhile: the app must wake, have time to store, and then wipe the keys.
  @Test func theDelayOfTheLockEndsTheSleep() throws {
    var pair: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { pair.forEach { close($0) } }
    #expect(failure(pair[0]) == nil)
    let vault = Vault()
    var time = 1000.0
    application.dataLock.now = { time }
    application.protectedData = vault
    application.protectedDataLockDelay = .seconds(600)
    var deadlines: [Double?] = []
    var hadTimeUnlocked = false
    application.needTime = { _ in hadTimeUnlocked = hadTimeUnlocked || vault.isUnlocked }
    application.sleepProcess = { sleep in
      deadlines.append(sleep.deadline)
      time = 1600
      hadTimeUnlocked = false
      return deadlines.count == 1 ? .time : nil
    }
    try pilot.send(.signal(.suspend))
    #expect(deadlines.first == 1600)
    #expect(!vault.isUnlocked && hadTimeUnlocked)
    application.releaseConnection()
  }

  /// Why a descriptor is not kept; `nil` if it is.
  private func failure(_ descriptor: Int32) -> ConnectionError? {
    do throws(ConnectionError) {
      try application.keepConnection(descriptor) {}
      return nil
    } catch {
      return error
    }
  }
}
