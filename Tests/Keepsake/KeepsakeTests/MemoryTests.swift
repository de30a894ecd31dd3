import GRDB
import GRDBSQLite
import Reprise
import RepriseTesting
import Testing

@testable import Inventory
@testable import Keepsake

/// Memory that is released in the background and when it is short (contract 8.5.5, 8.5.7).
@Suite struct MemoryTests {
  /// The bytes of a database that SQLite keeps in memory.
  private func bytesKept(_ file: DatabaseFile) throws -> Int32 {
    try file.read { db in
      var now: Int32 = 0
      var highest: Int32 = 0
      sqlite3_db_status(
        db.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
      return now
    }
  }

  @Test(arguments: [true, false])
  func cachedPagesOfBothDatabasesAreReleased(isShort: Bool) throws {
    let app = try SampleApp()
    app.pilot.application.stopProcess = { true }
    try app.keys("nTea<Esc>")
    let picture = app.pilot.screen
    let context = try #require(app.list?.context)
    // A background search has read through a connection of its own, which is kept for the next search.
    let reader = try context.store.database.openReader()
    try reader.read { db in
      _ = try Row.fetchAll(db, sql: "SELECT * FROM item")
    }
    context.store.database.giveBack(reader)
    let files = [context.store.database.file, reader, context.drafts.store.file]
    let before = try files.map(bytesKept)
    if isShort {
      app.pilot.sendMemoryWarning()
    } else {
      try app.pilot.send(.signal(.suspend))
    }
    for (file, before) in zip(files, before) { #expect(try bytesKept(file) < before) }
    if !isShort { try app.pilot.send(.signal(.resume)) }
    #expect(app.pilot.screen == picture)
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("30 items"), "everything is still there")
  }
}
