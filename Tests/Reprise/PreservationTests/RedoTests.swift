import Foundation
import RepriseTesting
import Storage
import Testing

@testable import Preservation

/// Redo records: the changes of a turn, stored with the data they belong to.
@Suite(.leavesMainActorAlone) struct RedoTests: ArchiveSuite {
  let place: ArchivePlace

  init() throws { place = try ArchivePlace() }

  private var next: ArchiveChanges {
    ArchiveChanges(
      upserts: [record(2, "changed"), record(9, "new")], deletions: [NodeID(rawValue: 3)])
  }

  private let info = ArchiveInfo(bundleVersion: "2", systemVersion: "Linux", timestamp: 7)

  /// All records of an archive.
  private func contents(_ archive: StateArchive) throws -> [ObjectRecord] {
    try archive.load().sorted { $0.node < $1.node }
  }

  @Test func aStateThatMissedATurnCatchesUp() throws {
    var redo: Data?
    do {
      let archive = try fill()
      redo = try archive.seal(next, info: info).redoRecord
    }
    let behind = try archive()
    _ = try behind.load()
    #expect(try behind.replay(#require(redo)))
    #expect(
      try contents(behind) == [
        record(1, "object 1"), record(2, "changed"), record(4, "object 4"), record(5, "object 5"),
        record(9, "new"),
      ])
    #expect(behind.info == info)
    #expect(try !behind.replay(#require(redo)), "it has them now")
    #expect(try contents(archive()).count == 5, "and so has the file")
  }

  @Test func aStateThatHasTheTurnIsLeftAlone() throws {
    let archive = try fill()
    let redo = try #require(try archive.seal(next, info: info).redoRecord)
    try archive.commit(ArchiveChanges(upserts: [record(1, "other")]), info: info)
    let before = try contents(archive)
    #expect(try !archive.replay(redo))
    #expect(try contents(archive) == before)
  }

  /// A restored copy of the file counts its commits from its own number.
  @Test func theSameNumberOfCommitsIsNotEnough() throws {
    let archive = try fill()
    archive.checkpoint()
    let copy = place.directory.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try archive.commit(ArchiveChanges(upserts: [record(1, "one")]), info: info)
    let redo = try #require(try archive.seal(next, info: info).redoRecord)
    let other = try StateArchive(path: copy, keys: keys)
    _ = try other.load()
    try other.commit(ArchiveChanges(upserts: [record(1, "two")]), info: info)
    #expect(try !other.replay(redo))
    #expect(try archive.replay(redo))
  }

  @Test func anotherSessionDoesNotOpenIt() throws {
    let redo = try #require(try fill().seal(next, info: info).redoRecord)
    let other = try StateArchive(path: nil, keys: keys)
    let records = (1...5).map { record($0, "object \($0)") }
    try other.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
    #expect(try !other.replay(redo))
  }

  @Test func damagedBytesAreNotTaken() throws {
    let archive = try fill()
    let redo = try #require(try archive.seal(next, info: info).redoRecord)
    let before = try contents(archive)
    for position in redo.indices {
      var damaged = redo
      damaged[position] ^= 1
      #expect(try !archive.replay(damaged), "byte \(position)")
      #expect(try !archive.replay(redo.prefix(position)), "cut after \(position) bytes")
    }
    #expect(try !archive.replay(Data(count: RedoRecord.limit)))
    #expect(try contents(archive) == before)
  }

  @Test func tooLongRecordIsNotMade() throws {
    let archive = try fill()
    let long = String(repeating: "x", count: 1 << 20)
    let changes = ArchiveChanges(upserts: (1...9).map { record($0, long) })
    #expect(try archive.seal(changes, info: info).redoRecord == nil)
  }

  /// The first layout had the plain objects in its sealed part; drafts of an older version hold it.
  @Test func aRecordOfTheFirstLayoutIsStillReplayed() throws {
    let archive = try fill()
    var (head, list) = (ByteWriter(), ByteWriter())
    head.write(UInt8(1))
    head.write(archive.manifest.sequence)
    list.write(archive.manifest.binding)
    list.write(info.bundleVersion)
    list.write(info.systemVersion)
    list.write(info.timestamp)
    list.write(next.deletions.count)
    for node in next.deletions { list.write(node.rawValue) }
    list.write(next.upserts.count)
    for record in next.upserts {
      list.write(record.node.rawValue)
      list.write(Data(record.encoded()))
    }
    let redo = Data(head.bytes) + (try archive.key.seal(list.bytes, row: 3))
    #expect(try archive.replay(redo))
    #expect(try contents(archive).map(\.node.rawValue) == [1, 2, 4, 5, 9])
  }

  /// Another version of an object is genuine, but the record was made with other bytes.
  @Test func otherVersionOfAnObjectIsRefused() throws {
    let archive = try fill()
    let one = ArchiveChanges(upserts: [record(2, "one")])
    let other = ArchiveChanges(upserts: [record(2, "two")])
    let redo = try #require(try archive.seal(one, info: info).redoRecord)
    let row = try #require(try archive.seal(other, info: info).rows.first).sealed
    #expect(try !archive.replay(redo.dropLast(row.count) + row))
    #expect(try archive.replay(redo))
  }

  @Test func theArchiveStoresTheBytesOfTheRecord() throws {
    let archive = try fill()
    let sealed = try archive.seal(next, info: info)
    try archive.commit(sealed)
    let redo = try #require(sealed.redoRecord)
    for row in sealed.rows { #expect(redo.range(of: row.sealed) != nil) }
    let stored = try archive.database.read { try StoredRows($0) }.objects
    for row in sealed.rows {
      #expect(stored.first { $0.node == row.node }?.sealed == row.sealed)
    }
  }

  @Test func nothingOfItCanBeRead() throws {
    let redo = try #require(try fill().seal(next, info: info).redoRecord)
    #expect(redo.range(of: Data("changed".utf8)) == nil)
  }
}
