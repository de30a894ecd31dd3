import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The screens that write the report for the insurer and edit owner and policy.
@Suite struct InsuranceScreenTests {
  private func settings(of app: SampleApp) throws -> InventorySettings {
    try InventoryStore(directory: app.directory).settings.fetch()
  }

  @Test func aFieldIsStoredWhenTheFocusLeavesIt() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("R<^O>")
    #expect(app.pilot.screen.contains("Owner and policy"))
    try app.keys("Анна Смирнова<Tab>王府井 1<Tab><Tab><Tab>1.2.2027<Tab>1,500.00")
    #expect(try settings(of: app).owner == "Анна Смирнова")
    #expect(try settings(of: app).address == "王府井 1")
    #expect(try settings(of: app).contentsLimit == nil, "the focus is still on it")
    try app.keys("<^S>")
    #expect(try settings(of: app).contentsLimit == 150_000)
    #expect(app.pilot.screen.contains("Report for the insurer"), "back on the report")
  }

  @Test func invalidTextStaysWithItsError() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("R<^O><Tab><Tab><Tab><Tab>someday<Tab>")
    #expect(app.pilot.screen.contains("Not a date"))
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("someday"), "no typed text is lost")
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("Owner and policy"), "Esc would lose it, too")
    #expect(try settings(of: app).renewal == nil)
    try app.keys("<^U>+1y<Esc>")
    #expect(app.pilot.screen.contains("Report for the insurer"))
    #expect(try settings(of: app).renewal != nil)
  }

  @Test func escTwiceDiscardsInvalidText() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("R<^O><Tab><Tab><Tab><Tab>someday<Esc>")
    #expect(app.pilot.screen.contains("Renewal can't be read — Esc again discards it"))
    try app.keys("s<Esc>")
    #expect(app.pilot.screen.contains("Owner and policy"), "the text has changed since the warning")
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Owner and policy"), "saving drops nothing")
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("Report for the insurer"))
    #expect(try settings(of: app).renewal == nil)
    try app.keys("<^O>")
    #expect(!app.pilot.screen.contains("someday"))
  }

  /// The actual cash value depends on the day.
  @Test func reportsAreRecalculatedAtMidnight() throws {
    let app = try SampleApp()
    try app.keys("3")
    let before = app.pilot.screen
    app.clock.today = try #require(CalendarDate(iso: "2029-11-22"))
    app.pilot.application.delegate.applicationSignificantTimeChange(app.pilot.application)
    try app.pilot.settle()
    let after = app.pilot.screen
    #expect(after != before)
    try app.keys("13")
    #expect(app.pilot.screen == after)
  }

  @Test func theReportUsesTheOptionsOnTheScreen() async throws {
    let app = try SampleApp(restarts: true)
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try app.keys("Rteapot<Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.pilot.restartAndRestore()
    try app.keys("<^S>")
    try await app.pilot.waitForTasks()
    #expect(app.pilot.screen.contains("Wrote 1 item"))
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.contains("Teapot") && !html.contains("Moka pot"))
  }

  @Test func aReportFromAFilteredListCoversWhatTheFilterShows() async throws {
    let app = try SampleApp(restarts: true)
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try app.keys("/teapot<Enter>R")
    #expect(app.pilot.screen.contains("teapot"))
    #expect(app.pilot.screen.contains("Covers all matching items"), "\(app.pilot.screen)")
    try app.keys("<Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.keys("<^S>")
    try await app.pilot.waitForTasks()
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.contains("Teapot") && !html.contains("Moka pot"))
  }

  /// In the list of places it is the selected place, in a place that place.
  @Test(arguments: ["2<Home>R", "2<Home><Enter>R"])
  func aReportFromAPlaceCoversThatPlace(keys: String) async throws {
    let app = try SampleApp(restarts: true)
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let place = try #require(
      try InventoryStore(directory: app.directory).places.children(of: nil).first)
    try app.keys(keys)
    #expect(app.pilot.screen.contains("Covers [\(place.name)] everything"), "\(app.pilot.screen)")
    try app.keys("<Tab><Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.keys("<^S>")
    try await app.pilot.waitForTasks()
    let html = try String(contentsOfFile: path, encoding: .utf8)
    #expect(html.contains("Only <bdi>“\(place.path)”</bdi>"))
    #expect(app.pilot.screen.contains("Wrote \(Figures.items(place.subtreeItemCount)) to"))
  }

  @Test func aReportFromALineOfTheReportsCanCoverItAlone() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("3<End>R")
    #expect(app.pilot.screen.contains("[everything]"), "\(app.pilot.screen)")
    try app.keys("<Esc><Home>R")
    #expect(!app.pilot.screen.contains("Covers"), "the first line is about no items")
  }

  @Test func anExistingFileIsReplacedOnlyAfterConfirmation() async throws {
    let app = try SampleApp()
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("mine".utf8).write(to: URL(filePath: path))
    try app.keys("R<Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Replace the file?"), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    try await app.pilot.waitForTasks()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(app.pilot.screen.contains("Report for the insurer"))
    try app.keys("<^S>r")
    try await app.pilot.waitForTasks()
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
  }

  /// A line of 80 columns would truncate the message.
  @Test func filesNotIncludedInAReportAreReportedInFull() async throws {
    let app = try SampleApp()
    try AttachedFiles.add(to: app)
    let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try app.keys("R<Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.keys("<^S>")
    try await app.pilot.waitForTasks()
    let words = app.pilot.screen.split(whereSeparator: { " │\n".contains($0) }).joined(
      separator: " ")
    #expect(words.contains("Report written"), "\(app.pilot.screen)")
    #expect(words.contains("1 file is listed but not included; attach it separately"), "\(words)")
    #expect(words.contains("[Close]"))
    try app.keys("<Esc>M")
    #expect(app.pilot.screen.contains("1 file is listed but not included; attach it separately"))
  }

  @Test func aFileNameWithAnotherExtensionIsRefused() throws {
    let app = try SampleApp()
    for name in ["/tmp/y.pdf", "/tmp/y"] {
      try app.keys("R<Tab><Tab><Tab><Tab><^A><^K>\(name)<^S>")
      #expect(app.pilot.screen.contains("must end in .html, .htm or .csv"), "\(app.pilot.screen)")
      try app.keys("<Esc>")
    }
  }

  /// The home directory is that of the environment, as in a shell and in the file browser.
  @Test(arguments: [
    (" ~/a.html ", "/home/ada/a.html"), ("~", "/home/ada"), ("~ada/a", "~ada/a"), ("/~/a", "/~/a"),
  ])
  func aTildeIsTheHomeDirectory(typed: String, path: String) {
    #expect(ReportFile.path(typed: typed, home: "/home/ada") == path)
    #expect(ReportFile.path(typed: "~/a", home: nil) == "~/a")
  }

  @Test func theFileExtensionFollowsTheFormat() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("R<Tab> ")
    #expect(app.pilot.screen.contains(".csv"))
    try app.keys(" ")
    #expect(app.pilot.screen.contains(".html"))
  }

  @Test func anUnwritableFileIsReportedAndTheScreenStays() async throws {
    let app = try SampleApp(restarts: true)
    try app.keys("R<Tab><Tab><Tab><Tab><^A><^K>/nowhere/at/all.html<^S>")
    try await app.pilot.waitForTasks()
    #expect(app.pilot.screen.contains("/nowhere/at/all.html"))
    #expect(app.pilot.screen.contains("No such file or directory"))
    #expect(app.pilot.screen.contains("Report for the insurer"))
  }
}
