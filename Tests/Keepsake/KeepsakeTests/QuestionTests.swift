import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// After a kill, every question in an alert is restored, unanswered.
@Suite struct QuestionTests {
  private func shared() throws -> SampleApp {
    try SampleApp(sharedIn: Size(width: 80, height: 24)) {
      try $0.disagreeBesides()
    } prepare: {
      HouseholdScreenTests.prepare($0, needsLogin: false)
      try? HouseholdScreenTests.storeCredentials(in: $0.store.database.directory)
    }
  }

  private func expectReturn(_ app: SampleApp, of title: String, then key: String = "<Tab>") throws {
    for _ in 0..<2 {
      #expect(app.pilot.screen.contains(title), "\(app.pilot.screen)")
      let before = app.pilot.frame
      try app.pilot.restartAndRestore()
      #expect(app.pilot.frame == before, "\(app.pilot.screen)")
      try app.keys(key)
    }
    #expect(app.pilot.problems == [])
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains(title))
  }

  @Test func theQuestionBeforeShowingTheCodeIsRestored() throws {
    let app = try shared()
    try app.keys("3Hc")
    try expectReturn(app, of: "Show the household code?")
  }

  @Test func theQuestionAboutTwoNamesOfAPlaceIsRestored() throws {
    let app = try shared()
    try app.keys("2<Down><Enter>/kitchen<Enter>K")
    try expectReturn(app, of: "Which value do you want to keep?")
    try app.keys("Kt")
    #expect(app.pilot.screen.contains("Cuisine"))
  }

  @Test func theQuestionAboutTwoValuesOfASettingIsRestored() throws {
    let app = try shared()
    try app.keys("R<^O><Tab><Tab><^T>")
    try expectReturn(app, of: "Which value do you want to keep?")
  }

  @Test func theQuestionAboutTwoTitlesOfAFileIsRestored() throws {
    let app = try shared()
    try app.keys("/chef<Enter><Enter>pK")
    try expectReturn(app, of: "Which value do you want to keep?")
  }

  @Test func theAlertAboutAFileThatDidNotOpenIsRestored() throws {
    let app = try SampleApp()
    app.list?.ask(Question.notOpened("cannot open files", path: "/tmp/a/very/long/path.pdf"))
    try app.pilot.settle()
    try expectReturn(app, of: "/tmp/a/very/long/path.pdf")
  }

  @Test func theAlertAboutAReportsOmissionsIsRestored() throws {
    let app = try SampleApp()
    app.list?.ask(Question.reportWritten("Wrote /tmp/report.html.\n1 photo is damaged."))
    try app.pilot.settle()
    try expectReturn(app, of: "1 photo is damaged.")
  }

  // MARK: - After Esc

  /// The last piece of a split Left key must not discard the draft whose form the first piece closed.
  @Test func rightAfterEscNothingIsDiscarded() throws {
    let app = try SampleApp()
    app.pilot.pace = .milliseconds(60)
    try app.keys("nLamp<Esc>D")
    #expect(app.pilot.screen.contains("✎ Lamp"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("D ignored; press it again to discard draft"))
    try app.keys("D")
    #expect(!app.pilot.screen.contains("✎ Lamp"))
  }

  @Test(arguments: ["x", "<Del>"]) func rightAfterEscNothingIsTrashed(_ key: String) throws {
    let app = try SampleApp()
    app.pilot.pace = .milliseconds(60)
    let before = try InventoryStore(directory: app.directory).database.counts
    try app.keys("/chef<Enter><Esc>\(key)")
    #expect(app.pilot.screen.contains("ignored; press it again to"), "\(app.pilot.screen)")
    #expect(try InventoryStore(directory: app.directory).database.counts == before)
  }
}
