import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// A home with so many items that filters and long undos run in the background.
@Suite struct LargeHomeTests {
  private static let count = 6000

  /// Thousands of lamps and chairs from one import.
  private static let inventory = Result {
    try InventoryCopy { store, directory in
      let file = directory + "/large.csv"
      var text = "HB.name,HB.location,HB.notes\n"
      for index in 0..<count {
        let word = index % 3 == 0 ? "Chair" : "Lamp"
        text += "\(word) \(index),Home / Room \(index % 7),\(index % 1000 == 0 ? "brass" : "")\n"
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let report = try CSVImporter(store: store).importFile(at: file, session: "main")
      #expect(report.created == count)
    }
  }

  private func app(restarts: Bool = false) throws -> SampleApp {
    try SampleApp(restarts: restarts, inventory: try Self.inventory.get())
  }

  private func lines(of app: SampleApp) -> [String] {
    app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aFilterFindsTheSameAsInASmallHome() throws {
    let app = try app()
    try app.keys("/lamp")
    #expect(lines(of: app)[0].contains("4,000 of 6,000 items"))
    #expect(lines(of: app)[2].hasPrefix("  Lamp 1 "))
    #expect(!app.pilot.screen.contains("searching"))
    try app.keys(" brass")
    #expect(lines(of: app)[0].contains("4 of 6,000 items"))
    try app.keys("<Enter><End>")
    #expect(lines(of: app).contains { $0.hasPrefix("  Lamp 5000 ") })
    try app.keys("/zebra")
    #expect(app.pilot.screen.contains("Nothing matches."))
    try app.keys("<Esc>")
    #expect(lines(of: app)[0].contains("6,000 items"))
    #expect(app.pilot.problems == [])
  }

  /// The item is opened while the search is still running.
  @Test func anItemShowsTheNumberOfMatchesWhenTheSearchEnds() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    // If nothing is found yet, Enter opens the first row of the whole list.
    try app.keys("/chair<Enter><Enter>")
    let first = lines(of: app)[0]
    #expect(app.pilot.application.finishBackgroundWork())
    #expect(lines(of: app)[0].contains("1 of 2,000 matching"), "at first \(first)")
    #expect(app.pilot.problems == [])
  }

  /// The rows of the former filter may still be on screen when the key is pressed.
  @Test(arguments: ["*", "V"]) func keysForAllRowsMarkWhatTheFilterFinds(_ key: String) throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("/chair<Enter>\(key)")
    #expect(app.pilot.application.finishBackgroundWork())
    #expect(app.list?.markCount == 2000, "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }

  /// Nothing is done to the selected row in place of rows that will be marked.
  @Test func anActionOnMarksThatWaitIsRefused() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("/chair<Enter>*")
    guard app.list?.marksAreWaiting == true else { return }
    try app.keys("x")
    #expect(app.pilot.screen.contains("The search isn't complete"))
    #expect(app.list?.context.store.database.counts.live == Self.count)
  }

