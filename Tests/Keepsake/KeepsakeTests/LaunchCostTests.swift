import GRDBSQLite
import Reprise
import RepriseTesting
import Testing

@testable import Inventory
@testable import Keepsake

/// The work of a launch before the first frame doesn't grow with the data (contract 8.1.6).
@Suite struct LaunchCostTests {
  /// The number of database pages read through a connection so far.
  private func pages(_ file: DatabaseFile) throws -> Int {
    try file.read { db in
      [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, counter in
        var (now, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(db.sqliteConnection, counter, &now, &highest, 0)
        return sum + Int(now)
      }
    }
  }

  /// The number of pages that a launch reads, with this many items in addition to the sample.
  private func pagesOfALaunch(items: Int) throws -> Int {
    let app = try SampleApp()
    let store = try InventoryStore(directory: app.directory)
    for number in 0..<items {
      try store.changes.perform(.createItem(Item(name: "Zone \(number)")), session: "main")
    }
    try app.keys("jjj")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("\(30 + items) items"))
    return try pages(#require(app.list?.context).store.database.file)
  }

  @Test func rule_8_1_6_aLaunchReadsNoMorePagesOfALargerInventory() throws {
    let (few, many) = (try pagesOfALaunch(items: 0), try pagesOfALaunch(items: 600))
    #expect(few > 10)
    // A deeper B-tree needs a few more.
    #expect(many < few * 2, "\(few) pages of 30 items, \(many) of 630")
  }

  /// The number of pages read for two letters in the filter of this many places.
  private func pagesOfAFilter(places: Int) throws -> Int {
    let app = try SampleApp(isEmpty: true)
    let store = try InventoryStore(directory: app.directory)
    for number in 0..<places {
      try store.changes.perform(.createPlace(Place(name: "Box \(number)")), session: "main")
    }
    try app.pilot.restartAndRestore()
    try app.keys("2/b")
    let tabs = app.pilot.application.window.rootViewController as? TabBarController
    let list = tabs?.viewControllers[1].children.first as? ScreenController
    let file = try #require(list?.context).store.database.file
    let before = try pages(file)
    try app.keys("ox")
    #expect(app.pilot.screen.contains("Box 0"))
    return try pages(file) - before
  }

  @Test func aLetterInTheFilterDoesNotReadPlacesAgain() throws {
    let (few, many) = (try pagesOfAFilter(places: 2), try pagesOfAFilter(places: 600))
    #expect(many <= few + 4, "\(few) pages of 2 places, \(many) of 600")
  }
}
