import ArgumentParser
import Reprise

/// `notes doctor`: checks everything that the app stores.
struct DoctorCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Check the data, and print a line for each check.",
      discussion: """
        The command reads everything and changes nothing. It takes a while if there is a lot of data.

        Exit status: 0 without problems, 65 for damaged data, 77 if others can read it, \
        78 for a mistake in a configuration file.
        """)
  }

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    do {
      var status: Int32 = 0
      try App.examine(App.directories()) { finding in
        if json { try Console.json(Record(finding)) } else { Self.say(finding) }
        if status == 0 { status = finding.exitCode }
      }
      if status != 0 { throw ExitCode(status) }
    } catch let error as ExitCode {
      throw error
    } catch {
      App.fail(error)
    }
  }

  private static func say(_ finding: DoctorFinding) {
    let mark =
      switch finding.status {
      case .ok: "ok"
      case .note: "note"
      case .problem: "PROBLEM"
      }
    Console.data(mark, finding.check, finding.text)
  }
}

/// A finding as `--json` prints it; the names are stable.
private struct Record: Encodable {
  let check: String
  let status: String
  let text: String

  init(_ finding: DoctorFinding) {
    (check, status, text) = (finding.check, finding.status.rawValue, finding.text)
  }
}

/// The result of a check by `doctor`.
public struct DoctorFinding: Hashable, Sendable {
  /// The outcome of a check.
  public enum Status: String, Sendable {
    case ok
    /// Worth knowing, but not a problem.
    case note
    case problem
  }

  /// The name of the check.
  public var check: String
  /// The outcome.
  public var status: Status
  /// The finding in one line, with advice if there is a problem.
  public var text: String
  /// The exit status for the problem; 0 without one.
  public var exitCode: Int32

  /// Makes a finding.
  public init(check: String, status: Status, text: String, exitCode: Int32 = 0) {
    (self.check, self.status, self.text, self.exitCode) = (check, status, text, exitCode)
  }
}
