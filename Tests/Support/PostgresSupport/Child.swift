import Foundation
import TestSupport

/// A command of the server, with its output in a file.
struct Child {
  private let process: ChildProcess

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: The path of a program, and its arguments.
  ///   - input: Its standard input; `nil` for none.
  ///   - log: The file for its output.
  init(_ command: [String], input: Int32? = nil, log: String) throws {
    let output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard output >= 0 else {
      throw PostgresPrograms.Failure(description: "\(log): \(String(cString: strerror(errno)))")
    }
    defer { close(output) }
    // The server's user may have no access to the current directory.
    process = try ChildProcess(
      "/usr/bin/env", ["-C", "/"] + command, environment: ProcessInfo.processInfo.environment,
      streams: [input, output, output])
  }

  /// Waits for its end, and returns its status, which is 0 on success.
  func wait() -> Int32 { process.waitForEnd() }
}
