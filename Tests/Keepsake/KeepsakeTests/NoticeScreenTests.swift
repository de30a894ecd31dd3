import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The list of notices under `M`, and the user's choice of where notices appear.
@Suite struct NoticeScreenTests {
  private let app: SampleApp

  init() throws { app = try SampleApp(watches: true) }

  /// Writes the user's configuration and makes the app check it, as the file monitor would.
  private func write(_ text: String) throws {
    try text.write(toFile: app.preferencesFile, atomically: true, encoding: .utf8)
    try app.pilot.lookAround()
  }

  @Test func mListsFormerNoticesEvenAfterAKill() throws {
    try app.keys("<Down>xj")
    #expect(!app.pilot.screen.contains("Moved"))
    try app.keys("M")
    #expect(app.pilot.screen.contains("Moved “Chef's knife” to the trash"))
    let before = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains("Notices"))
    #expect(app.pilot.problems == [])
  }

  @Test func theConfigurationSaysWhichNoticesAreLines() throws {
    try write("[notices]\ninformation = \"list\"")
    try app.keys("<Down>x")
    #expect(!app.pilot.screen.contains("Moved"))
    try app.keys("M")
    #expect(app.pilot.screen.contains("Moved “Chef's knife” to the trash"))
    try app.keys("<Esc>")
    try write("")
    try app.keys("u")
    #expect(app.pilot.screen.contains("Undone"))
  }

  private func personal(_ text: String) throws -> PersonalPreferences {
    try write(text)
    return PersonalPreferences(files: [app.preferencesFile])
  }

  @Test func anInvalidNoticePlaceIsReported() throws {
    let preferences = try personal("[notices]\nerror = \"nowhere\"\nnews = \"line\"")
    #expect(preferences.problems.count == 2)
    #expect(preferences.noticePlaces[.error] == nil)
  }

  @Test func aSpinnerPrecedesLongProgress() throws {
    let context = try #require(app.list?.context)
    let window = app.pilot.application.window
    context.notices.showProgress("Undoing … 0 %")
    #expect(window.progress == "Undoing … 0 %")
    try app.pilot.advance(by: .milliseconds(600))
    #expect(window.progress == "/ Undoing … 0 %")
    context.notices.showProgress("Undoing … 7 %")
    #expect(window.progress == "/ Undoing … 7 %")
    context.notices.showProgress(nil)
    try app.pilot.advance(by: .seconds(5))
    #expect(window.progress == nil)
  }
}
