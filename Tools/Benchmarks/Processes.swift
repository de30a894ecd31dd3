import Foundation

/// Figures of running processes from `/proc`.
enum Processes {
  /// The descendants of a process.
  static func descendants(of process: pid_t) -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let children = text.split(separator: " ").compactMap { pid_t($0) }
    return children + children.flatMap(descendants(of:))
  }

  /// A number from `/proc/PID/status` or another file of `NAME: NUMBER` lines; 0 when missing.
  static func number(_ name: String, in path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { $0.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" }) }
      .flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
  }

  /// The number of voluntary context switches of each thread of a process.
  static func wakeUps(of process: pid_t) -> [String: Int] {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let counts = tasks.map { task in
      (task, number("voluntary_ctxt_switches", in: "/proc/\(process)/task/\(task)/status"))
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// The number of wakeups of a process's threads since an earlier count.
  static func wakeUps(of process: pid_t, since before: [String: Int]) -> Int {
    wakeUps(of: process).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
  }

  /// The processor time of a process in milliseconds, with all threads it ever had.
  static func processorTime(of process: pid_t) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The processor time of this thread in milliseconds.
  static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// How long the main thread of a process has run, and how long it was runnable but waited for a
  /// processor, in milliseconds.
  static func interfaceTime(of process: pid_t) -> (run: Double, wait: Double) {
    let path = "/proc/\(process)/task/\(process)/schedstat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let times = text.split(separator: " ").compactMap { Double($0) }
    return times.count > 1 ? (times[0] / 1e6, times[1] / 1e6) : (.nan, .nan)
  }

  /// Runs a command to completion; returns its duration and processor time in seconds, and its peak
  /// memory in KiB.
  ///
  /// - Throws: ``BenchmarkError`` if the command can't be started or its exit status isn't the expected one.
  static func run(
    _ words: [String], environment: [String: String], output: String = "/dev/null",
    expecting exitStatus: Int32 = 0
  )
    throws -> (seconds: Double, processor: Double, peak: Int)
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let arguments = words.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in arguments + variables { free(text) } }
    let start = RawTerminal.now
    var process = pid_t()
    guard posix_spawn(&process, words[0], &actions, nil, arguments + [nil], variables + [nil]) == 0
    else { throw BenchmarkError("\(words[0]) cannot be started") }
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    guard status == exitStatus << 8 else {
      throw BenchmarkError("\(words.joined(separator: " ")) failed")
    }
    let processor = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    return ((RawTerminal.now - start) / 1e6, processor, usage.ru_maxrss)
  }
}
