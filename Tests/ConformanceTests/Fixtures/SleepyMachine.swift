@testable import RepriseSystem
import Guardian
import Foundation
import LoginSupport
import RepriseTesting
import Terminal
import Testing

@testable import Reprise

/// A machine that an app hears of through logind, and that falls asleep as soon as nobody holds it up.
final class SleepyMachine {
  /// How long a machine that is not held up needs at most to be noticed.
  private static let moment: useconds_t = 200_000

  private let plan: Plan
  private let login: TestLogin
  private var isAsleep = false

  /// Has the app of a plan watch it, and waits until the app holds it up.
  init(_ plan: Plan) throws {
    self.plan = plan
    login = try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
    let application = try #require(plan.application)
    // A busy machine is no reason to sleep too early.
    application.dataLock.sleepDelay = .seconds(60)
    application.watchLogin(environment: [
      LoginWatch.busVariable: login.address,
      LoginWatch.companionVariable: PTYProcess.path(ofProduct: "reprise-logind"),
    ])
    application.eventLoop.makePauseCalls()
    try login.waitUntil(isInhibited: true)
    // It hears first, once, that the person is near.
    while application.isPersonNear == nil { try hear() }
  }

  /// Notes that it is asleep if it is not held up now, though there was time to hold it up.
  func fallAsleepUnlessHeldUp() {
    usleep(Self.moment)
    if (try? login.waitUntil(isInhibited: false, within: 0)) != nil { noteSleep() }
  }

  /// Waits until it is asleep.
  func fallAsleep() throws {
    guard !isAsleep else { return }
    try login.waitUntil(isInhibited: false)
    noteSleep()
  }

  private func noteSleep() {
    isAsleep = true
    plan.diary.append("machine asleep")
  }

  /// Wants to sleep, has the app hear so, and falls asleep.
  func sleep() throws {
    login.say("sleep")
    try hear()
    try fallAsleep()
  }

  /// Wants to sleep while the process of the app waits for its descriptors.
  ///
  /// - Returns: What ends the sleep of the process.
  func sleep(_ process: Guardian.Suspension) -> Guardian.Wake? {
    login.say("sleep")
    var ready = process.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&ready, nfds_t(ready.count), Self.timeout) > 0 ? .data : nil
  }

  /// Wakes, and waits until the app holds it up again.
  func wake() throws {
    isAsleep = false
    login.say("wake")
    try login.waitUntil(isInhibited: true)
    plan.application?.systemEvents.source(LoginEvents.self)?.watch?.listen()
  }

  /// How long something is waited for, in milliseconds.
  private static let timeout: Int32 = 60_000

  /// Has the app hear what is said next.
  private func hear() throws {
    let watch = try #require(plan.application?.systemEvents.source(LoginEvents.self)?.watch)
    var ready = pollfd(fd: try #require(watch.descriptor), events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, Self.timeout) > 0)
    watch.listen()
  }
}
