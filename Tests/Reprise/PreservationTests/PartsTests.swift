import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// Many objects are sealed and opened on several threads; order and errors do not depend on it.
@Suite(.leavesMainActorAlone) struct PartsTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  @Test(arguments: [0, 1, 127, 255, 256, 257, 1_000, 4_001])
  func mappingKeepsTheOrder(count: Int) throws {
    let mapped = try Array(0..<count).mapParts { part in part.map { $0 * 2 } }
    #expect(mapped == (0..<count).map { $0 * 2 })
  }

  @Test func theFirstFailureIsThrown() {
    #expect(throws: Failure(number: 10)) {
      try Array(0..<4_000).mapParts { part in
        for number in part where number % 1_000 == 10 { throw Failure(number: number) }
        return Array(part)
      }
    }
  }

  @Test func errorOfTheConsumerEndsTheWork() {
    var taken = 0
    #expect(throws: Failure(number: 3)) {
      try Array(0..<4_000).forEachPart { part in
        part.count
      } body: { count in
        taken += count
        if taken > 150 { throw Failure(number: 3) }
      }
    }
    #expect(taken < 300)
  }

  private static let records = (1...2_000).map { number in
    ObjectRecord(
      node: NodeID(rawValue: number), kind: .object, parent: nil, identifier: "\(number)",
      typeKey: "object", values: [("text", .string("text of \(number)"))])
  }

  @Test func manyObjectsAreLoaded() throws {
    let directory = TemporaryHome()
    let keys = LoginKeyProvider()
    let path = directory.path + "/state.sqlite"
    try StateArchive(path: path, keys: keys)
      .commit(ArchiveChanges(upserts: Self.records), info: ArchiveInfo())
    #expect(Set(try StateArchive(path: path, keys: keys).load()) == Set(Self.records))
  }

  @Test func amongManyOnlyTheDamagedOneIsLeftOut() throws {
    let directory = TemporaryHome()
    let keys = LoginKeyProvider()
    let path = directory.path + "/state.sqlite"
    let archive = try StateArchive(path: path, keys: keys)
    try archive.commit(ArchiveChanges(upserts: Self.records), info: ArchiveInfo())
    try archive.database.write { database in
      let body = try Data.fetchOne(database, sql: "SELECT body FROM object WHERE node = 1500")
      var bytes = try #require(body)
      bytes[20] ^= 1
      try database.execute(
        sql: "UPDATE object SET body = ? WHERE node = 1500", arguments: [bytes])
    }
    let loaded = try StateArchive(path: path, keys: keys).load()
    #expect(loaded.filter { $0.kind == .damaged }.map(\.node.rawValue) == [1_500])
    #expect(loaded.count == Self.records.count)
  }
}
