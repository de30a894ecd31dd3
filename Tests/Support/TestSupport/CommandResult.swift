import Foundation

/// The output and status of a program.
public struct CommandResult {
  /// Its status, or 128 plus the number of a signal.
  public var status: Int32
  /// Its standard output.
  public var output: Data
  /// Its standard error.
  public var errors: String

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard error.
  public var messages: [Substring] { errors.split(separator: "\n") }

  /// Runs a program without a terminal, and waits for its end.
  ///
  /// Its input and output use files, so that neither side blocks on a full pipe.
  public init(
    of program: String, _ arguments: [String], input: Data = Data(), environment: [String: String]
  ) throws {
    let directory = NSTemporaryDirectory() + "run-\(UUID().uuidString)"
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
    status = process.waitForEnd()
    output = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/out"))
    errors = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/err")), as: UTF8.self)
  }
}
