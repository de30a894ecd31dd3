import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Restoration when the open item or place went to the trash while the program wasn't running.
@Suite struct TrashedMeanwhileTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp()
    try app.keys("/chef<Enter><Enter>")
  }

  private func trashMeanwhile() throws {
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try store.items(named: "Chef's knife") else {
      Issue.record("the sample home has no knife")
      return
    }
    try store.changes.perform(.trashItems([item]), session: "other")
    try app.pilot.restartAndRestore()
  }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  @Test func anOpenItemTrashedMeanwhileIsReported() throws {
    try trashMeanwhile()
    #expect(shows("“Chef's knife” has been moved to the trash"), "\(app.pilot.screen)")
    #expect(!shows("‹"), "its screen is gone")
    try app.pilot.restartAndRestore()
    #expect(shows("has been moved to the trash"), "until the next key")
    try app.keys("<Home>")
    #expect(!shows("has been moved to the trash"))
  }

  @Test func earlierChangesAreNotReportedAgain() throws {
    try app.keys("<Esc><Esc>nZebra<^S>/chef<Enter><Enter>")
    try trashMeanwhile()
    #expect(!shows("Zebra"), "\(app.pilot.screen)")
    #expect(shows("“Chef's knife” has been moved to the trash"))
  }

  @Test func aFormIsRestoredWithTheTypedText() throws {
    try app.keys("e II")
    try trashMeanwhile()
    #expect(shows("Edit: Chef's knife II"), "\(app.pilot.screen)")
    #expect(shows("has been moved to the trash; what you typed is kept"))
    try app.keys("I")
    #expect(shows("Edit: Chef's knife III"))
    let frame = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == frame, "it is reported once")
    try app.keys("<^S>")
    #expect(shows("Not saved: the item is in the trash"))
    try app.keys("<Esc>")
    #expect(shows("1 draft"))
    #expect(app.pilot.problems == [])
  }

  @Test func aDraftOfATrashedItemCanBeOpened() throws {
    try app.keys("e II<Esc><Esc><Esc>")
    try trashMeanwhile()
    try app.keys("<Home><Enter>")
    #expect(shows("Edit: Chef's knife II"), "\(app.pilot.screen)")
    #expect(shows("This item is in the trash; what you typed is kept"))
    #expect(app.pilot.problems == [])
  }
}
