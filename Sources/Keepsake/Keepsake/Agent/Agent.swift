import CKeepsake
import Foundation
import Inventory
import Reprise
import RepriseCommands
import RepriseSecurity
import RepriseSystem
import Sync

/// Keeps this home connected to the household while no window is open, without a terminal, asleep
/// until something arrives.
///
/// It connects once there is a household and its key can be read, and takes turns with windows at
/// holding the line. It reports due dates without a household, too. An error ends it, and its
/// supervisor starts it again.
final class Agent {
  private let paths: AppDirectories
  private let keepAlive: Int
  private let news: AgentNews
  private var watch: DirectoryWatch?
  private var line: SyncConnection?
  private var reachability: NetworkReachability?
  private var timer: (any DispatchSourceTimer)?
  private var clock: (any DispatchSourceTimer)?
  /// The files whose change makes it look again.
  private var awaited: Set<String> = []
  private var isLooking = false
  private var hasLookedTwice = false
  private var lastFailure: String?

  /// The longest silence towards the server; the system may fire later, together with other timers.
  nonisolated static let keepAlive = 1800

  /// How much later, at most.
  private static let slack = 600

  /// The files that change with a new passphrase, and with each attempt to unlock.
  private static let bag = "keys.bag"
  private static let keys: Set<String> = [bag, "keys.bag.attempts"]

  /// How often it looks whether a new day has come.
  private static let day = 3600

  init(_ paths: AppDirectories, keepAlive: Int) {
    self.paths = paths
    self.keepAlive = keepAlive
    news = AgentNews(paths)
  }

  /// Runs the agent of a supervisor, and ends with it.
  ///
  /// Commands run on the main thread, which is where the main actor is.
  nonisolated static func run(
    _ paths: AppDirectories, supervisor: pid_t, keepAlive: Int
  ) -> Never {
    guard keepsake_end_with_parent(supervisor, "keepsake-agent") else { exit(1) }
    // Before a second thread starts, so that none of them is interrupted.
    let signals = AgentSignals()
    MainActor.assumeIsolated { Agent(paths, keepAlive: keepAlive).begin(signals) }
    while true { RunLoop.main.run() }
  }

  private func begin(_ signals: AgentSignals) {
    let thread = Thread { [self] in
      while let number = signals.next() {
        DispatchQueue.main.async { self.hear(signal: number) }
      }
    }
    thread.name = "signals"
    thread.stackSize = 1 << 18
    thread.start()
    do {
      watch = DirectoryWatch(
        try paths.makeData(), names: Self.keys.union([CredentialFile.name, ConnectionLock.name]),
        locks: [ConnectionLock.name]
      ) { [weak self] names in self?.hear(names) }
    } catch {
      Console.fail(error)
    }
    if access(paths.data + "/" + CredentialFile.name, F_OK) != 0 {
      Console.message("keepsake: no household yet; reporting only warranties and loans")
    }
    look()
    lookAtDays()
    clock = makeTimer(every: Self.day) { [weak self] in self?.lookAtDays() }
  }

  /// Reports warranties and loans of a new day, once there is an inventory.
  private func lookAtDays() {
    if access(paths.data + "/inventory.sqlite", F_OK) == 0 { news.lookAtDays() }
  }

  private func makeTimer(
    every seconds: Int, _ handler: @escaping () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + .seconds(seconds), repeating: .seconds(seconds),
      leeway: .seconds(min(Self.slack, seconds / 3)))
    timer.setEventHandler(handler: handler)
    timer.activate()
    return timer
  }

  // MARK: - Waiting for a household

  /// Looks whether there is a household whose key can be read, and begins to hold the line then.
  ///
  /// Without one, or before anybody has typed the passphrase, it waits for a file to change.
  private func look() {
    isLooking = false
    awaited = [CredentialFile.name]
    guard line == nil, access(paths.data + "/" + CredentialFile.name, F_OK) == 0 else { return }
    do {
      let file = try CredentialFile.of(paths)
      guard let credentials = try file.read() else { return }
      try news.begin(member: credentials.member)
      line = SyncConnection(
        directory: paths.data, file: file, program: try PostgresProgram.locate(), givesWay: true
      ) { [weak self] event in
        DispatchQueue.main.async { self?.hear(event) }
      }
      if let host = PostgresAddress(credentials.code.address).host { watch(host: host) }
      beginKeepingAlive()
      if Console.isRead {
        Console.message("keepsake: in the household as \(credentials.member); \(news.manner)")
      }
    } catch ProtectionError.locked {
      // A window touches one file when it is unlocked, and another when it releases the line.
      awaited.formUnion(Self.keys.union([ConnectionLock.name]))
    } catch {
      Console.fail(error)
    }
  }

  /// Handles a change of files in the data directory.
  private func hear(_ names: Set<String>) {
    if names.contains(Self.bag), line != nil {
      // The passphrase was set or changed.
      line?.end()
      release()
      awaited = names
    }
    guard line == nil, !awaited.isDisjoint(with: names) else { return }
    hasLookedTwice = false
    lookSoon()
  }

  /// Looks a little later: the process that writes a file has more to write.
  private func lookSoon() {
    guard !isLooking else { return }
    isLooking = true
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { [weak self] in self?.look() }
  }

  // MARK: - The line

  private func hear(_ event: ConnectionEvent) {
    switch event {
    case .tookOver(let seen): news.skip(to: seen)
    case .received: news.received()
    case .opened(let descriptor):
      close(descriptor)
      lastFailure = nil
    case .settled: news.settled()
    case .closed(let failure): report(failure)
    case .failed(let failure):
      Console.message("keepsake: \(failure.reason)")
      exit(UsageFailure.Status.failure.rawValue)
    case .left: leave()
    }
  }

  /// Disconnects when there is no household, then looks once more: joining writes the key before the membership.
  private func leave() {
    release()
    guard !hasLookedTwice else { return }
    hasLookedTwice = true
    lookSoon()
  }

  /// Reports once why the connection is closed.
  private func report(_ failure: ConnectionFailure) {
    guard failure.reason != lastFailure else { return }
    lastFailure = failure.reason
    Console.message("keepsake: \(failure.reason)")
  }

  private func watch(host: String) {
    let way = NetworkReachability(host: host)
    way.startNotifier { [weak self] _ in self?.line?.beginAnew() }
    reachability = way
  }

  /// Sends a regular sign of life to the server (contract 8.8.4).
  private func beginKeepingAlive() {
    timer?.cancel()
    timer = makeTimer(every: keepAlive) { [weak self] in self?.line?.exchangeNow() }
  }

  private func release() {
    line = nil
    reachability = nil
    timer?.cancel()
    timer = nil
  }

  // MARK: - The end

  private func hear(signal number: Int32) {
    guard number != SIGCHLD else { return news.reap() }
    news.silence()
    guard let line else { exit(0) }
    line.end()
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { exit(0) }
    Task {
      await line.settled()
      exit(0)
    }
  }
}
