import Foundation

/// The signals that an agent and its supervisor wait for instead of being interrupted by them.
nonisolated struct AgentSignals {
  /// Those that ask for the end.
  private static let ending = [SIGTERM, SIGINT, SIGHUP]

  private var set = sigset_t()

  /// Holds back the signals in this thread, and in those that it starts from now on.
  ///
  /// A hang-up that was to be ignored, as under `nohup`, is ignored still.
  init() {
    sigemptyset(&set)
    for number in Self.ending where !Self.isIgnored(number) { sigaddset(&set, number) }
    sigaddset(&set, SIGCHLD)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits for the next signal.
  ///
  /// - Parameter seconds: How long at most; without, for ever.
  /// - Returns: Its number; `nil` when the time is over.
  func next(within seconds: Int? = nil) -> Int32? {
    var set = set
    while true {
      var time = timespec(tv_sec: seconds ?? 0, tv_nsec: 0)
      let number = seconds == nil ? sigwaitinfo(&set, nil) : sigtimedwait(&set, nil, &time)
      if number > 0 { return number }
      if errno != EINTR { return nil }
    }
  }

  /// Ends this process by a signal, as if it had not been held back.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    exit(128 + number)
  }
}
