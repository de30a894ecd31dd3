import GRDB
import Storage
import Testing

@Suite struct DatabaseTests {
  /// What GRDB records about a statement on a connection.
  private func noted(_ sql: String, in configuration: Configuration) throws -> DatabaseRegion {
    try DatabaseQueue(configuration: configuration).inDatabase { db in
      try db.execute(sql: "CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT)")
      return try db.makeStatement(sql: sql).databaseRegion
    }
  }

  @Test func statementColumnsAreNotRecorded() throws {
    var configuration = Configuration()
    let sql = "SELECT id, name FROM item"
    #expect(try noted(sql, in: configuration).description == "item(id,name)")
    configuration.prepareDatabase { $0.stopNotingStatements() }
    #expect(try noted(sql, in: configuration).isEmpty)
  }
}
