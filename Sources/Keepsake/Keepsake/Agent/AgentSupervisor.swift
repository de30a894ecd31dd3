import Foundation
import Reprise
import RepriseCommands
import Storage

/// The process that the user or the system starts: it only starts the agent, and restarts it when it fails.
///
/// Only a normal exit is final (contract 8.8.6): after any other, even SIGKILL, the agent restarts
/// after a pause. This process has one thread and opens no inventory, so little in it can fail.
nonisolated struct AgentSupervisor: ~Copyable {
  /// The hidden option with which the supervisor starts the agent.
  static let option = "worker"

  /// How many seconds the agent has to exit normally.
  private static let timeout = 10

  /// Keeps other agents of this home away while this one runs.
  private let lock: FileLock
  /// Everything that the agent gets from its supervisor.
  private let options: [String]
  private let signals = AgentSignals()
  private var pauses = AgentPauses()

  init(_ lock: FileLock, options: [String]) {
    self.lock = lock
    self.options = options
  }

  /// Runs the agent until it exits normally or this process is asked to end.
  consuming func run() -> Never {
    while true {
      let start = Self.now
      if let worker = startAgent(), wait(for: worker) == 0 { exit(0) }
      rest(pauses.pause(after: Self.now - start))
    }
  }

  /// Waits for the agent to exit.
  ///
  /// - Returns: Its status from `waitpid`; 0 after an orderly end.
  private func wait(for worker: pid_t) -> Int32 {
    while true {
      var status: Int32 = 0
      if waitpid(worker, &status, WNOHANG) == worker { return status }
      guard let number = signals.next(), number != SIGCHLD else { continue }
      end(worker, by: number)
    }
  }

  /// Sleeps, unless it is asked to end.
  private func rest(_ seconds: Int) {
    let end = Self.now + seconds
    while case let left = end - Self.now, left > 0 {
      guard let number = signals.next(within: left), number != SIGCHLD else { continue }
      AgentSignals.end(by: number)
    }
  }

  /// Passes a signal on, waits for the end of the agent, and ends by it too.
  private func end(_ worker: pid_t, by number: Int32) -> Never {
    kill(worker, number)
    kill(worker, SIGCONT)
    let end = Self.now + Self.timeout
    while waitpid(worker, nil, WNOHANG) == 0 {
      let left = end - Self.now
      if left <= 0 { kill(worker, SIGKILL) }
      _ = signals.next(within: max(1, left))
    }
    AgentSignals.end(by: number)
  }

  /// Starts the agent in a session of its own, so that it gets the terminal's signals only through
  /// this process.
  private func startAgent() -> pid_t? {
    let name = CommandLine.arguments.first ?? "keepsake"
    var agent = ProgramStart(
      "/proc/self/exe", arguments: [name, "agent", "--\(Self.option)", "\(getpid())"] + options)
    agent.streams = [STDIN_FILENO: .null]
    agent.group = .ownSession
    do throws(ProgramStart.Failure) {
      return try agent.start()
    } catch {
      Console.message("keepsake: cannot start the agent: \(error.reason)")
      return nil
    }
  }

  /// Seconds of the monotonic clock.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

/// How long a supervisor waits before it starts what has failed again: a second, two, four, at most a minute.
nonisolated struct AgentPauses {
  private var next = 1

  /// The longest pause, in seconds.
  static let longest = 60

  /// The pause after an end.
  ///
  /// - Parameter lasted: How long it ran, in seconds; after a long life the next pause is short again.
  mutating func pause(after lasted: Int) -> Int {
    if lasted >= Self.longest { next = 1 }
    defer { next = min(2 * next, Self.longest) }
    return next
  }
}
