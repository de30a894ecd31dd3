import Foundation
import RepriseTesting
import Testing

@testable import Preservation

/// Files of every version stay readable.
@Suite(.leavesMainActorAlone) struct CorpusTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1"))
  func writesTheFileOfThisVersion() throws {
    try Corpus.writeCurrent()
  }

  @Test func thereIsAFileOfThisVersion() {
    #expect(
      Corpus.versions.contains(Corpus.currentVersion),
      "write it: UPDATE_CORPUS=1 swift test --filter CorpusTests")
  }

  @Test(arguments: Corpus.versions) func everyVersionLoads(_ version: String) throws {
    let copy = TemporaryHome()
    let archive = try Corpus.open(version, in: copy)
    let loaded = try archive.load()
    #expect(Set(loaded) == Set(Corpus.records(of: version)))
    #expect(archive.info == Corpus.info)
  }

  @Test(arguments: Corpus.versions) func everyVersionIsWrittenOn(_ version: String) throws {
    let copy = TemporaryHome()
    do {
      let archive = try Corpus.open(version, in: copy)
      _ = try archive.load()
      let changed = Corpus.records(of: version)[1]
      try archive.commit(
        ArchiveChanges(upserts: [changed], deletions: [NodeID(rawValue: 4_000)]),
        info: Corpus.info)
    }
    let again = try StateArchive(
      path: "\(copy.path)/\(version).sqlite",
      keys: LoginKeyProvider(file: "\(copy.path)/\(version).key"))
    let left = Corpus.records(of: version).filter { $0.node.rawValue != 4_000 }
    #expect(try Set(again.load()) == Set(left))
    let format = try again.database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(format == ArchiveLayout.version)
  }

  @Test(arguments: Corpus.versions) func inspectionChangesNothing(_ version: String) throws {
    let copy = TemporaryHome()
    let path = "\(copy.path)/\(version).sqlite"
    let keys = try LoginKeyProvider(file: "\(Corpus.directory)/\(version).key")
    try FileManager.default.copyItem(
      atPath: "\(Corpus.directory)/\(version).sqlite", toPath: path)
    let before = FileManager.default.contents(atPath: path)
    let file = StateFile(path: path)
    #expect(try Set(file.contents(keys: keys).records) == Set(Corpus.records(of: version)))
    #expect(try file.problems(keys: keys) == [])
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  /// A single damaged object costs only itself in every format, and stays left out after a commit.
  @Test(arguments: Corpus.versions) func everyVersionBearsDamage(_ version: String) throws {
    let keys = try LoginKeyProvider(file: "\(Corpus.directory)/\(version).key")
    for end in [20, -1] {
      let copy = TemporaryHome()
      let path = "\(copy.path)/\(version).sqlite"
      let archive = try Corpus.open(version, in: copy)
      try archive.database.write { database in
        let sql = "SELECT body FROM object WHERE node = 4000"
        var body = try #require(try Data.fetchOne(database, sql: sql))
        body[end < 0 ? body.count + end : end] ^= 1
        try database.execute(
          sql: "UPDATE object SET body = ? WHERE node = 4000", arguments: [body])
      }
      #expect(try archive.load().filter { $0.kind == .damaged }.map(\.node.rawValue) == [4_000])
      try archive.commit(
        ArchiveChanges(upserts: [Corpus.records(of: version)[1]]), info: Corpus.info)
      let again = try StateArchive(path: path, keys: keys)
      #expect(
        try again.load().filter { $0.kind == .damaged }.map(\.node.rawValue) == [4_000],
        "byte \(end)")
    }
  }

  /// A picture from before this program's first commit matches the state that it found.
  @Test(arguments: Corpus.versions) func everyVersionKeepsItsPicture(_ version: String) throws {
    let copy = TemporaryHome()
    let keys = try LoginKeyProvider(file: "\(Corpus.directory)/\(version).key")
    let path = "\(copy.path)/\(version).sqlite"
    func isCurrent() throws -> [Bool?] {
      let archive = try StateArchive(path: path, keys: keys)
      _ = try archive.load()
      return [
        try archive.snapshot()?.isCurrent,
        try StateFile(path: path).snapshot(keys: keys)?.isCurrent,
      ]
    }
    let archive = try Corpus.open(version, in: copy)
    _ = try archive.load()
    try archive.keepSnapshot([1, 2, 3])
    #expect(try isCurrent() == [true, true])
    try archive.commit(
      ArchiveChanges(upserts: [Corpus.records(of: version)[1]]), info: Corpus.info)
    #expect(try isCurrent() == [false, false])
    try archive.keepSnapshot([4, 5, 6])
    #expect(try isCurrent() == [true, true])
  }

  @Test(arguments: Corpus.versions) func aFirstCommitThatFailsChangesNothing(
    _ version: String
  ) throws {
    let copy = TemporaryHome()
    let archive = try Corpus.open(version, in: copy)
    let before = Set(try archive.load())
    var changed = Corpus.records(of: version)[1]
    changed.identifier = "changed"
    let other = Corpus.records(of: version)[2]
    try archive.failStoring(other.node)
    #expect(throws: StateError.self) {
      try archive.commit(ArchiveChanges(upserts: [changed, other]), info: Corpus.info)
    }
    try archive.stopFailing()
    #expect(Set(try archive.load()) == before)
    try archive.commit(ArchiveChanges(upserts: [changed]), info: Corpus.info)
    #expect(Set(try archive.load()).subtracting(before) == [changed])
  }

  /// Another program may be reading while the first commit changes the tables.
  @Test(arguments: Corpus.versions) func readersContinueDuringAWrite(_ version: String) throws {
    let copy = TemporaryHome()
    let archive = try Corpus.open(version, in: copy)
    _ = try archive.load()
    let reader = StateFile(path: "\(copy.path)/\(version).sqlite")
    let key = archive.key
    try reader.reading { database in
      let before = try OpenedArchive(StoredRows(database), with: key).records
      try archive.commit(
        ArchiveChanges(upserts: [], deletions: [NodeID(rawValue: 4_000)]), info: Corpus.info)
      let again = try OpenedArchive(StoredRows(database), with: key).records
      #expect(Set(again) == Set(before))
    }
    try reader.reading { database in
      let left = Corpus.records(of: version).filter { $0.node.rawValue != 4_000 }
      let now = try OpenedArchive(StoredRows(database), with: key).records
      #expect(Set(now) == Set(left))
    }
  }
}
