import Foundation
import Testing

/// `keepsake due`: what is due.
@Suite(.waitsForProcesses) struct DueCommandTests {
  private func home() throws -> Home {
    let home = try Home(isEmpty: true)
    for arguments in [
      ["add", "Drill", "lent-to=Ben", "due-back=yesterday"],
      ["add", "Camera", "warranty=+10d"],
      ["add", "Boiler", "price=1900", "maintenance=Service", "maintenance-interval=1w"],
    ] {
      #expect(try home.run(arguments).status == 0)
    }
    return home
  }

  @Test func linesAreGroupedAndOverdueKindsComeFirst() throws {
    let home = try home()
    let lines = try home.run(["due"]).text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.map { $0[0] } == ["loan", "backup", "maintenance", "warranty", "proof"])
    #expect(lines[0][2...] == ["1 day overdue", "Drill", "lent to Ben", "000-001"])
    #expect(lines[2][2...] == ["in 7 days", "Boiler", "Service", "000-003"])
    #expect(lines[4][3...] == ["Boiler", "no photo, no receipt", "000-003"])
    let kinds = try home.run(["due", "--days", "5", "--proof-from", "2000"]).text
      .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(kinds == ["loan", "backup"])
  }

  @Test func checkPrintsNothingAndExitsWithOneIfAnythingIsDue() throws {
    let home = try home()
    let found = try home.run(["due", "--check"])
    #expect(found.status == 1 && found.text.isEmpty && found.errors.isEmpty, "\(found.errors)")
    #expect(try home.run(["set", "Drill", "lent-to="]).status == 0)
    #expect(try home.run(["backup", home.path]).status == 0)
    // The gap in the proof of the boiler has no date.
    let none = try home.run(["due", "--check", "--days", "5"])
    #expect(none.status == 0 && none.text.isEmpty && none.errors.isEmpty, "\(none.errors)")
  }

  @Test func jsonHasALineForEachEntry() throws {
    let lines = try home().run(["due", "--json"]).text.split(separator: "\n")
    let loan = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(loan["kind"] as? String == "loan" && loan["overdue"] as? Bool == true)
    #expect(loan["days"] as? Int == -1 && loan["asset"] as? String == "000-001")
  }

  @Test func wrongOptionsAreRefused() throws {
    let home = try Home(isEmpty: true)
    #expect(try home.run(["due", "--days", "soon"]).status == 64)
    #expect(try home.run(["due", "--days", "-1"]).status == 64)
    #expect(try home.run(["due", "--proof-from", "much"]).status == 64)
    #expect(try home.run(["due", "--check", "--json"]).status == 64)
  }
}
