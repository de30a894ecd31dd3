import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// After a kill, a session's activity describes what the user was doing.
@Suite struct ActivityTests {
  /// Keys from the list, and the activity they lead to.
  @Test(arguments: [
    ("", "browsing the items"),
    ("<Down><Enter>", "viewing “Chef's knife”"),
    ("<Down><Enter>e", "editing “Chef's knife”"),
    ("<Down><Enter>e II", "editing “Chef's knife”"),
    ("<Down>e<Esc>", "browsing the items"),
    ("nLamp", "adding an item"),
    ("n<Tab><Enter>", "adding an item"),
    ("2", "browsing the places"),
    ("2<Enter>", "browsing “Garden”"),
    ("3", "viewing the reports"),
    ("3R", "writing the report for the insurer"),
    ("3R<^O>", "editing owner and policy"),
    ("<Down><Enter>?", "viewing “Chef's knife”"),
  ])
  func aKillKeepsTheActivity(keys: String, words: String) throws {
    let app = try SampleApp()
    try app.keys(keys)
    try app.pilot.restartAndRestore()
    #expect(app.pilot.application.stateRestorationActivity?.title == words)
    #expect(app.pilot.problems == [])
  }

  @Test func theNextItemIsTheNewSubject() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter>]")
    let shown = app.pilot.application.window.frontController as? ItemDetailViewController
    let subject = try #require(shown?.subject)
    try app.pilot.restartAndRestore()
    let activity = try #require(app.pilot.application.stateRestorationActivity)
    #expect(activity["item"] == subject && activity.title != "viewing “Chef's knife”")
  }

  @Test func discardingASessionDeletesItsRedoRecordButNoDraft() throws {
    let app = try SampleApp()
    try app.keys("nLamp")
    let drafts = try DraftStore(directory: app.directory)
    #expect(try drafts.redoRecord(of: "main") != nil)
    let application = app.pilot.application
    application.delegate.application(application, didDiscardSessions: ["main", "other"])
    #expect(try drafts.redoRecord(of: "main") == nil)
    #expect(try drafts.count() == 1)
  }
}
