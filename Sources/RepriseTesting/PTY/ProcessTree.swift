import Glibc

/// Looks up processes in `/proc`.
nonisolated public enum ProcessTree {
  /// The children of a process and theirs, parents first.
  public static func descendants(of process: pid_t) -> [pid_t] {
    let children = contents(of: "/proc/\(process)/task/\(process)/children")
      .split(separator: " ").compactMap { pid_t($0) }
    return children.flatMap { [$0] + descendants(of: $0) }
  }

  /// The name of a process, as process lists show it; `nil` if there is no such process.
  public static func name(of process: pid_t) -> String? {
    let name = contents(of: "/proc/\(process)/comm")
    return name.isEmpty ? nil : String(name.dropLast())
  }

  /// The state letter of a process, `T` when stopped; `nil` if there is no such process.
  public static func state(of process: pid_t) -> Character? {
    let fields = contents(of: "/proc/\(process)/stat")
    return fields.lastIndex(of: ")").flatMap { fields[$0...].dropFirst(2).first }
  }

  /// What the main thread of a process does, and how often it has run so far.
  struct Activity: Equatable {
    var sleeps: Bool
    var runs: String
  }

  /// Looks at the main thread of a process; one that does not exist sleeps.
  static func activity(of process: pid_t) -> Activity {
    let state = state(of: process)
    let runs = contents(of: "/proc/\(process)/task/\(process)/schedstat")
    return Activity(sleeps: state == nil || state == "S" || state == "Z", runs: runs)
  }

  /// Whether a process exists and has not ended.
  public static func isRunning(_ process: pid_t) -> Bool {
    state(of: process).map { $0 != "Z" && $0 != "X" } ?? false
  }

  private static func contents(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
