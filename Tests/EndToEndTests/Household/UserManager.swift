import Foundation
import TestSupport

/// A user's systemd manager, which runs from login to logout with its own `/run`.
final class UserManager {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether this machine has one.
  static let isHere = access(program, X_OK) == 0

  private static let program = "/lib/systemd/systemd"
  private let process: ChildProcess
  private let environment: [String: String]
  private let log: String

  /// Starts a session for a home.
  init(_ home: Home) throws {
    let runtime = home.path + "/run"
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    log = home.path + "/manager.log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": runtime,
      "SYSTEMD_LOG_TARGET": "console",
    ]
    // systemd runs only if the system was booted with it.
    let script = """
      mount -t tmpfs none /run && mkdir -p /run/systemd/system && exec \(Self.program) --user
      """
    let errors = try FileHandle(forWritingTo: URL(filePath: log))
    defer { withExtendedLifetime(errors) {} }
    process = try ChildProcess(
      "/usr/bin/unshare", ["-m", "sh", "-c", script], environment: environment,
      streams: [nil, errors.fileDescriptor, errors.fileDescriptor])
    let isUp = Wait.until {
      (try? self.control("is-active", "default.target").text) == "active\n"
    }
    guard isUp else { throw Failure(description: "no manager: \(messages)") }
  }

  deinit { end() }

  /// Ends the session and every process that the manager started.
  func end() {
    kill(process.identifier, SIGTERM)
    if !Wait.until({ !self.process.isRunning }) { kill(process.identifier, SIGKILL) }
    process.waitForEnd()
  }

  /// Runs `systemctl --user`.
  @discardableResult
  func control(_ arguments: String...) throws -> CommandResult {
    try Home.run("/usr/bin/systemctl", ["--user"] + arguments, environment: environment)
  }

  /// Its log.
  var messages: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  /// The main process of a running unit, other than a former process.
  func process(of unit: String, after former: pid_t? = nil) throws -> pid_t {
    var found: pid_t?
    _ = try Wait.until(seconds: 40) {
      let shown = try self.control("show", "--property=MainPID", "--value", unit)
      found = pid_t(shown.text.trimmingCharacters(in: .newlines))
      return found != nil && found != 0 && found != former
    }
    guard let found, found != 0, found != former else {
      throw Failure(description: "\(unit) does not run: \(messages)")
    }
    return found
  }
}
