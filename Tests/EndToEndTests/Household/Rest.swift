import Foundation
import RepriseTesting
import TestSupport

/// Whether idle processes sleep.
enum Rest {
  /// Waits until processes stay asleep for three seconds.
  ///
  /// Pending work completes first; a process that polls is never quiet that long.
  static func comes(to processes: [pid_t]) -> Bool {
    (0..<6).contains { _ in
      let before = processes.map(counts(of:))
      usleep(3_000_000)
      return processes.map(counts(of:)) == before
    }
  }

  /// Waits until a process stays stopped for three seconds.
  ///
  /// Data that arrived meanwhile may wake it as soon as it stops, and keep it busy for long.
  ///
  /// - Returns: The time when it stopped; `nil` if it doesn't stay stopped.
  static func stop(of process: pid_t) -> ContinuousClock.Instant? {
    var start: ContinuousClock.Instant?
    let stays = Wait.until {
      guard ProcessTree.state(of: process) == "T" else {
        start = nil
        return false
      }
      let since = start ?? .now
      start = since
      return ContinuousClock.now - since >= .seconds(3)
    }
    return stays ? start : nil
  }

  /// The number of times that each thread of a process went to sleep.
  private static func counts(of process: pid_t) -> [String: Int] {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    var counts: [String: Int] = [:]
    for task in tasks {
      let path = "/proc/\(process)/task/\(task)/status"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches") }
      let name = try? String(contentsOfFile: "/proc/\(process)/task/\(task)/comm", encoding: .utf8)
      counts["\(task) \((name ?? "").dropLast())"] = line.flatMap { $0.split(separator: "\t").last }
        .flatMap { Int($0) }
    }
    return counts
  }
}
