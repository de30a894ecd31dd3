import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// A state file that once held something is never mistaken for a new one.
@Suite(.leavesMainActorAlone) struct LostTablesTests {
  private let directory: TemporaryHome
  private var path: String { directory.path + "/state.sqlite" }

  init() throws { directory = TemporaryHome() }

  private func make(_ statements: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    let pages = try queue.write { database in
      try database.execute(sql: statements)
      return try Int.fetchOne(database, sql: "PRAGMA page_count")
    }
    try queue.close()
    return try #require(pages)
  }

  /// The page of the lost table is still there.
  @Test func fileWithAPageButNoTablesIsDamaged() throws {
    #expect(try make("CREATE TABLE t(x); DROP TABLE t") == 2)
    #expect(throws: StateError.damaged("the state file has lost its tables")) {
      try StateArchive(path: path, keys: LoginKeyProvider())
    }
  }

  @Test func fileWithoutPagesIsInitialized() throws {
    #expect(try make("PRAGMA user_version = 0") <= 1)
    #expect(try StateArchive(path: path, keys: LoginKeyProvider()).load() == [])
  }
}
