import Foundation
import Reprise
import RepriseTesting

/// The program under strace, which can inject faults into its system calls.
///
/// Deinitialization ends strace and deletes its file.
final class TracedApp {
  let process: PTYProcess
  private let log: String

  /// Opens a window under strace and waits for nothing.
  ///
  /// strace is a grandchild of the program (`-D`), so the terminal and the guardian are as usual.
  ///
  /// - Parameter isFast: Whether only the selected calls are traced, which takes a third of the time. The program
  /// then can't run without strace, and strace doesn't kill it.
  init(_ home: Home, _ arguments: [String], isFast: Bool = false) throws {
    log = home.path + ".strace"
    let options =
      ["-D", "-I", "2", "-f", "-qq", "-y", "-o", log] + (isFast ? ["--seccomp-bpf"] : [])
    process = try PTYProcess(
      "/usr/bin/strace", options + arguments + [Home.program],
      environment: ["HOME": home.path, "KEEPSAKE_RESTART": "0"])
  }

  /// The output of strace so far.
  var trace: String {
    String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
  }

  /// The calls with injected faults.
  var harm: [Substring] {
    trace.split(separator: "\n").filter { $0.hasSuffix("(INJECTED)") }
  }

  /// Whether a fault hit a call about a file below a directory.
  ///
  /// The second half of a line that strace had to split doesn't name the file.
  func wasReached(in directory: String) -> Bool {
    harm.contains { $0.contains(directory + "/") || $0.contains(" resumed>") }
  }

  /// Whether a fault hit a call about anything else.
  func wasReached(outside directory: String) -> Bool {
    harm.contains { !$0.contains(directory + "/") && !$0.contains(" resumed>") }
  }

  /// Detaches strace, which ends the faults.
  func detach() throws {
    for tracer in tracers { kill(tracer, SIGTERM) }
    try process.wait { tracers.isEmpty }
  }

  /// Whether the program has left the terminal or ended.
  func hasEnded(_ picture: TerminalPicture) -> Bool {
    process.reap() != nil || picture.text.contains("keepsake: ")
  }

  /// Waits until the program has ended, and returns its status.
  ///
  /// strace 6.1 occasionally misses the end of a program with threads, and no other process can reap it then. strace
  /// is no longer needed at that point.
  func waitForExit() throws -> ProcessEnd {
    if let status = try? process.waitForExit(timeout: .milliseconds(300)) { return status }
    end()
    return try process.waitForExit()
  }

  deinit { end() }

  /// Ends strace and deletes its output.
  ///
  /// strace is no descendant of the test, and the traced program may have ended. strace is found by the name of its
  /// file, which appears in no other process's command.
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

  /// Checks that strace is installed and allowed to trace.
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
    // Fault injection must work, too: this file exists but can't be opened.
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
