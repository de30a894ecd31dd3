import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// Committed state survives a death, and nothing else ever passes for it.
@Suite(.leavesMainActorAlone) struct StateArchiveTests: ArchiveSuite {
  let place: ArchivePlace

  init() throws { place = try ArchivePlace() }

  /// A journal left by a kill would keep others from reading the file.
  @Test func archiveIsCreatedWithoutAJournal() throws {
    // A journal cannot be written there.
    symlink("/nonexistent/journal", path + "-journal")
    try fill()
  }

  @Test func whatWasCommittedIsThereInTheNextProcess() throws {
    let first = try archive()
    let info = ArchiveInfo(bundleVersion: "7", systemVersion: "Linux", timestamp: 12)
    try first.commit(
      ArchiveChanges(upserts: [record(1, "a"), record(2, "b"), record(3, "c")]), info: info)
    try first.commit(
      ArchiveChanges(upserts: [record(2, "B")], deletions: [NodeID(rawValue: 3)]), info: info)
    // The first archive is still open, as after a kill: nothing was closed or checkpointed.
    let second = try archive()
    let loaded = try second.load().sorted { $0.node < $1.node }
    #expect(loaded == [record(1, "a"), record(2, "B")])
    #expect(second.info == info)
  }

  @Test func filesAreForTheOwnerOnly() throws {
    try fill()
    let archive = try archive()
    try archive.commit(ArchiveChanges(upserts: [record(9, "x")]), info: ArchiveInfo())
    for name in ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm"] {
      #expect(place.directory.mode(of: name) == 0o600, "\(name)")
    }
  }

  @Test func nothingReadableIsOnTheDisk() throws {
    let archive = try archive()
    let canary = "canary-in-the-half-typed-word"
    try archive.commit(ArchiveChanges(upserts: [record(1, canary)]), info: ArchiveInfo())
    archive.checkpoint()
    for name in ["state.sqlite", "state.sqlite-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(place.directory.path)/\(name)"))
      #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(name)")
    }
  }

  @Test func anotherKeyDoesNotOpenIt() throws {
    try fill()
    #expect(throws: StateError.locked("the key of this login does not open it")) {
      try StateArchive(path: path, keys: LoginKeyProvider())
    }
  }

  @Test func aNewerFormatIsLeftAlone() throws {
    try fill()
    try change("PRAGMA user_version = 99")
    #expect(throws: StateError.newer(99)) { try archive() }
  }

  /// An object too large to be read is not stored: its old version stays, and all others are
  /// stored.
  @Test(arguments: [5, 3, 300] as [Int64]) func unreadableObjectsAreNotStored(
    _ node: Int64
  ) throws {
    // The newest manifest is in the row of a commit's last object.
    try fill()
    let archive = try archive()
    _ = try archive.load()
    var upserts = (1...400).map { record($0, "new \($0)") }
    upserts[Int(node) - 1].values = [
      ("text", .string(String(repeating: "x", count: StateArchive.recordLimit)))
    ]
    let changes = ArchiveChanges(upserts: upserts, deletions: [])
    #expect(try archive.commit(changes, info: ArchiveInfo()) == [NodeID(rawValue: node)])
    var expected = Dictionary(uniqueKeysWithValues: (1...400).map { ($0, record($0, "new \($0)")) })
    expected[node] = node > 5 ? nil : record(node, "object \(node)")
    #expect(Set(try self.archive().load()) == Set(expected.values))
    try archive.commit(ArchiveChanges(upserts: [record(node, "small")]), info: ArchiveInfo())
    expected[node] = record(node, "small")
    #expect(Set(try self.archive().load()) == Set(expected.values))
  }

  /// A limit that differs between writing and reading would lose the whole archive.
  @Test func theLargestObjectThatIsStoredIsRead() throws {
    let limit = StateArchive.recordLimit - SessionKey.overhead
    func object(_ length: Int) -> ObjectRecord {
      var object = record(6, "large")
      object.values = [("text", .string(String(repeating: "x", count: length)))]
      return object
    }
    let rest = limit - object(limit - 1_000).encoded().count
    let largest = object(limit - 1_000 + rest)
    try #require(largest.encoded().count == limit)
    let archive = try fill()
    #expect(try archive.commit(ArchiveChanges(upserts: [largest]), info: ArchiveInfo()) == [])
    #expect(try self.archive().load().contains(largest))
  }

  /// The object that is too large is the one whose row would take the manifest.
  @Test func aBearerThatIsTooLargeLeavesTheManifestWithoutOne() throws {
    try fill()
    let archive = try archive()
    _ = try archive.load()
    try archive.commit(ArchiveChanges(upserts: [record(5, "bearer")]), info: ArchiveInfo())
    var large = record(5, "bearer")
    large.values = [("text", .string(String(repeating: "x", count: StateArchive.recordLimit)))]
    for other in [record(1, "one"), record(2, "two")] {
      try archive.commit(ArchiveChanges(upserts: [other, large]), info: ArchiveInfo())
    }
    #expect(try archive.checkpointing())
    #expect(
      Set(try self.archive().load().map(\.identifier))
        == ["one", "two", "object 3", "object 4", "bearer"])
  }

  /// Of many objects, some are stored while others are still being sealed.
  @Test func aCommitThatFailsAtItsEndLeavesNothing() throws {
    let archive = try archive()
    let records = (1...1_000).map { record($0, "object \($0)") }
    try archive.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
    let changed = records.map { record($0.node.rawValue, "changed") }
    try archive.failStoring(changed[950].node)
    #expect(throws: StateError.self) {
      try archive.commit(ArchiveChanges(upserts: changed), info: ArchiveInfo())
    }
    try archive.stopFailing()
    #expect(Set(try self.archive().load()) == Set(records))
    try archive.commit(ArchiveChanges(upserts: [record(7, "seven")]), info: ArchiveInfo())
    #expect(Set(try self.archive().load()).subtracting(records) == [record(7, "seven")])
  }

  /// Between commits the archive keeps a read open, which must neither block checkpoints nor hide
  /// other programs' commits.
  @Test func checkpointRestartsTheLog() throws {
    let archive = try archive()
    func commit(_ count: Int) throws {
      for number in 0..<count {
        try archive.commit(
          ArchiveChanges(upserts: [record(1 + Int64(number % 5), "text \(number)")]),
          info: ArchiveInfo())
      }
    }
    try commit(100)
    #expect(try archive.checkpointing())
    let size = try logSize()
    try commit(50)
    #expect(try logSize() == size)
    #expect(Set(try archive.load().map(\.identifier)) == Set((45..<50).map { "text \($0)" }))
  }

  /// A suspended app must not block the checkpoint of another connection.
  @Test func releasingMemoryEndsTheRead() throws {
    let archive = try fill()
    func isInTheWay() throws -> Bool {
      try DatabaseQueue(path: path).writeWithoutTransaction {
        try Bool.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true
      }
    }
    #expect(try isInTheWay(), "it keeps reading after a commit")
    archive.releaseMemory()
    let bytes = archive.bytesInMemory
    #expect(try !isInTheWay())
    // The first call released everything, including the pages that were being read.
    archive.releaseMemory()
    #expect(archive.bytesInMemory == bytes)
    try archive.commit(ArchiveChanges(upserts: [record(1, "again")]), info: ArchiveInfo())
    #expect(try self.archive().load().contains(record(1, "again")))
  }

  @Test func storesAfterAForeignWrite() throws {
    let archive = try archive()
    try archive.commit(ArchiveChanges(upserts: [record(1, "one")]), info: ArchiveInfo())
    try change("INSERT INTO meta (key, value) VALUES ('foreign', x'00')")
    try archive.commit(ArchiveChanges(upserts: [record(2, "two")]), info: ArchiveInfo())
    #expect(Set(try self.archive().load().map(\.identifier)) == ["one", "two"])
  }

  /// A record with a good seal but a newer program's layout is preserved.
  @Test func aRecordThatIsNotUnderstoodIsKept() throws {
    try fill()
    let first = try archive()
    _ = try first.load()
    var bytes = record(6, "from the future").encoded()
    bytes[0] = 99
    let strange = NodeID(rawValue: 6)
    let child = ObjectRecord(
      node: NodeID(rawValue: 7), kind: .view, parent: strange, identifier: "child", typeKey: "View")
    try first.commit(
      ArchiveChanges(upserts: [record(6, "placeholder"), child]), info: ArchiveInfo())
    let sealed = try first.key.seal(bytes, row: 6)
    var manifest = first.manifest
    manifest.fingerprint.remove(try #require(first.fingerprints[strange]))
    manifest.fingerprint.add(first.key.digest.fingerprint(row: 6, sealed: sealed))
    manifest.sequence += 1
    let sealedManifest = try first.key.seal(manifest.encoded(), row: Manifest.row)
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "UPDATE object SET body = ?, manifest = ? WHERE node = 6",
        arguments: [sealed, sealedManifest])
    }
    let second = try archive()
    let found = try #require(try second.load().first { $0.node == strange })
    #expect(found.kind == .unreadable)
    #expect(found.references == [child.node])
    try second.commit(ArchiveChanges(upserts: [record(2, "other")]), info: ArchiveInfo())
    #expect(try archive().load().contains { $0.node == strange && $0.kind == .unreadable })
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = place.directory.path + "/elsewhere"
    symlink(target, path)
    #expect(throws: StateError.foreign("\(path) is a link; it is not followed")) { try archive() }
    #expect(access(target, F_OK) != 0)
  }
}
