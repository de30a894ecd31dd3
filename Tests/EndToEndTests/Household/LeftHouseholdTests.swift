import Foundation
import RepriseTesting
import Testing

/// After leaving a household, the history still shows who changed what.
@Suite(.waitsForProcesses) struct LeftHouseholdTests {
  private let database: TestDatabase
  private let anna: Home
  private let ben: Home
  private let code: String
  /// Ben's change as Anna's history shows it.
  private let deed = "Price paid: nothing → 12.50"

  init() throws {
    database = try TestDatabase()
    anna = try Home(isEmpty: true)
    ben = try Home(isEmpty: true)
    #expect(try anna.run(["add", "Drill"]).status == 0)
    #expect(try anna.run(["set", "Drill", "notes=loud"]).status == 0)
    code = try anna.found(database, as: "Anna")
    try ben.join(code, as: "Ben")
    #expect(try ben.run(["set", "Drill", "price=12.50"]).status == 0)
    for home in [ben, anna] { #expect(try home.run(["household", "status"]).status == 0) }
  }

  /// The lines of the history, without the numbers: these depend on where a change is stored.
  private func history(_ home: Home) throws -> [String] {
    try home.run(["history", "Drill"]).text.split(separator: "\n").map { line in
      line.split(separator: "\t").dropLast().joined(separator: "\t")
    }
  }

  private func leave() throws {
    let left = try anna.run(["household", "leave"])
    #expect(left.status == 0, "\(left.errors)")
  }

  @Test func historyIsUnchangedAfterLeaving() throws {
    let before = try history(anna)
    #expect(before.count == 3 && before.first?.contains("Ben (") == true, "\(before)")
    #expect(before.first?.hasSuffix(deed) == true, "\(before)")
    try leave()
    #expect(try history(anna) == before)
  }

  @Test func rejoiningShowsEachChangeOnce() throws {
    let before = try history(anna)
    try leave()
    #expect(try anna.run(["set", "Drill", "notes=quiet"]).status == 0)
    try anna.join(code, as: "Anna")
    let after = try history(anna)
    #expect(after.count == before.count + 1 && after.suffix(before.count) == before[...])
    #expect(after.first?.contains("loud → quiet") == true, "\(after)")
  }

  @Test func backupKeepsAFormerHouseholdsHistory() throws {
    let before = try history(anna)
    try leave()
    let saved = try anna.run(["backup", anna.path])
    #expect(saved.status == 0, "\(saved.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: anna.path)
    let name = try #require(names.first { $0.hasSuffix(".zip") })
    let other = try Home(isEmpty: true)
    #expect(try other.run(["restore", "--force", anna.path + "/" + name]).status == 0)
    #expect(try history(other) == before)
  }
}
