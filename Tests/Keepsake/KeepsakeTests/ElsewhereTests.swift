import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// A window reports that another one put an item into the trash.
@Suite struct ElsewhereTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp()
    try app.keys("/chef<Enter><Enter>")
  }

  /// Puts the item into the trash as another window does.
  private func trashElsewhere() throws {
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try store.items(named: "Chef's knife") else {
      Issue.record("the sample home has no knife")
      return
    }
    try store.changes.perform(.trashItems([item]), session: "other")
  }

  @Test func anOpenItemTrashedElsewhereIsReported() throws {
    try trashElsewhere()
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("“Chef's knife” was moved to the trash in another window"))
    #expect(!app.pilot.screen.contains("‹"), "its screen is gone")
  }

  @Test func theReportStaysUntilTheNextKey() throws {
    try trashElsewhere()
    try app.keys("<Home>")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("in another window"))
    try app.keys("<Home>")
    #expect(!app.pilot.screen.contains("in another window"))
  }

  @Test func itemsTrashedInThisWindowAreNotReported() throws {
    try app.keys("x")
    #expect(app.pilot.screen.contains("u undo"))
    #expect(!app.pilot.screen.contains("in another window"))
    try app.keys("<Home>")
    #expect(!app.pilot.screen.contains("in another window"))
  }

  @Test func aFormReportsItAtOnceAndKeepsTheDraft() throws {
    try app.keys("e II")
    try trashElsewhere()
    try app.keys("<Left>")
    let said = "“Chef's kni…” was moved to the trash in another window; what you typed is kept"
    #expect(app.pilot.screen.contains(said))
    #expect(app.pilot.screen.contains("Edit: Chef's knife II"))
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("1 draft"))
  }

  @Test func anUntouchedFormKeepsNoDraft() throws {
    try app.keys("e")
    try trashElsewhere()
    try app.keys("<Left>")
    #expect(app.pilot.screen.contains("“Chef's knife” was moved to the trash in another window"))
    #expect(!app.pilot.screen.contains("typed"))
  }

  @Test func aFormThatCannotBeSavedExplainsWhy() throws {
    try app.keys("e II")
    try trashElsewhere()
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Not saved: the item is in the trash"))
  }
}
