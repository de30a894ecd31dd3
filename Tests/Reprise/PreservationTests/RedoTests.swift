import Foundation
import RepriseTesting
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
      redo = try archive.redoRecord(of: next, info: info)
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
    let redo = try #require(try archive.redoRecord(of: next, info: info))
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
    let redo = try #require(try archive.redoRecord(of: next, info: info))
    let other = try StateArchive(path: copy, keys: keys)
    _ = try other.load()
    try other.commit(ArchiveChanges(upserts: [record(1, "two")]), info: info)
    #expect(try !other.replay(redo))
    #expect(try archive.replay(redo))
  }

  @Test func anotherSessionDoesNotOpenIt() throws {
    let redo = try #require(try fill().redoRecord(of: next, info: info))
    let other = try StateArchive(path: nil, keys: keys)
    let records = (1...5).map { record($0, "object \($0)") }
    try other.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
    #expect(try !other.replay(redo))
  }

  @Test func damagedBytesAreNotTaken() throws {
    let archive = try fill()
    let redo = try #require(try archive.redoRecord(of: next, info: info))
    let before = try contents(archive)
    for position in redo.indices {
      var damaged = redo
      damaged[position] ^= 1
      #expect(try !archive.replay(damaged), "byte \(position)")
      #expect(try !archive.replay(redo.prefix(position)), "cut after \(position) bytes")
    }
    #expect(try !archive.replay(Data(count: StateArchive.redoLimit)))
    #expect(try contents(archive) == before)
  }

  @Test func oneThatIsTooLongIsNotMade() throws {
    let archive = try fill()
    let long = String(repeating: "x", count: 1 << 20)
    let changes = ArchiveChanges(upserts: (1...9).map { record($0, long) })
    #expect(try archive.redoRecord(of: changes, info: info) == nil)
  }

  @Test func nothingOfItCanBeRead() throws {
    let redo = try #require(try fill().redoRecord(of: next, info: info))
    #expect(redo.range(of: Data("changed".utf8)) == nil)
  }
}
