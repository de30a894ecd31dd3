@testable import RepriseSystem
import Guardian
import Foundation
import LoginSupport
import RepriseTesting
import Terminal
import Testing

@testable import Reprise

/// A fake machine, seen through logind, that sleeps as soon as no inhibitor is held.
final class SleepyMachine {
  /// How long the test waits before it concludes that no inhibitor is held.
  private static let moment: useconds_t = 200_000

  private let plan: Plan
  private let login: TestLogin
  private var isAsleep = false

  /// Connects the plan's app and waits until it holds an inhibitor.
  init(_ plan: Plan) throws {
    self.plan = plan
    login = try TestLogin(program: PTYProcess.path(ofProduct: "LoginProbe"))
    let application = try #require(plan.application)
    // A busy machine must not sleep too early.
    application.dataLock.sleepDelay = .seconds(60)
    application.watchLogin(environment: [
      LoginWatch.busVariable: login.address,
      LoginWatch.companionVariable: PTYProcess.path(ofProduct: "reprise-logind"),
    ])
    application.eventLoop.makePauseCalls()
    try login.waitUntil(isInhibited: true)
    // The first message reports that the user is present.
    while application.isPersonNear == nil { try hear() }
  }

  /// Records sleep if no inhibitor is held after the app had time to take one.
  func fallAsleepUnlessHeldUp() {
    usleep(Self.moment)
    if (try? login.waitUntil(isInhibited: false, within: 0)) != nil { noteSleep() }
  }

  /// Waits until the machine sleeps.
  func fallAsleep() throws {
    guard !isAsleep else { return }
    try login.waitUntil(isInhibited: false)
    noteSleep()
  }

  private func noteSleep() {
    isAsleep = true
    plan.diary.append("machine asleep")
  }

  /// Announces sleep to the app, then sleeps.
  func sleep() throws {
    login.say("sleep")
    try hear()
    try fallAsleep()
  }

  /// Announces sleep while the app's process waits for its descriptors.
  ///
  /// - Returns: The reason why the process wakes.
  func sleep(_ process: Guardian.Suspension) -> Guardian.Wake? {
    login.say("sleep")
    var ready = process.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&ready, nfds_t(ready.count), Self.timeout) > 0 ? .data : nil
  }

  /// Wakes, and waits until the app holds the inhibitor again.
  func wake() throws {
    isAsleep = false
    login.say("wake")
    try login.waitUntil(isInhibited: true)
    plan.application?.systemEvents.source(LoginEvents.self)?.watch?.listen()
  }

  /// The longest wait, in milliseconds.
  private static let timeout: Int32 = 60_000

  /// Delivers the next message to the app.
  private func hear() throws {
    let watch = try #require(plan.application?.systemEvents.source(LoginEvents.self)?.watch)
    var ready = pollfd(fd: try #require(watch.descriptor), events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, Self.timeout) > 0)
    watch.listen()
  }
}
