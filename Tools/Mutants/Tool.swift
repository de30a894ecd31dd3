import Foundation

/// Runs other programs.
enum Tool {
  struct Outcome {
    var status: Int32
    var output: String
    var isTimedOut = false
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program and returns its output, including errors.
  ///
  /// - parameter seconds: The time limit, after which it is killed.
  static func run(
    _ program: String, _ arguments: [String], in directory: String,
    environment: [String: String] = [:], seconds: Double = 3600
  ) throws -> Outcome {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let file = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let isTimedOut = ended.wait(timeout: .now() + seconds) == .timedOut
    if isTimedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    try file.close()
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      isTimedOut: isTimedOut)
  }

  /// Runs a program found through `PATH`; throws when it fails.
  @discardableResult
  static func need(_ words: [String], in directory: String) throws -> String {
    let outcome = try run("/usr/bin/env", words, in: directory)
    guard outcome.status == 0 else {
      throw Failure(
        description: "\(words.joined(separator: " ")) failed:\n\(outcome.output.suffix(4000))")
    }
    return outcome.output
  }
}
