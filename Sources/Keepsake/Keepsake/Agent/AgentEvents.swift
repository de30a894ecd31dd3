import Dispatch
import Foundation
import Storage

/// The signals that an agent and its supervisor wait for instead of being interrupted by them.
nonisolated struct AgentSignals {
  /// The signals that request an end.
  private static let ending = [SIGTERM, SIGINT, SIGHUP]

  private var set = sigset_t()

  /// Blocks the signals in this thread and in threads started later.
  ///
  /// An ignored hang-up, as under `nohup`, stays ignored.
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

/// Reports to the main actor which files of a directory were written, made, moved in or closed.
///
/// Without a watch left it looks every two seconds. A released lock can't be seen that way, so each look reports the locks,
/// too.
final class DirectoryWatch {
  private static let interval = 2

  private let directory: String
  private let names: Set<String>
  private let changed: (Set<String>) -> Void
  private let events = FileEvents(interval: DirectoryWatch.interval)
  private var stamps: [String: FileStamp] = [:]

  /// The lock files, which may have been released.
  private let locks: Set<String>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - directory: The directory, which exists.
  ///   - names: The files of interest.
  ///   - locks: Those of them that programs hold.
  ///   - changed: Called with the names of files, on the main thread.
  init(
    _ directory: String, names: Set<String>, locks: Set<String>,
    changed: @escaping (Set<String>) -> Void
  ) {
    (self.directory, self.names, self.locks, self.changed) = (directory, names, locks, changed)
    _ = events.watch(directory)
    _ = takeChanges()
    events.observe { [weak self] in DispatchQueue.main.async { self?.hear() } }
  }

  private func hear() {
    let told = events.take()
    var found = Set(told.compactMap { if case .file(let name) = $0 { name } else { nil } })
    if told.contains(.overflow) { found.formUnion(takeChanges().union(locks)) }
    changed(found.intersection(names))
  }

  /// The files that are others than at the last look.
  private func takeChanges() -> Set<String> {
    names.filter { name in
      let stamp = FileStamp(path: directory + "/" + name)
      defer { stamps[name] = stamp }
      return stamp != stamps[name]
    }
  }
}
