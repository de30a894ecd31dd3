import Foundation
import Inventory
import Reprise
import RepriseTesting
import Sync
import Testing

@testable import Keepsake

/// Conflicting changes to a place, a setting or a file are marked where it is shown, and resolved there.
@Suite struct RowConflictScreenTests {
  private func app() throws -> SampleApp {
    try SampleApp(sharedIn: Size(width: 80, height: 24)) {
      try $0.disagreeBesides()
    } prepare: {
      HouseholdScreenTests.prepare($0, needsLogin: false)
    }
  }

  /// Ben's home after an exchange.
  private func other(of app: SampleApp) throws -> InventoryStore {
    let other = try #require(app.other)
    try other.exchange()
    return other.store
  }

  @Test func aPlaceCanTakeTheOtherName() throws {
    let app = try app()
    try app.keys("2<Down><Enter>")
    #expect(app.pilot.screen.contains("⇄▸ Kitchenette"), "\(app.pilot.screen)")
    try app.keys("/kitchen<Enter>K")
    #expect(app.pilot.screen.contains("Take “Cuisine”"))
    try app.keys("t<Esc>")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("▸ Cuisine") && !app.pilot.screen.contains("⇄"))
    #expect(try other(of: app).household.rowConflicts().count == 2)
  }

  @Test func aSettingCanKeepItsShownValue() throws {
    let app = try app()
    try app.keys("R<^O><Tab><Tab>")
    #expect(app.pilot.screen.contains("⇄ Ben (laptop) has “Mobiliar”"))
    try app.keys("<^T>")
    #expect(app.pilot.screen.contains("Keep “Helvetia”"))
    try app.keys("k")
    #expect(!app.pilot.screen.contains("⇄") && app.pilot.screen.contains("Insurer        Helvetia"))
    #expect(try other(of: app).settings.fetch().insurer == "Helvetia")
  }

  @Test func aFileCanTakeTheOtherTitle() throws {
    let app = try app()
    try app.keys("/chef<Enter><Enter>")
    #expect(app.pilot.screen.contains("Receipt  ⇄ Ben (laptop) has “Bill”"), "\(app.pilot.screen)")
    try app.keys("pKt")
    #expect(app.pilot.screen.contains("receipt · Bill"), "\(app.pilot.screen)")
    #expect(!app.pilot.screen.contains("⇄"))
  }

  @Test func theHouseholdScreenResolvesAllConflicts() throws {
    let app = try app()
    try app.keys("3H<End>")
    for expected in [3, 2, 1] {
      #expect(app.pilot.screen.split(separator: "⇄").count - 1 == expected, "\(app.pilot.screen)")
      try app.keys("<End><Enter>k")
    }
    #expect(!app.pilot.screen.contains("⇄") && app.pilot.screen.contains("Members"))
    let ben = try other(of: app)
    #expect(try ben.household.rowConflicts() == [] && ben.settings.fetch().insurer == "Helvetia")
  }

  /// Labels show the old numbers, so every changed one is listed.
  @Test func joiningReportsChangedAssetNumbers() throws {
    let app = try SampleApp(sharedIn: Size(width: 80, height: 24)) { _ in }
    let store = try InventoryStore(directory: app.directory)
    let items = try ["Chef's knife", "Teapot"].map { try #require(try app.other).item($0) }
    func number(from first: Int64) throws {
      for (index, uuid) in items.enumerated() {
        var item = try #require(try store.items.fetch(uuid))
        item.assetNumber = first + Int64(index)
        try store.changes.perform(.updateItem(item), session: "other")
      }
    }
    try number(from: 700)
    try app.keys("<Down>")
    let context = try #require(app.list?.context)
    context.news.noteNumbersBeforeJoining()
    try number(from: 800)
    try app.keys("<Down>")
    #expect(
      app.pilot.screen.contains("2 items got new numbers; fix their labels"), "\(app.pilot.screen)")
    try app.keys("M")
    for name in ["Chef's knife", "Teapot"] {
      #expect(app.pilot.screen.contains("\(name) now has number"), "\(app.pilot.screen)")
    }
  }

  /// The second value arrives while the window is open.
  @Test func aNewConflictIsReported() throws {
    let app = try SampleApp(sharedIn: Size(width: 80, height: 24)) { _ in }
    try #require(app.other).disagreeBesides()
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("Two homes changed"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("at once: Household shows both"))
  }
}
