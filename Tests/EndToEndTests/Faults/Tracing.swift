import Foundation
import Reprise
import RepriseTesting

/// The program under strace, which can do something to its calls of the system.
///
/// strace and its file go with it.
final class TracedApp {
  let process: PTYProcess
  private let log: String

  /// Opens the interface under strace and does not wait for anything.
  ///
  /// strace is a grandchild of the program (`-D`): the terminal and the guardian are as always.
  ///
  /// - Parameter isFast: Whether only the calls in question are looked at, which takes a third of the
  ///   time. The program cannot do without strace then, and strace does not kill.
  init(_ home: Home, _ arguments: [String], isFast: Bool = false) throws {
    log = home.path + ".strace"
    let options =
      ["-D", "-I", "2", "-f", "-qq", "-y", "-o", log] + (isFast ? ["--seccomp-bpf"] : [])
    process = try PTYProcess(
      "/usr/bin/strace", options + arguments + [Home.program],
      environment: ["HOME": home.path, "KEEPSAKE_RESTART": "0"])
  }

  /// What strace has written so far.
  var trace: String {
    String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
  }

  /// The calls to which something was done.
  var harm: [Substring] {
    trace.split(separator: "\n").filter { $0.hasSuffix("(INJECTED)") }
  }

  /// Whether something was done to a call about a file below a directory.
  ///
  /// The second half of a line that strace had to break does not name the file.
  func wasReached(in directory: String) -> Bool {
    harm.contains { $0.contains(directory + "/") || $0.contains(" resumed>") }
  }

  /// Whether something was done to a call about anything else.
  func wasReached(outside directory: String) -> Bool {
    harm.contains { !$0.contains(directory + "/") && !$0.contains(" resumed>") }
  }

  /// Has the program go on without strace: what was wrong with its calls is no longer.
  func detach() throws {
    for tracer in tracers { kill(tracer, SIGTERM) }
    try process.wait { tracers.isEmpty }
  }

  /// Whether the program has left the terminal, or has ended.
  func hasEnded(_ picture: TerminalPicture) -> Bool {
    process.reap() != nil || picture.text.contains("keepsake: ")
  }

  /// Waits until the program has ended, and says how.
  ///
  /// Now and then strace 6.1 sleeps through the end of a program with threads, which nobody else
  /// can take note of then: it is not needed any more.
  func waitForExit() throws -> ProcessEnd {
    if let status = try? process.waitForExit(timeout: .milliseconds(300)) { return status }
    end()
    return try process.waitForExit()
  }

  deinit { end() }

  /// Ends strace, which has nothing to do any more, and forgets what it wrote.
  ///
  /// strace is no descendant of the test, and the program that it traces may have ended: it is known by the name of
  /// its file, which no other process has in its command.
  func end() {
    for tracer in ProcessTree.processes(naming: log) { kill(tracer, SIGKILL) }
    unlink(log)
  }

  private var tracers: Set<pid_t> {
    Set(([process.processID] + process.descendants).compactMap(Self.tracer))
  }

  private static func tracer(of process: pid_t) -> pid_t? {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line.flatMap { pid_t($0.dropFirst(10).drop { $0 == "\t" }) }.flatMap {
      $0 == 0 ? nil : $0
    }
  }

  /// Makes sure that strace is there and may trace.
  static func check() throws {
    guard access("/usr/bin/strace", X_OK) == 0 else {
      throw CannotTrace(reason: "strace is missing: run ./setup tests")
    }
    let result = try Home.run(
      "/usr/bin/strace", ["-qq", "-o", "/dev/null", "/bin/true"], environment: [:])
    guard result.status == 0 else {
      throw CannotTrace(
        reason: "strace may not trace here; allow ptrace (in a container: --cap-add=SYS_PTRACE): "
          + result.errors)
    }
    // It has to do harm, too: a file that is there cannot be opened.
    let harmed = try Home.run(
      "/usr/bin/strace",
      [
        "-qq", "-o", "/dev/null", "-P", "/etc/passwd", "-e", "inject=openat:error=EIO",
        "/bin/cat", "/etc/passwd",
      ], environment: [:])
    guard harmed.status != 0 else { throw CannotTrace(reason: "strace lets every call through") }
  }
}

/// Why faults cannot be injected.
struct CannotTrace: Error, CustomStringConvertible {
  let reason: String
  var description: String { "no fault was injected: \(reason)" }
}
