import Foundation
import Inventory
import Reprise
import RepriseTesting
import Sync
import Testing

@testable import Keepsake

/// Conflicting edits are resolved from the list that marks them, and all marks disappear.
@Suite struct ConflictListTests {
  private func shared(
    _ size: Size = Size(width: 80, height: 30),
    fill: (OtherHome) throws -> Void = { try $0.disagree() }
  ) throws -> (app: SampleApp, other: OtherHome, knife: UUID) {
    let app = try SampleApp(sharedIn: size, fill: fill)
    let other = try #require(app.other)
    return (app, other, try other.item("Chef's knife"))
  }

  private func subjects(_ app: SampleApp, _ item: UUID) throws -> [ItemConflict] {
    try InventoryStore(directory: app.directory).household.conflicts(of: item)
  }

  /// Applies changes from the household, without a key press.
  private func applyChanges(_ app: SampleApp) throws {
    app.list?.context.sync.delegate?.syncDidReceive()
    try app.pilot.settle()
  }

  /// Next to the item's screen, and alone in a narrow window.
  @Test(arguments: [80, 140]) func kOnTheSelectedItemKeepsTheShownValues(width: Int) throws {
    let (app, other, knife) = try shared(Size(width: width, height: 30))
    try app.keys("/chef<Enter>")
    #expect(app.lineUnderCursor.contains("⇄Chef's knife"))
    try app.keys("K")
    #expect(
      app.pilot.screen.contains("Keep the shown values of “Chef's knife”?"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Ben (laptop) has €139.00"))
    try app.pilot.restartAndRestore()
    #expect(try !subjects(app, knife).isEmpty, "the question alone resolves nothing")
    try app.keys("Kk")
    #expect(try subjects(app, knife).isEmpty)
    #expect(!app.pilot.screen.contains("⇄"), "\(app.pilot.screen)")
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen)
    try other.exchange()
    #expect(try other.conflicts(knife).isEmpty)
  }

  @Test(arguments: [80, 140]) func cShowsTheHistoryOfTheSelectedItem(width: Int) throws {
    let (app, _, _) = try shared(Size(width: width, height: 30))
    try app.keys("/chef<Enter>C")
    #expect(app.pilot.screen.contains("History"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Ben"))
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen)
    try app.keys("<Esc><Esc>")
    #expect(app.pilot.screen.contains("Chef's knife"))
  }

  @Test func aPlacesListHasTheSameKeys() throws {
    let (app, _, knife) = try shared()
    try app.keys("2<Down><Enter>/kitchen<Enter><Enter>/drawer<Enter><Enter>/chef<Enter>")
    #expect(app.lineUnderCursor.contains("⇄Chef's knife"), "\(app.pilot.screen)")
    try app.keys("C")
    #expect(app.pilot.screen.contains("History"), "\(app.pilot.screen)")
    try app.keys("<Esc>Kk")
    #expect(try subjects(app, knife).isEmpty)
  }

  @Test func withoutAConflictKReportsThatItNeedsOne() throws {
    let (app, _, _) = try shared(fill: { _ in })
    try app.keys("/chef<Enter>")
    #expect(!app.pilot.screen.contains("Keep shown values"), "no hint offers it")
    try app.keys("K")
    #expect(app.pilot.screen.contains("Keep shown values: select an item with a conflict"))
  }

  /// The red line disappears when another home resolves the conflict, without a key press in this window.
  @Test func theLineDisappearsWhenAnotherHomeResolvesTheConflict() throws {
    let (app, other, knife) = try shared(fill: { _ in })
    try app.keys("/chef<Enter>")
    try other.disagree()
    try applyChanges(app)
    #expect(
      app.pilot.screen.contains("Two homes changed “Chef's knife” at once"), "\(app.pilot.screen)")
    #expect(try other.store.household.keepLocal(of: knife, author: "Ben"))
    try other.exchange()
    try applyChanges(app)
    #expect(!app.pilot.screen.contains("Two homes"), "\(app.pilot.screen)")
    #expect(!app.pilot.screen.contains("⇄"))
  }

  /// The red line disappears when another window of this home resolves the conflict.
  @Test func theLineDisappearsWhenAnotherWindowResolvesTheConflict() throws {
    let (app, other, knife) = try shared(fill: { _ in })
    try other.disagree()
    try applyChanges(app)
    #expect(app.pilot.screen.contains("Two homes changed"))
    #expect(
      try InventoryStore(directory: app.directory).household.keepLocal(of: knife, author: "Anna"))
    try applyChanges(app)
    #expect(!app.pilot.screen.contains("Two homes"), "\(app.pilot.screen)")
  }

  /// A line that was on the screen at a kill isn't restored if it is no longer true.
  @Test func theLineOfAResolvedConflictIsNotRestored() throws {
    let (app, other, knife) = try shared(fill: { _ in })
    try other.disagree()
    try applyChanges(app)
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("Two homes changed"), "as long as it is true")
    #expect(try other.store.household.keepLocal(of: knife, author: "Ben"))
    try other.exchange()
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("Two homes"), "\(app.pilot.screen)")
  }

  /// Places and settings have lines, too.
  @Test func theLineAboutAPlaceDisappearsWhenItIsResolved() throws {
    let (app, other, _) = try shared(fill: { _ in })
    try other.disagreeBesides()
    try applyChanges(app)
    #expect(app.pilot.screen.contains("Two homes changed"), "\(app.pilot.screen)")
    for value in try other.store.household.rowConflicts() {
      _ = try other.store.household.keepLocal(insteadOf: value, author: "Ben")
    }
    try other.exchange()
    try applyChanges(app)
    #expect(!app.pilot.screen.contains("Two homes"), "\(app.pilot.screen)")
  }
}
