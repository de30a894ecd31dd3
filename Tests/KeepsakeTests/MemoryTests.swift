import GRDBSQLite
import Reprise
import RepriseTesting
import Testing

@testable import Inventory
@testable import Keepsake

/// What is let go when memory is short (contract 8.5.7).
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

  @Test func shortMemoryLetsGoOfThePagesOfBothDatabases() throws {
    let app = try SampleApp()
    try app.keys("nTea<Esc>")
    let tabs = app.pilot.application.window.rootViewController as? TabBarController
    let list = tabs?.viewControllers.first?.children.first as? ScreenController
    let context = try #require(list?.context)
    let files = [context.store.file, context.drafts.file]
    let before = try files.map(bytesKept)
    app.pilot.application.didReceiveMemoryWarning()
    for (file, before) in zip(files, before) { #expect(try bytesKept(file) < before) }
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("30 items"), "everything is still there")
  }
}