  /// Only the end of the search shows whether the filter finds the item.
  @Test func aSavedItemIsSelectedOrReportedAsFilteredOut() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("/lamp<Enter>")
    #expect(app.pilot.application.finishBackgroundWork())
    try app.keys("nLamp of Ada<^S>")
    #expect(app.pilot.application.finishBackgroundWork())
    #expect(!app.pilot.screen.contains("hides it"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Lamp of Ada"), "\(app.pilot.screen)")
    try app.keys("<Esc>nZebra<^S>")
    #expect(app.pilot.application.finishBackgroundWork())
    #expect(app.pilot.screen.contains("Added “Zebra” — the filter hides it"))
    #expect(app.pilot.problems == [])
  }

  @Test func theScreenIsRestored() throws {
    let app = try app()
    for keys in ["/lamp", "<Enter><PgDn><PgDn><Down>", "oN", "G", "<Enter>", "]", "<Esc>", "x"] {
      try app.keys(keys)
      let before = app.pilot.screen
      try app.pilot.restartAndRestore()
      #expect(app.pilot.screen == before, "after \(keys)")
    }
    #expect(app.pilot.problems == [])
  }

  /// The first frame waits only for the rows that it shows.
  @Test func theFirstFrameEqualsTheLastOneBeforeTheKill() throws {
    let app = try app()
    try app.keys("/lamp<Enter><PgDn><PgDn><PgDn>")
    let before = app.pilot.screen
    app.pilot.finishesBackgroundWork = false
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == before)
  }

  @Test func aNewLetterReplacesTheSearch() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("/lamp<Backspace><Backspace><Backspace><Backspace>chair")
    app.pilot.finishesBackgroundWork = true
    try app.keys(" ")
    #expect(lines(of: app)[0].contains("2,000 of 6,000 items"))
    #expect(lines(of: app)[2].hasPrefix("  Chair 0 "))
  }

  /// An outdated search must not slow down the current one.
  @Test func anotherLetterCancelsTheSearch() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    let list = try #require(app.list)
    // A search may end within the turn that began it.
    for letter in ["/l", "a", "m", "p", " ", "1", "2"] {
      let before = list.listed.running
      try app.keys(letter)
      guard let before else { continue }
      #expect(before.work.isCancelled, "before \(letter)")
      // The search may have finished before.
      if before.search.search.isCancelled { return }
    }
    Issue.record("no search was canceled, or all ended at once: there are too few items")
  }

  @Test func aChangeAppearsInTheListAtOnce() throws {
    let app = try app()
    try app.keys("/lamp<Enter><Down>x")
    #expect(lines(of: app)[0].contains("3,999 of 5,999 items"))
    #expect(!app.pilot.screen.contains(" Lamp 2 "))
    try app.keys("u")
    #expect(lines(of: app)[0].contains("4,000 of 6,000 items"))
    #expect(app.pilot.screen.contains(" Lamp 2 "))
  }

  /// A change of many items is one step, made in the background.
  @Test func aChangeOfManyItemsShowsItsProgress() async throws {
    let app = try app()
    try app.keys(Self.markingChairs)
    app.pilot.finishesBackgroundWork = false
    try app.keys("x")
    try await waitForWork(of: app) { isMade(in: app) }
    app.pilot.finishesBackgroundWork = true
    try app.keys("u")
    #expect(lines(of: app)[0].contains("2,000 of 6,000 items"), "undo takes all of it back")
    #expect(app.pilot.problems == [])
  }

  /// Waits for work on a thread of lower priority, which other tests can delay for minutes.
  private func waitForWork(
    of app: SampleApp, sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool
  ) async throws {
    try await app.pilot.wait(until: isDone, within: .seconds(300), sourceLocation: sourceLocation)
  }

  /// Whether the change was made: among other tests of the main actor, it may end before the sheet is due.
  private func isMade(in app: SampleApp) -> Bool { app.pilot.screen.contains("and 1,999 more") }

  /// Enough to be changed in the background, and few for a machine that is busy with other tests.
  private static let markingChairs = "/chair<Enter>*"

  /// Lets time pass until the sheet is shown: the change begins in a task of its own.
  ///
  /// - Returns: `false` if the change was made before.
  private func waitForSheet(of app: SampleApp) async throws -> Bool {
    let title = "Moving items to the trash"
    try await waitForWork(of: app) {
      (try? app.pilot.advance(by: .milliseconds(100))) != nil
        && (app.pilot.screen.contains(title) || isMade(in: app))
    }
    return app.pilot.screen.contains(title)
  }

  @Test func escCancelsAChangeOfManyItemsAndNothingIsChanged() async throws {
    let app = try app()
    try app.keys(Self.markingChairs)
    app.pilot.finishesBackgroundWork = false
    let store = try #require(app.list?.context.store)
    let before = store.database.dataVersion
    try app.keys("x")
    guard try await waitForSheet(of: app) else { return }
    try app.keys("<Esc>")
    let words = "Canceled: nothing has changed"
    try await waitForWork(of: app) { app.pilot.screen.contains(words) || isMade(in: app) }
    guard app.pilot.screen.contains(words) else { return }
    try store.database.refresh()
    #expect(store.database.dataVersion == before && store.database.counts.live == Self.count)
  }

  @Test func afterAKillDuringAChangeOfManyItemsTheListIsShown() async throws {
    let app = try app()
    try app.keys(Self.markingChairs)
    app.pilot.finishesBackgroundWork = false
    try app.keys("x")
    guard try await waitForSheet(of: app) else { return }
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("█"), "the sheet is gone: \(app.pilot.screen)")
    let live = try InventoryStore(directory: app.directory).database.counts.live
    #expect([Self.count - 2000, Self.count].contains(live), "all or nothing")
    let words = "Moving items to the trash (2,000) was interrupted: nothing has changed"
    #expect(app.pilot.screen.contains(words) == (live == Self.count), "\(app.pilot.screen)")
  }

  @Test func aLongUndoShowsProgressAndAllowsNavigation() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("u")
    #expect(app.pilot.screen.contains("Undoing … 0 % — u cancels"))
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("Chair 0"))
    try app.keys("x")
    #expect(app.pilot.screen.contains("Wait for the undo"))
    let context = try #require(app.list?.context)
    var settings = try context.store.settings.fetch()
    settings.hasPictureGraphics.toggle()
    #expect(!context.changes.change(settings), "like any other change, it has to wait")
    app.pilot.finishesBackgroundWork = true
    try app.keys("<Up>")
    #expect(app.pilot.screen.contains("Undone: imported 6,000 items"))
    #expect(app.pilot.screen.contains("Nothing here yet."))
    try app.keys("<^R>")
    #expect(app.pilot.screen.contains("Redone: imported 6,000 items"))
    #expect(lines(of: app)[0].contains("6,000 items"))
    #expect(app.pilot.problems == [])
  }

  /// A kill during the undo leaves the data as before it or as after it.
  @Test func aKillDuringALongUndoLeavesAllOrNothing() throws {
    let app = try app()
    app.pilot.finishesBackgroundWork = false
    try app.keys("u")
    app.pilot.finishesBackgroundWork = true
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("Undoing"))
    let live = try InventoryStore(directory: app.directory).database.counts.live
    #expect([0, Self.count].contains(live))
  }
}
