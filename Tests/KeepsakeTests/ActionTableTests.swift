import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Every action of Keepsake: its keys, its title and its id, screen by screen, in a checked-in file.
///
/// An id is what a person's configuration names. A line of the file that changes its id breaks that:
/// give the action its old id back, whatever else became of it.
@Suite struct ActionTableTests {
  /// The ways to the screens, in the states that offer something of their own.
  private static let screens: [(name: String, keys: String)] = [
    ("items", ""),
    ("items, an unfinished filter", "/tea"),
    ("items, a filter", "/tea<Enter>"),
    ("items, editing", "E"),
    ("items, marked", "E "),
    ("items, a draft", "nTea<Esc><Home>"),
    ("item", "<Enter>"),
    ("attachments", "<Enter>p"),
    ("files to attach", "P"),
    ("places", "2"),
    ("place", "2<Enter>"),
    ("reports", "3"),
    ("form", "n"),
    ("form, notes", "n" + WaysInForm.toNotes),
    ("form, a choice", "n<Tab><Tab>"),
    ("form, a folded group", "n" + WaysInForm.toWhat),
    ("form, an unfolded group", "n\(WaysInForm.toWhat)<Enter>"),
    ("form, a button", "n<Shift-Tab>"),
    ("category", "n<Tab><Tab><Enter>"),
    ("what becomes of a place", "2x"),
    ("help", "?"),
    ("what is saved", "<F12>"),
  ]

  @Test func everyActionIsTheOneInTheFile() throws {
    var lines: [String] = []
    for screen in Self.screens {
      let app = try SampleApp(size: Size(width: 100, height: 30), audits: false)
      try app.keys(screen.keys)
      lines += ["", screen.name] + Self.table(of: app.pilot.application.window)
      #expect(
        app.pilot.application.restorationReport.remarks == [], "no action is reported as wrong")
    }
    for (name, keys) in [("a text on one line", "n"), ("a text", "n" + WaysInForm.toNotes)] {
      let app = try SampleApp(size: Size(width: 100, height: 30), audits: false)
      try app.keys(keys)
      let window = app.pilot.application.window
      let form = try #require(window.frontController)
      lines += ["", "in " + name] + Self.lines(for: window.editingKeyCommands(of: form))
    }
    try Self.compare(lines.dropFirst().joined(separator: "\n") + "\n")
  }

  private static func table(of window: Window) -> [String] {
    lines(for: window.availableKeyCommands)
  }

  private static func lines(for commands: [KeyCommand]) -> [String] {
    commands.map { command in
      let mark = command.isEssential ? "!" : command.isHinted ? "+" : " "
      let label = command.label.padding(toLength: 10, withPad: " ", startingAt: 0)
      let title = command.title.padding(toLength: 28, withPad: " ", startingAt: 0)
      return "  \(mark) \(label) \(title) \(command.actionID ?? "-")"
    }
  }

  /// Compares with the file, which `UPDATE_PICTURES=1` writes anew.
  private static func compare(_ now: String) throws {
    let path = (#filePath as NSString).deletingLastPathComponent + "/Pictures/actions.txt"
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
      try now.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    let (old, new) = (kept.split(separator: "\n"), now.split(separator: "\n"))
    let differences = new.difference(from: old)
    #expect(
      differences.isEmpty, "\(differences.map(String.init(describing:)).joined(separator: "\n"))")
  }
}
