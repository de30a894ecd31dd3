import Foundation
import RepriseTesting
import TestSupport

/// What a command of the program said, and how it ended.
struct CommandResult {
  var status: Int32
  var output: Data
  var errors: String

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of the messages.
  var messages: [Substring] { errors.split(separator: "\n") }
}

extension Home {
  /// Runs a command of the program, without a terminal, and waits for its end.
  func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws -> CommandResult {
    try Self.run(
      Self.program, arguments, input: input,
      environment: environment ?? ["HOME": path, "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"])
  }

  /// Runs any program; what it reads and says goes through files, so that nobody waits for anybody.
  static func run(
    _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String]
  ) throws -> CommandResult {
    let directory = NSTemporaryDirectory() + "keepsake-run-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func file(_ name: String, _ data: Data = Data()) throws -> FileHandle {
      let url = URL(fileURLWithPath: "\(directory)/\(name)")
      try data.write(to: url)
      return try FileHandle(forUpdating: url)
    }
    let files = try [file("in", input), file("out"), file("err")]
    defer { withExtendedLifetime(files) {} }
    let process = try ChildProcess(
      program, arguments, environment: environment, streams: files.map(\.fileDescriptor))
    let status = process.waitForEnd()
    return CommandResult(
      status: status,
      output: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/out")),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/err")), as: UTF8.self))
  }

  /// Everything in the inventory, as the program exports it.
  func export() throws -> String { try run(["export"]).text }
}
