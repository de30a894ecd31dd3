import Foundation
import Inventory
import RepriseTesting
import TestSupport
import Testing

/// `keepsake view`, and `--view` of other commands, run as the real program.
@Suite(.waitsForProcesses) struct ViewCommandTests {
  private let home: Home

  init() throws { home = try Home(isEmpty: true) }

  private func run(_ arguments: String...) throws -> CommandResult {
    try home.run(
      arguments, environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
  }

  @Test func viewsAreSavedListedRenamedAndDeleted() throws {
    let saved = try run("view", "save", "Lent things", "--sort", "value", "--descending", "is:lent")
    #expect(saved.errors == "Saved the view “Lent things”\n" && saved.status == 0)
    #expect(try run("view", "list").text == "Lent things\tis:lent\tvalue descending\n")
    let replaced = try run("view", "save", "--json", "LENT THINGS", "is:lent", "-home")
    #expect(replaced.status == 64, "a word after - needs --")
    let again = try run("view", "save", "--json", "LENT THINGS", "--", "is:lent", "-home")
    #expect(again.errors == "Replaced the view “LENT THINGS”\n")
    #expect(
      again.text
        == #"{"descending":false,"filter":"is:lent -home","hiddenColumns":[],"name":"LENT THINGS","sort":"name"}"#
        + "\n")
    #expect(try run("view", "rename", "lent things", "Away").errors.contains("Renamed"))
    #expect(try run("view", "delete", "away").errors == "Deleted the view “Away”\n")
    #expect(try run("view", "list", "--json").text.isEmpty)
    #expect(try run("view", "delete", "away").status == 66)
    #expect(try run("view", "save", "Bad", "price>abc").status == 64)
  }

  @Test func listExportAndReportTakeAView() throws {
    for (name, place) in [("Drill", "Cellar"), ("Saw", "Cellar"), ("Teapot", "Kitchen")] {
      _ = try run("add", name, "place=\(place)", "price=\(name.count)")
    }
    _ = try run("view", "save", "Tools", "--sort", "value", "--descending", "place:cellar")
    let names = try run("list", "--view", "tools").text.split(separator: "\n")
      .map { $0.split(separator: "\t")[0] }
    #expect(names == ["Drill", "Saw"])
    #expect(try run("list", "--view", "tools", "saw").text.hasPrefix("Saw\t"))
    let csv = try run("export", "--view", "Tools").text
    #expect(csv.contains("Drill") && !csv.contains("Teapot"))
    let report = try run("report", "--csv", "--view", "Tools").text
    #expect(report.contains("Saw") && !report.contains("Teapot"))
    let missing = try run("list", "--view", "Nothing")
    #expect(missing.status == 66 && missing.errors.contains("keepsake view list"))
  }
}
