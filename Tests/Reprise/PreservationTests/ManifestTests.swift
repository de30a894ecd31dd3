import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// The manifest is stored in the row of an object that is written anyway, so a turn writes one page.
@Suite(.leavesMainActorAlone) struct ManifestTests: ArchiveSuite {
  let place: ArchivePlace

  init() throws { place = try ArchivePlace() }

  private func store(_ nodes: ClosedRange<Int64>, in archive: StateArchive) throws {
    for node in nodes {
      try archive.commit(
        ArchiveChanges(upserts: [record(node, "changed \(node)")]), info: ArchiveInfo())
    }
  }

  private func bearers() throws -> [Int64] {
    try DatabaseQueue(path: path).read {
      try Int64.fetchAll(
        $0, sql: "SELECT node FROM object WHERE manifest IS NOT NULL ORDER BY node")
    }
  }

  @Test func oneObjectTakesOnePageOfTheLog() throws {
    let archive = try fill(50)
    try store(20...20, in: archive)
    let before = try logSize()
    try store(20...20, in: archive)
    #expect(try logSize() - before == 2048 + 24)
  }

  @Test func checkpointMovesTheManifestToItsTable() throws {
    let archive = try fill(50)
    try store(11...30, in: archive)
    #expect(try bearers() == Array(11...30))
    #expect(try archive.checkpointing())
    #expect(try bearers() == [])
    #expect(try self.archive().load().count == 50)
    try store(4...5, in: archive)
    #expect(try bearers() == [4, 5])
    #expect(try self.archive().load().count == 50)
  }

  @Test func aLargeObjectIsNotWrittenAgainForIt() throws {
    let archive = try fill(50)
    var large = record(60, "large")
    large.values = [("text", .string(String(repeating: "x", count: 100_000)))]
    try archive.commit(ArchiveChanges(upserts: [large]), info: ArchiveInfo())
    try store(3...3, in: archive)
    let before = try logSize()
    #expect(try archive.checkpointing())
    #expect(try logSize() - before < 10_000)
    #expect(try bearers() == [60])
    #expect(try self.archive().load().count == 51)
  }

  /// A large row keeps its manifest, which a second checkpoint does not copy again.
  @Test func aQuietMomentAfterAnotherWritesNothing() throws {
    let archive = try fill()
    var large = record(60, "large")
    large.values = [("text", .string(String(repeating: "x", count: 100_000)))]
    try archive.commit(ArchiveChanges(upserts: [large]), info: ArchiveInfo())
    #expect(try archive.checkpointing())
    #expect(try bearers() == [60])
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(try archive.checkpointing())
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
  }

  @Test func loadingFindsTheNewestManifest() throws {
    try store(11...30, in: fill(50))
    let archive = try archive()
    archive.checkpoint()
    #expect(try bearers() == Array(11...30), "before it is loaded nothing is moved")
    _ = try archive.load()
    archive.checkpoint()
    #expect(try bearers() == [])
    #expect(try self.archive().load().count == 50)
  }

  @Test func rowWithTheManifestKeepsItWhenStoredAgain() throws {
    let archive = try fill(50)
    try store(7...7, in: archive)
    try archive.commit(
      ArchiveChanges(upserts: (1...50).map { record($0, "all \($0)") }), info: ArchiveInfo())
    #expect(try bearers() == [7])
  }

  /// A lost or replaced table must not pass for an empty state.
  @Test func aFileWithoutItsObjectsIsNotEmpty() throws {
    try store(29...30, in: fill(50))
    try change("DELETE FROM object")
    expectDamage()
  }

  @Test func manifestIsInItsTableIfNoObjectIsStored() throws {
    let archive = try fill(50)
    try archive.commit(
      ArchiveChanges(deletions: [NodeID(rawValue: 50)]), info: ArchiveInfo(bundleVersion: "2"))
    archive.checkpoint()
    #expect(try bearers() == [])
    let again = try self.archive()
    #expect(try again.load().count == 49)
    #expect(again.info.bundleVersion == "2")
    try store(3...3, in: again)
    #expect(try self.archive().load().count == 49)
  }

