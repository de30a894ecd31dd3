import ArgumentParser
import Foundation
import Inventory

/// `keepsake doctor`: checks everything.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the data: a line for each thing that was looked at.",
    discussion: """
      Nothing is changed. Every attachment is read, which takes a while where there are many.

      Exit status: 0 where nothing is wrong, 65 for damaged data, 77 where others can read it.
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    do {
      var status: Int32 = 0
      try Doctor(directory: Workspace.paths().data).examine { finding in
        if json { try Console.json(Record(finding)) } else { Self.say(finding) }
        if status == 0 { status = finding.exitCode }
      }
      if status != 0 { throw ExitCode(status) }
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.fail(error)
    }
  }

  private static func say(_ finding: Finding) {
    let mark =
      switch finding.status {
      case .ok: "ok"
      case .note: "note"
      case .problem: "PROBLEM"
      }
    Console.data(mark, finding.check.rawValue, finding.text)
  }

  /// A finding as `--json` prints it.
  private struct Record: Encodable {
    let check: String
    let status: String
    let text: String

    init(_ finding: Finding) {
      check = finding.check.rawValue
      status = finding.status.rawValue
      text = finding.text
    }
  }
}
