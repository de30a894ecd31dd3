import Foundation
import RepriseTesting
import Testing

/// The doctor's findings about keys that are otherwise checked only when used.
@Suite(.waitsForProcesses) struct DoctorOfKeysTests {
  private let home: Home
  private var bag: String { home.data + "/keys.bag" }
  private var machineKey: String { home.data + "/machine.key" }

  init() throws {
    home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Lamp"]).status == 0)
  }

  private func makePrivateItem() throws {
    let set = try home.run(["passphrase"], input: Data("correct horse\n".utf8))
    #expect(set.status == 0, "\(set.errors)")
    #expect(try home.run(["add", "--private", "Sovereign"]).status == 0)
  }

  private func expectFinding(
    _ words: String, status: Int32, in other: Home? = nil,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let result = try (other ?? home).run(["doctor"])
    #expect(result.status == status, sourceLocation: place)
    let line = result.text.split(separator: "\n").first { $0.contains("\tkeys\t") }
    #expect(line?.contains(words) == true, "\(result.text)", sourceLocation: place)
  }

  @Test func soundKeysAreSound() throws {
    try expectFinding("ok\tkeys\tthere is no passphrase", status: 0)
    try makePrivateItem()
    try expectFinding("ok\tkeys\tsound", status: 0)
  }

  @Test func damagedKeysAreAProblem() throws {
    try makePrivateItem()
    try Data("nonsense".utf8).write(to: URL(filePath: bag))
    try expectFinding("PROBLEM\tkeys\t\(bag) is damaged", status: 65)
  }

  @Test func damagedMachineKeyIsAProblem() throws {
    try makePrivateItem()
    try Data("nonsense".utf8).write(to: URL(filePath: machineKey))
    try expectFinding("PROBLEM\tkeys\t\(machineKey) is damaged", status: 65)
  }

  /// The doctor changes nothing, so it creates no key; a restored home has none yet.
  @Test func missingMachineKeyIsANote() throws {
    try makePrivateItem()
    unlink(machineKey)
    try expectFinding("note\tkeys\t\(machineKey) is missing", status: 0)
    #expect(access(machineKey, F_OK) != 0)
  }

  @Test func privateItemsWithoutKeysAreAProblem() throws {
    try makePrivateItem()
    unlink(bag)
    try expectFinding("PROBLEM\tkeys\t1 private item, but no keys", status: 65)
  }

  /// Items sealed here can be opened only here.
  @Test func privateItemsOfAnotherHomeAreANote() throws {
    try makePrivateItem()
    let (file, other) = (home.path + "/all.csv", try Home(isEmpty: true))
    #expect(try home.run(["export", "-o", file]).status == 0)
    #expect(try other.run(["import", file]).status == 0)
    try expectFinding(
      "note\tkeys\t1 private item, encrypted: only the home that made", status: 0, in: other)
  }

  @Test func forgottenKeysAreANote() throws {
    try makePrivateItem()
    #expect(try home.run(["passphrase", "--forget"]).status == 0)
    try expectFinding("note\tkeys\t1 private item, encrypted: its passphrase was", status: 0)
  }

  /// Neither a window nor a new passphrase opens an item that another home sealed.
  @Test func anotherHomesPrivateItemAsksForNoPassphrase() throws {
    try makePrivateItem()
    let (file, other) = (home.path + "/all.csv", try Home(isEmpty: true))
    #expect(try home.run(["export", "-o", file]).status == 0)
    #expect(try other.run(["import", file]).status == 0)
    let refusal =
      "keepsake: “Private item” is encrypted: only the home that made it private can open it\n"
    let set = try other.run(["set", "Private item", "notes=mine"])
    #expect(set.status == 1 && set.errors == refusal)
    let attach = try other.run(["attach", "Private item", "/etc/hostname"])
    #expect(attach.status == 1 && attach.errors == refusal)
    // In the home that has the passphrase, the advice is correct.
    let here = try home.run(["set", "Private item", "notes=mine"])
    #expect(here.errors.contains("open it in a Keepsake window, which asks for the passphrase"))
  }

  @Test func jsonMarksPrivateItems() throws {
    #expect(try home.run(["add", "Kettle"]).status == 0)
    let before = try home.run(["list", "--json"]).text
    #expect(!before.contains("\"private\""))
    try makePrivateItem()
    let lines = try home.run(["list", "--json"]).text.split(separator: "\n")
    let marked = lines.filter { $0.contains("\"private\":true") }
    #expect(marked.count == 1 && marked.first?.contains("\"name\":\"Private item\"") == true)
    #expect(lines.filter { !$0.contains("\"private\"") }.joined(separator: "\n") + "\n" == before)
    #expect(try home.run(["show", "--json", "Private item"]).text.contains("\"private\":true"))
  }
}
