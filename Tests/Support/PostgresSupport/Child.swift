import Foundation
import TestSupport

/// A command of the server, with a file for what it says.
struct Child {
  private let process: ChildProcess

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: The path of a program, and what it is given.
  ///   - input: What it reads; nil for nothing.
  ///   - log: The file for what it says.
  init(_ command: [String], input: Int32? = nil, log: String) throws {
    let output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard output >= 0 else {
      throw PostgresPrograms.Failure(description: "\(log): \(String(cString: strerror(errno)))")
    }
    defer { close(output) }
    // Another login may not be let into the directory that this one is in.
    process = try ChildProcess(
      "/usr/bin/env", ["-C", "/"] + command, environment: ProcessInfo.processInfo.environment,
      streams: [input, output, output])
  }

  /// Waits for its end, and returns the status of it; 0 where all is well.
  func wait() -> Int32 { process.waitForEnd() }
}
