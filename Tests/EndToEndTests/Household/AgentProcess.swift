import Foundation
import RepriseTesting
import TestSupport

/// A home's `keepsake agent`, which ends with the test.
final class AgentProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process: ChildProcess
  private let log: String

  /// The started process, which is the supervisor.
  var identifier: pid_t { process.identifier }

  /// Starts it.
  init(
    _ home: Home, _ arguments: [String] = [], environment: [String: String] = [:],
    program: [String] = []
  ) throws {
    log = home.path + "/agent-\(UUID().uuidString).log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let command = program + [Home.program, "agent"] + arguments
    let errors = try FileHandle(forWritingTo: URL(filePath: log))
    defer { withExtendedLifetime(errors) {} }
    process = try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 },
      streams: [nil, nil, errors.fileDescriptor])
  }

  deinit {
    kill(identifier, SIGKILL)
    process.waitForEnd()
  }

  /// Its messages.
  var messages: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  /// The worker process, if it is running.
  var worker: pid_t? { Self.children(of: identifier).first }

  /// The exit status; `nil` while it runs.
  func status(within seconds: Int = 20) -> Int32? {
    _ = Wait.until(seconds: seconds) { !self.process.isRunning }
    return process.isRunning ? nil : process.waitForEnd()
  }

  /// Waits until the worker runs as a new process.
  func newWorker(after former: pid_t? = nil) throws -> pid_t {
    var found: pid_t?
    _ = Wait.until {
      found = self.worker.flatMap {
        $0 != former && Self.name(of: $0) == "keepsake-agent" ? $0 : nil
      }
      return found != nil
    }
    guard let found else { throw Failure(description: "no agent: \(messages)") }
    return found
  }

  /// Waits until the worker is connected, that is, until its companion runs.
  func companion(of worker: pid_t) throws -> pid_t {
    do {
      return try Self.companion(of: worker)
    } catch {
      throw Failure(description: "\(error): \(messages)")
    }
  }

  /// Waits until a process, an agent or a window, is connected.
  static func companion(of process: pid_t) throws -> pid_t {
    var found: pid_t?
    _ = Wait.until {
      // The kernel keeps 15 bytes of a process name.
      found = children(of: process).first { name(of: $0) == "keepsake-postgr" }
      return found != nil
    }
    guard let found else { throw Failure(description: "no connection of \(process)") }
    return found
  }

  /// The worker's child processes: only its companion.
  var children: [pid_t] { worker.map(Self.children) ?? [] }

  func signal(_ number: Int32) { kill(identifier, number) }

  private static func name(of process: pid_t) -> String {
    let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return (text ?? "").trimmingCharacters(in: .newlines)
  }

  /// The child processes of any thread of a process.
  private static func children(of process: pid_t) -> [pid_t] {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      let path = "/proc/\(process)/task/\(task)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }
}

extension Home {
  /// Waits until the list contains an item.
  func comesToHave(_ item: String) throws -> Bool {
    try Wait.until { try run(["list"]).text.contains(item) }
  }

  /// Whether it has an item after asking the household's server.
  func receives(_ item: String) throws -> Bool {
    try run(["household", "status"]).status == 0 && run(["list"]).text.contains(item)
  }

  /// Adds an item and sends it to the household.
  func addAndSend(_ item: String, _ fields: String...) throws {
    let added = try run(["add", item] + fields)
    let sent = try run(["household", "status"])
    guard added.status == 0, sent.status == 0 else {
      throw HouseholdFailure(description: added.errors + sent.errors + sent.text)
    }
  }
}
