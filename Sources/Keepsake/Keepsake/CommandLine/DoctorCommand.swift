import ArgumentParser
import Foundation
import Inventory

/// `keepsake doctor`: checks everything.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the data: a line for each thing that was looked at.",
    discussion: """
      Nothing is changed. The last lines name the programs and libraries that Keepsake can do without, and \
      what is missing where they are. Every attachment is read, which takes a while where there are many.

      Exit status: 0 where nothing is wrong, 65 for damaged data, 77 where others can read it, \
      78 for config.toml and restrictions.toml.
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    do {
      var status: Int32 = 0
      func report(_ finding: Finding) throws {
        if json { try Console.json(Record(finding)) } else { Self.say(finding) }
        if status == 0 { status = finding.exitCode }
      }
      let guide = try Workspace.guide()
      let data = try Workspace.paths().data
      if !guide.limits.isNone {
        // What lies open in the drafts by former limits does not count either; a damaged inventory is for the doctor to say.
        _ = try? Workspace.openInventory(guide: guide)
      }
      try Doctor(directory: data, guide: guide).examine(report)
      try report(Self.findingOfKeys())
      try Self.findingsOfPreferences().forEach(report)
      try OptionalPart.known.map(\.finding).forEach(report)
      if status != 0 { throw ExitCode(status) }
    } catch let error as ExitCode {
      throw error
    } catch {
      Console.fail(error)
    }
  }

  /// What is to be said of the keys; a damaged inventory is for the other findings.
  private static func findingOfKeys() throws -> Finding {
    let paths = try Workspace.paths()
    let count = try? InventoryStore(directory: paths.data, access: .read).privateItemCount()
    return Vault(paths).finding(privateItems: count ?? 0)
  }

  /// What the person's preferences say that does not count.
  private static func findingsOfPreferences() throws -> [Finding] {
    let restrictions = try Workspace.paths().restrictions.read()
    let problems = try Workspace.personal().problems + restrictions.problems
    guard problems.isEmpty else {
      return problems.map {
        Finding(check: .configuration, status: .problem, text: "\($0)", exitCode: 78)
      }
    }
    if let advice = try adviceOnCurrency() {
      return [Finding(check: .configuration, status: .note, text: advice, exitCode: 0)]
    }
    return [Finding(check: .configuration, status: .ok, text: "nothing wrong", exitCode: 0)]
  }

  /// Where the preferred currency is not that of the inventory; a damaged one is for the other findings.
  private static func adviceOnCurrency() throws -> String? {
    let personal = try Workspace.personal()
    guard personal.currency != nil,
      let store = try? InventoryStore(directory: Workspace.paths().data, access: .read)
    else { return nil }
    return personal.advice(onCurrency: store.currency)
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
