import Foundation

/// The system calls of processes, counted by `strace`.
struct SystemCalls {
  /// The number of calls by name.
  private(set) var counts: [String: Int] = [:]

  var total: Int { counts.values.reduce(0, +) }

  /// Traces processes with all their threads for a while; `nil` where that is not possible.
  init?(of processes: [pid_t], seconds: UInt32, subjects: Subjects) throws {
    guard let strace = subjects.installed("strace") else { return nil }
    let file = subjects.home + "/strace.txt"
    let words =
      ["/usr/bin/timeout", "--preserve-status", "-s", "INT", "\(seconds)", strace]
      + ["-qq", "-f", "-c", "-U", "calls,name", "-o", file] + processes.flatMap { ["-p", "\($0)"] }
    // It exits by the signal that ends the trace; where tracing is forbidden, with another status.
    guard
      (try? Processes.run(words, environment: subjects.environment, expecting: 128 + SIGINT)) != nil
    else { return nil }
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[0]), words[1] != "total" else { continue }
      counts[String(words[1])] = count
    }
  }
}