  /// Attacks with manifests that were genuine once.
  @Test(arguments: [
    "UPDATE object SET manifest = NULL WHERE node = 30",
    "UPDATE object SET manifest = (SELECT manifest FROM object WHERE node = 29) WHERE node = 30",
    "UPDATE object SET manifest = zeroblob(length(manifest)) WHERE node = 30",
    "DELETE FROM object WHERE node = 30",
    "DELETE FROM object WHERE node = 29",
    "DELETE FROM object WHERE node = 4",
  ])
  func anOlderOneDoesNotPassForTheNewest(sql: String) throws {
    try store(29...30, in: fill(50))
    try change(sql)
    expectDamage()
  }

  /// A page that was lost before the disk or replaced by an older one takes its manifest along.
  @Test func aWholeRowPutBackAfterAQuietMomentIsNoticed() throws {
    let archive = try fill(50)
    try store(29...30, in: archive)
    let older = try DatabaseQueue(path: path).read {
      try #require(try Row.fetchOne($0, sql: "SELECT body, manifest FROM object WHERE node = 30"))
    }
    try archive.commit(
      ArchiveChanges(upserts: [record(30, "newer than changed")]), info: ArchiveInfo())
    archive.checkpoint()
    try DatabaseQueue(path: path).write {
      try $0.execute(
        sql: "UPDATE object SET body = ?, manifest = ? WHERE node = 30",
        arguments: [older[0], older[1]])
    }
    expectDamage()
  }

  @Test(arguments: [[], [4]] as [[Int64]], [3, 30] as [Int64]) func theObjectThatHasItMayGo(
    stored: [Int64], next: Int64
  ) throws {
    let archive = try fill(50)
    try store(29...30, in: archive)
    try archive.commit(
      ArchiveChanges(
        upserts: stored.map { record($0, "again") }, deletions: [NodeID(rawValue: 30)]),
      info: ArchiveInfo())
    #expect(try self.archive().load().count == 49)
    try store(next...next, in: archive)
    #expect(try self.archive().load().count == (next == 30 ? 50 : 49))
  }

  @Test(arguments: ["5", "zeroblob(5000)", "x''", "'text'"]) func invalidManifestIsIgnored(
    value: String
  ) throws {
    try store(29...30, in: fill(50))
    try change(
      """
      CREATE TABLE old AS SELECT * FROM object;
      DROP TABLE object;
      CREATE TABLE object (node INTEGER PRIMARY KEY, body, manifest);
      INSERT INTO object SELECT * FROM old;
      DROP TABLE old;
      UPDATE object SET manifest = \(value) WHERE node = 29;
      """)
    #expect(try archive().load().count == 50)
    try change("UPDATE object SET manifest = \(value) WHERE node = 30")
    expectDamage()
  }

  @Test func manifestMayBeInAnyRow() throws {
    try store(29...30, in: fill(50))
    try change(
      "UPDATE object SET manifest = (SELECT manifest FROM object WHERE node = 30) WHERE node = 4")
    try change("UPDATE object SET manifest = NULL WHERE node = 30")
    #expect(try archive().load().count == 50)
  }

  @Test func damageToAnOlderOneCostsNothingAndIsNamed() throws {
    try store(29...30, in: fill(50))
    try change("UPDATE object SET manifest = zeroblob(length(manifest)) WHERE node = 29")
    #expect(try archive().load().count == 50)
    #expect(
      try StateFile(path: path).problems(keys: keys) == [
        "an older list of the objects: its seal is broken"
      ])
  }

  @Test func damageToItsObjectCostsOnlyThatObject() throws {
    try store(29...30, in: fill(50))
    try change(
      "UPDATE object SET body = CAST(substr(body, 1, 20) || x'0000' || substr(body, 23) AS BLOB) "
        + "WHERE node = 30")
    let loaded = try archive().load()
    #expect(loaded.filter { $0.kind == .damaged }.map(\.node.rawValue) == [30])
    #expect(loaded.count == 50)
  }
}
