import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// Changes from outside are detected, and damage costs as little as can be proven.
@Suite(.leavesMainActorAlone) struct TamperingTests: ArchiveSuite {
  let place: ArchivePlace

  init() throws { place = try ArchivePlace() }

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
    #expect(throws: Never.self) { try archive().load() }
    try change(sql)
    expectDamage("loaded in spite of: \(sql)")
  }

  /// A flipped bit in an object's nonce, text or tag costs that object alone.
  @Test func damagedObjectAffectsOnlyItself() throws {
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

  /// Replaces a row by its version before the last commit.
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
    expectDamage("a replayed row was accepted")
  }

  @Test func damageToAnotherRowDoesNotHideAnOlderOne() throws {
    try fill()
    try putBackAnOlderRow()
    try change(
      "UPDATE object SET body = CAST(substr(body, 1, 20) || x'0000' || substr(body, 23) AS BLOB) "
        + "WHERE node = 2")
    expectDamage("a replayed row was accepted beside a damaged one")
  }

  /// One bit changes the case of a letter, which SQLite ignores: the file is intact.
  @Test func capitalsInATableAreNoDamage() throws {
    try fill()
    try change(
      """
      PRAGMA writable_schema = 1;
      UPDATE sqlite_schema SET sql = replace(sql, 'manifest BLOB', 'Manifest BLOB');
      """)
    let archive = try archive()
    #expect(try archive.load().count == 5)
    try archive.commit(ArchiveChanges(upserts: [record(3, "newer")]), info: ArchiveInfo())
    #expect(try self.archive().load().contains { $0.identifier == "newer" })
  }

  /// Tables with our names and foreign contents.
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

  /// A generated column takes no page in the file and could fill the memory.
  @Test func rowsThatHoldMoreThanTheFileAreRefused() throws {
    try fill()
    try change(
      """
      DROP TABLE object;
      CREATE TABLE object (
        node INTEGER PRIMARY KEY, body GENERATED ALWAYS AS (zeroblob(4000000)), manifest);
      INSERT INTO object (node) VALUES (1), (2);
      """)
    let archive = try archive()
    #expect(throws: StateError.damaged("the state file is larger than this app would write")) {
      try archive.load()
    }
  }

  /// The stand-in gets the controller that refers to it as its parent.
  @Test func aDamagedObjectBelongsToWhoRefersToIt() throws {
    func controller(_ node: Int64, of child: Int64) -> ObjectRecord {
      ObjectRecord(
        node: NodeID(rawValue: node), kind: .controller, parent: nil, identifier: "\(node)",
        typeKey: "Controller", values: [("child", .reference(NodeID(rawValue: child)))])
    }
    try archive().commit(
      ArchiveChanges(upserts: [
        controller(10, of: 40), controller(20, of: 30), controller(25, of: 40),
        record(30, "view"), record(40, "other"),
      ]), info: ArchiveInfo())
    try change(
      "UPDATE object SET body = CAST(substr(body, 1, 20) || x'0000' || substr(body, 23) AS BLOB) "
        + "WHERE node = 30")
    let damaged = try archive().load().filter { $0.kind == .damaged }
    #expect(damaged.map(\.node.rawValue) == [30])
    #expect(damaged.map(\.parent?.rawValue) == [20])
  }

  @Test func textColumnIsReadAsBytes() throws {
    try fill()
    let archive = try archive()
    _ = try archive.load()
    try archive.commit(ArchiveChanges(upserts: [record(3, "newer")]), info: ArchiveInfo())
    let before = Set(try archive.load())
    try remakeObjects("SELECT node, CAST(body AS TEXT), CAST(manifest AS TEXT) FROM old")
    #expect(Set(try self.archive().load()) == before)
  }

  @Test func foreignTablesAndTriggersAreRefused() throws {
    try fill()
    try change("CREATE TRIGGER t AFTER INSERT ON object BEGIN DELETE FROM object; END")
    #expect(throws: StateError.self) { try archive() }
  }

  @Test func nonDatabaseFileIsDamaged() throws {
    try Data("This is not a database, it is a letter.".utf8).write(to: URL(fileURLWithPath: path))
    expectDamage()
  }

  /// SQLite would open this file read-only, as if the disk could not be written.
  @Test(arguments: [0, 2, 3, 4, 5, 6, 7]) func aHeaderThatForbidsWritingIsDamage(bit: Int) throws {
    try fill()
    try archive().checkpoint()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[18] ^= 1 << bit
    for name in ["", "-wal", "-shm"] { unlink(path + name) }
    try bytes.write(to: URL(fileURLWithPath: path))
    expectDamage()
  }

  /// SQLite takes a file of one byte for a new one.
  @Test(arguments: [1, 2, 19, 20, 99, 100, 511]) func aFileThatIsCutOffIsDamage(length: Int) throws
  {
    try fill()
    try archive().checkpoint()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for name in ["", "-wal", "-shm"] { unlink(path + name) }
    try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
    #expect(throws: StateError.self) { try StateFile(path: path).outline() }
    expectDamage()
  }
}

extension Data {
  fileprivate var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
