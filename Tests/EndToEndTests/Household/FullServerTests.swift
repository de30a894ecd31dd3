import Foundation
import PostgresSupport
import RepriseTesting
import TestSupport
import Testing

/// A server without disk space: changes wait, through kills, until there is space again.
@Suite(
  .waitsForProcesses, .enabled(if: SmallDisk.isAllowed, "needs the right to mount a small disk"))
struct FullServerTests {
  private let disk: SmallDisk
  private let database: TestDatabase
  private let anna: Home
  private let ben: Home

  init() throws {
    disk = try SmallDisk(megabytes: 48)
    database = try TestDatabase(on: PostgresServer(), disk: disk)
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
  }

  /// Adds an item too large for the free space in the server's pages.
  private func addLarge(_ item: String) throws {
    let notes = String(repeating: "long ", count: 12_000)
    let added = try anna.run(["add", item, "notes=\(notes)"])
    #expect(added.status == 0, "\(added.errors)")
  }

  @Test func agentKeepsUnsentChanges() throws {
    let (hers, his) = (try AgentProcess(anna), try AgentProcess(ben))
    let worker = try hers.newWorker()
    _ = try (hers.companion(of: worker), his.companion(of: his.newWorker()))
    try disk.fill()
    try addLarge("AAA chest")
    let line = "keepsake: the disk of the household's server is full: make room there\n"
    #expect(Wait.until { hers.messages == line }, "\(hers.messages)")
    kill(worker, SIGKILL)
    _ = try hers.companion(of: hers.newWorker(after: worker))
    #expect(try anna.run(["add", "AAA samovar"]).status == 0)
    let standing = try anna.run(["household", "status"])
    #expect(standing.status == 1, "\(standing.errors)")
    #expect(standing.text.contains("2 changes"), "\(standing.text)")
    #expect(standing.text.contains("server is full"), "\(standing.text)")
    #expect(try !ben.run(["list"]).text.contains("AAA"))
    try disk.makeRoom()
    #expect(try ben.comesToHave("AAA samovar"), "\(hers.messages)")
    #expect(try anna.export() == ben.export())
  }

  @Test func windowCountsUnsentChanges() throws {
    let (hers, his) = (try anna.open(), try ben.open())
    try disk.fill()
    try addLarge("AAA chest")
    try hers.wait(for: "1 change waits")
    try hers.press(script: "nAAA samovar<^S>")
    try hers.wait(for: "2 changes wait")
    try hers.killEverything()
    let again = try anna.open()
    try again.wait(for: "2 changes wait")
    try disk.makeRoom()
    try again.wait { !$0.text.contains("changes wait") }
    try his.wait(for: "32 items")
    #expect(try anna.export() == ben.export())
  }
}
