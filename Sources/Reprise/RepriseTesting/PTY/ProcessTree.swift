import Glibc

/// Looks up processes in `/proc`.
nonisolated public enum ProcessTree {
  /// The descendants of a process, parents first.
  public static func descendants(of process: pid_t) -> [pid_t] {
    // A child belongs to the thread that started it.
    let tasks = "/proc/\(process)/task"
    let children = names(in: tasks).flatMap { thread in
      contents(of: "\(tasks)/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
    }
    return children.flatMap { [$0] + descendants(of: $0) }
  }

  /// The processes with an argument that equals a text, such as the path of a test's file.
  public static func processes(naming word: String) -> [pid_t] {
    names(in: "/proc").compactMap { pid_t($0) }.filter { process in
      contents(of: "/proc/\(process)/cmdline").split(separator: "\0").contains { $0 == word }
    }
  }

  /// The name of a process, as process lists show it; `nil` if there is no such process.
  public static func name(of process: pid_t) -> String? {
    let name = contents(of: "/proc/\(process)/comm")
    return name.isEmpty ? nil : String(name.dropLast())
  }

  /// The state letter of a process, `T` when stopped; `nil` if there is no such process.
  public static func state(of process: pid_t) -> Character? {
    state(at: "/proc/\(process)")
  }

  private static func state(at path: String) -> Character? {
    let fields = contents(of: "\(path)/stat")
    return fields.lastIndex(of: ")").flatMap { fields[$0...].dropFirst(2).first }
  }

  /// The activity of a process's threads, and how often they have run.
  struct Activity: Equatable {
    /// Whether no thread runs.
    var sleeps: Bool

    /// Whether the main thread waits for its next event, not for a lock, the disk or a timer.
    var waitsForEvents: Bool

    /// How often and how long each thread has run.
    var runs: [String]
  }

  /// The kernel functions in which a thread waits for files, signals or children, or is stopped.
  private static let waits = [
    "poll_schedule", "do_epoll_wait", "ep_poll", "do_sigtimedwait", "do_wait", "wait_woken",
    "n_tty_read", "do_signal_stop", "do_sys_poll",
  ]

  /// Reads the state of all threads of a process; a missing process sleeps.
  static func activity(of process: pid_t) -> Activity {
    let tasks = "/proc/\(process)/task"
    let threads = names(in: tasks)
    let place = contents(of: "/proc/\(process)/wchan")
    return Activity(
      sleeps: threads.allSatisfy { sleeps("\(tasks)/\($0)") },
      waitsForEvents: threads.isEmpty || waits.contains(where: place.hasPrefix),
      runs: threads.map { contents(of: "\(tasks)/\($0)/schedstat") })
  }

  /// Whether a process or thread, named by its path in `/proc`, sleeps, is stopped or has ended.
  private static func sleeps(_ path: String) -> Bool {
    switch state(at: path) {
    case nil, "S", "T", "Z", "X": true
    default: false
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Whether a process exists and has not ended.
  public static func isRunning(_ process: pid_t) -> Bool {
    guard let state = state(of: process) else {
      // An unreadable process may still exist, so ask the kernel.
      return kill(process, 0) == 0
    }
    return state != "Z" && state != "X"
  }

  private static func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
