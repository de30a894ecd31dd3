import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Marks while the archive and the trash are shown.
@Suite struct ShelfMarkTests {
  /// Three items are in the trash.
  private func app(restarts: Bool) throws -> SampleApp {
    let app = try SampleApp(restarts: restarts)
    try app.keys("<Home>   x")
    return app
  }

  private func marks(_ app: SampleApp) -> Int { app.list?.markCount ?? 0 }

  private func markedNames(_ app: SampleApp) throws -> [String] {
    let list = try #require(app.list)
    return try list.markedItems.compactMap { try list.context.store.items.fetch($0)?.name }
  }

  @Test(arguments: [false, true]) func marksComeBackWithTheItems(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("<Home> <Down> ")
    let names = try markedNames(app)
    try #require(names.count == 2)
    try app.keys(",t")
    #expect(marks(app) == 0, "the trash has its own marks")
    try app.keys("<Home> ")
    #expect(marks(app) == 1)
    try app.keys(",t")
    #expect(try markedNames(app) == names)
    try app.keys(",a")
    #expect(marks(app) == 0)
    try app.keys(",t")
    #expect(marks(app) == 1, "the mark in the trash")
  }

  @Test(arguments: [false, true]) func marksComeBackAfterAFilterForTheTrash(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("<Home> <Down> ")
    let names = try markedNames(app)
    try app.keys("/is:trash<Enter>")
    #expect(marks(app) == 0)
    try app.keys(" ")
    #expect(marks(app) == 1)
    // Ends the filter.
    try app.keys("<Esc>")
    #expect(try markedNames(app) == names)
    #expect(app.pilot.screen.contains("2 marked"), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func marksComeBackInAPlace(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("/chef<Enter><Enter><Enter> ,t,t")
    #expect(app.pilot.screen.contains("1 marked"), "\(app.pilot.screen)")
  }

  @Test func anItemThatWasTrashedMeanwhileLosesItsMark() throws {
    let app = try app(restarts: false)
    try app.keys("<Home>  ")
    let list = try #require(app.list)
    let first = try #require(list.markedItems.first)
    try app.keys(",t")
    try InventoryStore(directory: app.directory).changes.perform(
      .trashItems([first]), session: "other")
    try app.keys(",t<Down>")
    #expect(marks(app) == 1)
  }

  @Test(arguments: [false, true]) func marksStayThroughTabsOrdersAndFilters(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("<Home>  ")
    let names = try Set(markedNames(app))
    try app.keys("2")
    try app.keys("1")
    #expect(try Set(markedNames(app)) == names)
    try app.keys("ov")
    #expect(try Set(markedNames(app)) == names)
    try app.keys("/zzz<Enter><Esc>")
    #expect(try Set(markedNames(app)) == names)
  }
}
