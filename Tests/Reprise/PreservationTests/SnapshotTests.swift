import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// The picture that an archive stores with its objects.
@Suite(.leavesMainActorAlone) struct SnapshotTests {
  private let directory: TemporaryHome
  private let keys = LoginKeyProvider()
  private var path: String { directory.path + "/state.sqlite" }

  init() throws { directory = TemporaryHome() }

  private let picture = Array("a canary on the screen".utf8)

  private func record(_ text: String) -> ObjectRecord {
    ObjectRecord(node: .application, kind: .application, parent: nil, identifier: text, typeKey: "")
  }

  private func archive() throws -> StateArchive {
    let archive = try StateArchive(path: path, keys: keys)
    try archive.commit(ArchiveChanges(upserts: [record("one")]), info: ArchiveInfo())
    return archive
  }

  @Test func pictureLoadsWithItsState() throws {
    do {
      let archive = try archive()
      #expect(try archive.snapshot() == nil)
      try archive.keepSnapshot(picture)
    }
    let again = try StateArchive(path: path, keys: keys)
    #expect(try again.load() == [record("one")])
    #expect(try again.snapshot() == StoredSnapshot(bytes: picture, isCurrent: true))
    #expect(try StateFile(path: path).snapshot(keys: keys)?.isCurrent == true)
    #expect(try StateFile(path: path).problems(keys: keys) == [])
  }

  @Test func aCommitMakesItOutdated() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    try archive.commit(ArchiveChanges(upserts: [record("two")]), info: ArchiveInfo())
    #expect(try archive.snapshot()?.isCurrent == false)
    #expect(try StateFile(path: path).snapshot(keys: keys)?.isCurrent == false)
  }

  @Test func pictureIsReplacedAndRemoved() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    try archive.keepSnapshot([1])
    #expect(try archive.snapshot()?.bytes == [1])
    try archive.keepSnapshot(nil)
    #expect(try archive.snapshot() == nil)
    try archive.keepSnapshot([1])
    try archive.keepSnapshot([UInt8](repeating: 1, count: StateArchive.snapshotLimit))
    #expect(try archive.snapshot() == nil, "too long to be one")
    let most = [UInt8](repeating: 1, count: StateArchive.snapshotLimit / 2 - 1)
    try archive.keepSnapshot(most)
    #expect(try archive.snapshot()?.bytes == most)
  }

  @Test func theSameOneIsKeptAgainAfterItWasRemoved() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    try archive.keepSnapshot(nil)
    try archive.keepSnapshot(picture)
    #expect(try archive.snapshot()?.bytes == picture)
  }

  @Test func nothingOfItCanBeReadInTheFiles() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let bytes = try #require(FileManager.default.contents(atPath: "\(directory.path)/\(file)"))
      #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(file)")
    }
  }

  @Test func pictureMovesWithTheState() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    let copy = directory.path + "/copy"
    let included = IncludedKeyProvider()
    try StateFile(path: path).copy(to: copy, resealing: (from: keys, to: included))
    #expect(try StateFile(path: copy).snapshot(keys: included)?.bytes == picture)
  }

  @Test(arguments: [
    "UPDATE meta SET value = zeroblob(60) WHERE key = 'snapshot'",
    "UPDATE meta SET value = x'' WHERE key = 'snapshot'",
    "UPDATE meta SET value = (SELECT body FROM object) WHERE key = 'snapshot'",
    "UPDATE meta SET value = (SELECT body FROM manifest) WHERE key = 'snapshot'",
  ])
  func aDamagedOneIsRefusedAndTheStateLoads(change: String) throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    try archive.database.write { try $0.execute(sql: change) }
    #expect(throws: StateError.self) { try archive.snapshot() }
    #expect(try archive.load() == [record("one")])
    #expect(try StateFile(path: path).problems(keys: keys).count == 1)
    let store = try StateStore(archive: archive)
    #expect(store.snapshot == nil)
    store.keepSnapshot(picture)
    #expect(store.snapshot == picture, "the next one takes its place")
  }

  /// The newest manifest is broken, and the one before it matches the picture.
  @Test func brokenManifestMakesEveryPictureOutdated() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    try archive.commit(ArchiveChanges(upserts: [record("two")]), info: ArchiveInfo())
    try archive.database.write {
      try $0.execute(sql: "UPDATE object SET manifest = zeroblob(length(manifest))")
    }
    #expect(try StateFile(path: path).snapshot(keys: keys)?.isCurrent == false)
  }

  @Test func tooLongPictureIsNotRead() throws {
    let archive = try archive()
    try archive.database.write {
      try $0.execute(sql: "INSERT INTO meta (key, value) VALUES ('snapshot', zeroblob(8000000))")
    }
    #expect(try archive.snapshot() == nil)
    #expect(try StateArchive(path: path, keys: keys).load() == [record("one")])
  }

  @Test func pictureOfAnotherSessionDoesNotOpen() throws {
    let archive = try archive()
    try archive.keepSnapshot(picture)
    let other = try StateArchive(path: directory.path + "/other.sqlite", keys: keys)
    let foreign = try archive.database.read {
      try Data.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'snapshot'")
    }
    try other.database.write {
      try $0.execute(
        sql: "INSERT INTO meta (key, value) VALUES ('snapshot', ?)", arguments: [foreign])
    }
    #expect(throws: StateError.self) { try other.snapshot() }
  }
}
