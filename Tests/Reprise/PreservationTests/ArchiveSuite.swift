import RepriseTesting
import Foundation
import GRDB
import Testing

@testable import Preservation

/// Tests of one archive in its own directory.
protocol ArchiveSuite {
  var place: ArchivePlace { get }
}

/// An archive's path and its key.
struct ArchivePlace {
  let directory: TemporaryHome
  let keys = LoginKeyProvider()

  init() throws { directory = TemporaryHome() }
}

extension StateArchive {
  /// Makes the write of one object fail, after others succeeded, as a full disk would.
  func failStoring(_ node: NodeID) throws {
    try database.writeWithoutTransaction { database in
      try database.endReadTransaction()
      try database.execute(
        sql: """
          CREATE TEMP TRIGGER failure BEFORE INSERT ON main.object WHEN NEW.node = \(node.rawValue)
          BEGIN SELECT RAISE(ABORT, 'a test'); END
          """)
    }
  }

  /// Makes writes succeed again.
  func stopFailing() throws {
    try database.writeWithoutTransaction { database in
      try database.endReadTransaction()
      try database.execute(sql: "DROP TRIGGER failure")
    }
  }
}

extension ArchiveSuite {
  var keys: LoginKeyProvider { place.keys }
  var path: String { place.directory.path + "/state.sqlite" }

  /// Opens the archive, as another program would.
  func archive() throws -> StateArchive { try StateArchive(path: path, keys: keys) }

  func record(_ node: Int64, _ text: String) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: node), kind: .view, parent: nil, identifier: text, typeKey: "View")
  }

  /// Stores objects with the nodes up to a number.
  @discardableResult
  func fill(_ count: Int64 = 5) throws -> StateArchive {
    let archive = try archive()
    let records = (1...count).map { record($0, "object \($0)") }
    try archive.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
    return archive
  }

  /// Changes the file behind the archive's back.
  func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  func logSize() throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count
  }

  func expectDamage(
    _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: location) {
      _ = try archive().load()
    } throws: { error in
      guard case StateError.damaged = error else { return false }
      return true
    }
  }
}
