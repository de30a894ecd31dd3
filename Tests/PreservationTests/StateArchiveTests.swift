import Foundation
import GRDB
import Testing

@testable import Preservation

/// The archive: what was committed is there after a death, and nothing else ever passes for it.
@Suite struct StateArchiveTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let keys = LoginKeyProvider()

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/state.sqlite"
  }

  private func archive() throws -> StateArchive { try StateArchive(path: path, keys: keys) }

  private func record(_ node: Int64, _ text: String) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: node), kind: .view, parent: nil, identifier: text, typeKey: "View")
  }

  private func fill() throws {
    let archive = try archive()
    let records = (1...5).map { record(Int64($0), "object \($0)") }
    try archive.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  private func loadFailure() -> StateError? {
    do {
      _ = try archive().load()
      return nil
    } catch {
      return error as? StateError
    }
  }

  /// A journal that a kill left behind would keep others from looking at the file.
  @Test func itIsMadeWithoutAJournal() throws {
    // There it could not be written.
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
      #expect(directory.mode(of: name) == 0o600, "\(name)")
    }
  }

  @Test func nothingReadableIsOnTheDisk() throws {
    let archive = try archive()
    let canary = "canary-in-the-half-typed-word"
    try archive.commit(ArchiveChanges(upserts: [record(1, canary)]), info: ArchiveInfo())
    archive.checkpoint()
    for name in ["state.sqlite", "state.sqlite-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))
      #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: [
    "DELETE FROM object WHERE node = 3",
    "DELETE FROM object WHERE node = 5",
    "INSERT INTO object (node, body) SELECT 77, body FROM object WHERE node = 3",
    "UPDATE object SET body = (SELECT body FROM object WHERE node = 2) WHERE node = 3",
    "UPDATE object SET body = zeroblob(length(body)) WHERE node = 3",
    "UPDATE object SET body = CAST(x'0000' || substr(body, 3) AS BLOB) WHERE node = 1",
    "DELETE FROM object", "DELETE FROM manifest",
    "UPDATE manifest SET body = zeroblob(length(body))",
    "UPDATE manifest SET body = (SELECT body FROM object)",
    "UPDATE object SET node = 78 WHERE node = 3",
  ])
  func tamperingIsNoticed(sql: String) throws {
    try fill()
    #expect(loadFailure() == nil)
    try change(sql)
    guard case .damaged = loadFailure() else {
      Issue.record("loaded in spite of: \(sql)")
      return
    }
  }

  /// Whatever bit of one object is flipped, in its nonce, text or tag: the others come back.
  @Test func oneDamagedObjectCostsOnlyItself() throws {
    try fill()
    let whole = try archive().load()
    let sealed = try #require(
      try DatabaseQueue(path: path).read {
        try Data.fetchOne($0, sql: "SELECT body FROM object WHERE node = 3")
      })
    for bit in 0..<sealed.count * 8 {
      var damaged = sealed
      damaged[bit / 8] ^= 1 << (bit % 8)
      try change("UPDATE object SET body = x'\(damaged.hexadecimal)' WHERE node = 3")
      let found = try archive().load()
      #expect(found.filter { $0.kind == .damaged }.map(\.node.rawValue) == [3], "bit \(bit)")
      #expect(Set(found).intersection(whole).count == whole.count - 1, "bit \(bit)")
    }
  }

  /// Replaces a row by the one that was there before the last commit.
  private func putBackAnOlderRow() throws {
    let old = try DatabaseQueue(path: path).read {
      try Data.fetchOne($0, sql: "SELECT body FROM object WHERE node = 3")
    }
    let archive = try archive()
    _ = try archive.load()
    try archive.commit(ArchiveChanges(upserts: [record(3, "newer")]), info: ArchiveInfo())
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE object SET body = ? WHERE node = 3", arguments: [old])
    }
  }

  @Test func anOlderRowPutBackIsNoticed() throws {
    try fill()
    try putBackAnOlderRow()
    guard case .damaged = loadFailure() else {
      Issue.record("a replayed row was accepted")
      return
    }
  }

  @Test func damageToAnotherRowDoesNotHideAnOlderOne() throws {
    try fill()
    try putBackAnOlderRow()
    try change(
      "UPDATE object SET body = CAST(substr(body, 1, 20) || x'0000' || substr(body, 23) AS BLOB) "
        + "WHERE node = 2")
    guard case .damaged = loadFailure() else {
      Issue.record("a replayed row was accepted beside a damaged one")
      return
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

  /// Tables of the right names that hold what ours cannot.
  private func remakeObjects(_ rows: String) throws {
    try change(
      """
      CREATE TABLE old AS SELECT * FROM object;
      DROP TABLE object;
      CREATE TABLE object (node, body, manifest);
      INSERT INTO object \(rows);
      DROP TABLE old;
      """)
  }

  @Test(arguments: [
    "SELECT * FROM old UNION ALL SELECT * FROM old",
    "SELECT node, NULL, manifest FROM old", "SELECT node, 17, manifest FROM old",
    "SELECT 'one', body, manifest FROM old",
    "SELECT node, CAST(zeroblob(5000000) AS TEXT), manifest FROM old",
    "SELECT node, zeroblob(5000000), manifest FROM old",
  ])
  func rowsThatCannotBeOursAreRefused(rows: String) throws {
    try fill()
    try remakeObjects(rows)
    let archive = try archive()
    #expect {
      try archive.load()
    } throws: { error in
      guard case StateError.damaged = error else { return false }
      return true
    }
  }

  @Test func textIsTakenForItsBytes() throws {
    try fill()
    let archive = try archive()
    _ = try archive.load()
    try archive.commit(ArchiveChanges(upserts: [record(3, "newer")]), info: ArchiveInfo())
    let before = Set(try archive.load())
    try remakeObjects("SELECT node, CAST(body AS TEXT), CAST(manifest AS TEXT) FROM old")
    #expect(Set(try self.archive().load()) == before)
  }

  @Test func whatCouldNotBeReadIsNotStored() throws {
    try fill()
    let archive = try archive()
    let before = Set(try archive.load())
    var tooLarge = record(5, "notes")
    tooLarge.values = [("text", .string(String(repeating: "x", count: StateArchive.recordLimit)))]
    #expect(
      throws: StateError.unwritable("the state cannot be saved: \"notes\" is larger than 4 MiB")
    ) { try archive.commit(ArchiveChanges(upserts: [tooLarge]), info: ArchiveInfo()) }
    #expect(Set(try archive.load()) == before)
  }

  /// Of many objects some are stored while others are still being sealed.
  @Test func aCommitThatFailsAtItsEndLeavesNothing() throws {
    let archive = try archive()
    let records = (1...1_000).map { record($0, "object \($0)") }
    try archive.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
    var changed = records.map { record($0.node.rawValue, "changed") }
    changed[950].identifier = String(repeating: "x", count: StateArchive.recordLimit)
    #expect(throws: StateError.self) {
      try archive.commit(ArchiveChanges(upserts: changed), info: ArchiveInfo())
    }
    #expect(Set(try self.archive().load()) == Set(records))
    try archive.commit(ArchiveChanges(upserts: [record(7, "seven")]), info: ArchiveInfo())
    #expect(Set(try self.archive().load()).subtracting(records) == [record(7, "seven")])
  }

  /// Between commits the archive goes on reading; that must keep neither the log from being moved nor
  /// itself from seeing what others wrote.
  @Test func theLogIsMovedAndBegunAnew() throws {
    let archive = try archive()
    func commit(_ count: Int) throws {
      for number in 0..<count {
        try archive.commit(
          ArchiveChanges(upserts: [record(1 + Int64(number % 5), "text \(number)")]),
          info: ArchiveInfo())
      }
    }
    func logSize() throws -> Int {
      try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count
    }
    try commit(100)
    #expect(try archive.checkpointing())
    let size = try logSize()
    try commit(50)
    #expect(try logSize() == size)
    #expect(Set(try archive.load().map(\.identifier)) == Set((45..<50).map { "text \($0)" }))
  }

  @Test func itStoresAlthoughSomebodyElseWrote() throws {
    let archive = try archive()
    try archive.commit(ArchiveChanges(upserts: [record(1, "one")]), info: ArchiveInfo())
    try change("INSERT INTO meta (key, value) VALUES ('foreign', x'00')")
    try archive.commit(ArchiveChanges(upserts: [record(2, "two")]), info: ArchiveInfo())
    #expect(Set(try self.archive().load().map(\.identifier)) == ["one", "two"])
  }

  @Test func foreignTablesAndTriggersAreRefused() throws {
    try fill()
    try change("CREATE TRIGGER t AFTER INSERT ON object BEGIN DELETE FROM object; END")
    #expect(throws: StateError.self) { try archive() }
  }

  /// A record whose seal is good but whose layout is of a newer program stays where it is.
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

  @Test func aFileThatIsNoDatabaseIsDamaged() throws {
    try Data("This is not a database, it is a letter.".utf8).write(to: URL(fileURLWithPath: path))
    guard case .damaged = loadFailure() else {
      Issue.record("expected damage, got \(String(describing: loadFailure()))")
      return
    }
  }

  /// SQLite would open such a file for reading only, as on a disk that cannot be written to.
  @Test(arguments: [0, 2, 3, 4, 5, 6, 7]) func aHeaderThatForbidsWritingIsDamage(bit: Int) throws {
    try fill()
    try archive().checkpoint()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[18] ^= 1 << bit
    for name in ["", "-wal", "-shm"] { unlink(path + name) }
    try bytes.write(to: URL(fileURLWithPath: path))
    guard case .damaged = loadFailure() else {
      Issue.record("expected damage, got \(String(describing: loadFailure()))")
      return
    }
  }

  /// SQLite takes a file of one byte for one that was never written to.
  @Test(arguments: [1, 2, 19, 20, 99, 100, 511]) func aFileThatIsCutOffIsDamage(length: Int) throws
  {
    try fill()
    try archive().checkpoint()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for name in ["", "-wal", "-shm"] { unlink(path + name) }
    try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
    #expect(throws: StateError.self) { try StateFile(path: path).outline() }
    guard case .damaged = loadFailure() else {
      Issue.record("expected damage, got \(String(describing: loadFailure()))")
      return
    }
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = directory.path + "/elsewhere"
    symlink(target, path)
    #expect(throws: StateError.foreign("\(path) is a link; it is not followed")) { try archive() }
    #expect(access(target, F_OK) != 0)
  }
}

extension Data {
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
