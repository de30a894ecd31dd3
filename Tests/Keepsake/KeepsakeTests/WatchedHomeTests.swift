import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Changes by other programs are shown with the next key, and unchanged files are not read.
@Suite struct WatchedHomeTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp(watches: true)
    // Handles the changes that filled the sample home first.
    try app.keys("<Home>")
  }

  private var application: Application { app.pilot.application }

  /// Adds an item as another program does.
  private func addElsewhere(_ name: String) throws {
    let store = try InventoryStore(directory: app.directory)
    try store.changes.perform(.createItem(Item(uuid: UUID(), name: name)), session: "other")
  }

  /// Runs the main thread until the condition holds.
  private func wait(until isSo: () -> Bool) async throws {
    for _ in 0..<6_000 {
      if isSo() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("it did not come within a minute")
  }

  @Test func changesByAnotherProgramAreShownWithTheNextKey() async throws {
    try await wait { !application.mayHaveNewData }
    try addElsewhere("Aardvark")
    #expect(application.mayHaveNewData)
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("Aardvark"))
  }

  /// A window without the focus may still be visible, so it must show current data.
  @Test(arguments: [
    ("", "31 items · €1,0"), ("2", "1,0"), ("3", "1,0"), ("/sofa", "1 of 31 items · €1,0"),
  ])
  func aWindowWithoutTheFocusShowsCurrentData(keys: String, sum: String) async throws {
    try app.keys(keys)
    let before = app.pilot.screen
    try app.pilot.send(.focus(false))
    let store = try InventoryStore(directory: app.directory)
    var item = Item(name: "Sofa yacht")
    item.purchasePrice = 100_000_000
    try store.changes.perform(.createItem(item), session: "other")
    // The sum is added up in the background and comes last.
    try await wait { app.pilot.screen.contains(sum) && app.pilot.screen != before }
    let shown = app.pilot.screen
    #expect(shown.contains("31"), "\(shown)")
    try app.pilot.send(.focus(true))
    #expect(app.pilot.screen == shown, "the focus changes nothing")
    #expect(app.pilot.problems == [])
  }

  /// A backup changes no items, but a line of the reports.
  @Test func aBackupByAnotherProgramIsInTheReportsAtOnce() async throws {
    try app.keys("3")
    #expect(app.pilot.screen.contains("No backup yet"))
    let store = try InventoryStore(directory: app.directory)
    // The day before the app's date.
    try store.database.noteBackup(at: 20_778 * 86_400_000 + 43_200_000)
    try await wait { !app.pilot.screen.contains("No backup yet") }
    #expect(app.pilot.problems == [])
  }

  @Test func changesAlreadyShownAreNotNewData() async throws {
    try addElsewhere("Aardvark")
    try await wait { app.pilot.screen.contains("31 items") }
    try await wait { !application.mayHaveNewData }
    try app.keys("<End><Home>")
    #expect(!application.mayHaveNewData)
  }

  @Test func aMovedDirectoryIsLookedForAtEveryKey() async throws {
    try await wait { !application.mayHaveNewData }
    let elsewhere = app.directory + "-moved"
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    try FileManager.default.moveItem(atPath: app.directory, toPath: elsewhere)
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("cannot open"))
    try await Task.sleep(for: .milliseconds(500))
    #expect(application.mayHaveNewData)
  }

  @Test func withoutAMonitorThereMayAlwaysBeNewData() throws {
    let app = try SampleApp()
    try app.keys("<Home>")
    #expect(app.pilot.application.mayHaveNewData)
  }
}
