import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The archive and the trash on the screens, also after a restart.
@Suite struct ShelfScreenTests {
  private let app: SampleApp

  init() throws { app = try SampleApp(size: Size(width: 80, height: 24)) }

  private var store: InventoryStore? { app.list?.context.store }

  private func expectItStays(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen, sourceLocation: sourceLocation)
    #expect(app.pilot.problems == [], sourceLocation: sourceLocation)
  }

  private func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      app.pilot.screen.contains(text), "\(text):\n\(app.pilot.screen)",
      sourceLocation: sourceLocation)
  }

  @Test func anItemIsArchivedFoundAndUnarchived() throws {
    let live = try #require(store?.database.counts.live)
    try app.keys("/chef<Enter>sa")
    expect("Archived “Chef's knife”")
    expect("Nothing matches")
    #expect(store?.database.counts.live == live - 1)
    try app.keys("<Esc>/is:archived chef<Enter>")
    expect("1 archived")
    expect("Chef's knife")
    try expectItStays()
    try app.keys("<Enter>")
    expect("Archived")
    try expectItStays()
    try app.keys("sb")
    expect("Unarchived “Chef's knife”")
    #expect(store?.database.counts.live == live)
    try expectItStays()
    try app.keys("u")
    #expect(store?.database.counts.live == live - 1)
    try app.keys("<Esc><Home>sb")
    #expect(store?.database.counts.live == live, "from the list, too")
  }

  @Test func trashedItemsAreListedAndRestored() throws {
    try app.keys("/chef<Enter>x<Esc>/is:trash<Enter>")
    expect("1 in the trash")
    expect("Chef's knife")
    try app.keys("<Enter>")
    expect("in the trash since")
    try expectItStays()
    // A trashed item can only be restored.
    let before = try store?.database.dataVersion
    for key in ["e", "x", "P", "p", "H", "sa"] {
      try app.keys(key)
      expect("in the trash since")
    }
    #expect(store?.database.dataVersion == before)
    try app.keys("<Enter>")
    expect("s b brings it back")
    try app.keys("C")
    expect("Moved to the trash")
    try expectItStays()
    try app.keys("<Esc>sb")
    expect("Restored “Chef's knife”")
    try expectItStays()
    try app.keys("<Esc><Esc>/chef<Enter>")
    expect("Chef's knife")
  }

  @Test func theListRestoresTrashedItems() throws {
    try app.keys("<Home>E <Down> x")
    let trashed = try #require(store?.database.counts.trashed)
    try app.keys("<Esc><Esc>/is:trash<Enter>x")
    #expect(store?.database.counts.trashed == trashed, "trashed items are not trashed again")
    try app.keys("<Home>sb")
    #expect(store?.database.counts.trashed == trashed - 1)
  }

  @Test func anItemTrashedElsewhereStillLeavesTheScreen() throws {
    try app.keys("/chef<Enter><Enter>")
    let context = try #require(app.list?.context)
    guard case .one(let knife) = try context.store.items(named: "Chef's knife") else { return }
    try InventoryStore(directory: app.directory).changes.perform(
      .trashItems([knife]), session: "other")
    try app.keys("<Down>")
    expect("was moved to the trash in another window")
    #expect(!app.pilot.screen.contains("in the trash since"))
  }

  @Test func theArchivesTitleShowsNoTotal() throws {
    let size = Size(width: 120, height: 24)
    let app = try SampleApp(size: size)
    try app.keys("/chef<Enter>")
    #expect(app.pilot.screen.contains("€"))
    try app.keys("sa<Esc>/is:archived chef<Enter>")
    try app.pilot.settle()
    let title = app.pilot.screen.split(separator: "\n").first { $0.contains("1 archived") }
    #expect(title.map { !$0.contains("€") } == true, "\(app.pilot.screen)")
  }
}
