import Foundation
import RepriseTesting
import TestSupport

extension Home {
  /// Runs a command of the program, without a terminal, and waits for its end.
  func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws -> CommandResult {
    try Self.run(
      Self.program, arguments, input: input,
      environment: environment ?? ["HOME": path, "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"])
  }

  /// Runs any program.
  static func run(
    _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String]
  ) throws -> CommandResult {
    try CommandResult(of: program, arguments, input: input, environment: environment)
  }

  /// Everything in the inventory, as the program exports it.
  func export() throws -> String { try run(["export"]).text }
}
