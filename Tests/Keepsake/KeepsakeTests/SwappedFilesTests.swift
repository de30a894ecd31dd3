import Foundation
import Glibc
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// If the data files are replaced under an open form, no save is reported falsely, and the typed text stays.
@Suite struct SwappedFilesTests {
  private let app: SampleApp
  private let manager = FileManager.default

  init() throws {
    app = try SampleApp()
    try app.keys("je II")
  }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  /// Replaces every file with a copy.
  private func swapAll() throws {
    let copy = app.directory + "-copy"
    try manager.copyItem(atPath: app.directory, toPath: copy)
    try manager.removeItem(atPath: app.directory)
    try manager.moveItem(atPath: copy, toPath: app.directory)
  }

  private func stored(_ name: String) throws -> Bool {
    if case .one = try InventoryStore(directory: app.directory).items(named: name) { return true }
    return false
  }

  @Test func savingIntoReplacedFilesFails() throws {
    try swapAll()
    try app.keys("<^S>")
    #expect(
      shows("inventory.sqlite was replaced while it was open: quit and restart Keepsake"),
      "\(app.pilot.screen)")
    #expect(shows("Edit: Chef's knife II"), "the form stays")
    #expect(try !stored("Chef's knife II"))
  }

  @Test func typedTextIsStoredInTheNewFiles() throws {
    try swapAll()
    try app.keys("I")
    #expect(!shows("isn't being saved"))
    try app.pilot.restartAndRestore()
    #expect(shows("Edit: Chef's knife III"), "\(app.pilot.screen)")
    try app.keys("<^S>")
    #expect(try stored("Chef's knife III"))
    #expect(app.pilot.problems == [])
  }

  /// A form whose text was deleted has an empty draft, which an older file doesn't contain.
  @Test func deletedTextDoesNotReturnWithAnOlderFile() throws {
    let older = app.directory + "-older"
    defer { try? manager.removeItem(atPath: older) }
    try manager.copyItem(atPath: app.directory, toPath: older)
    try app.keys("<Backspace><Backspace><Backspace>")
    for name in try manager.contentsOfDirectory(atPath: older) where name.hasPrefix("drafts.") {
      #expect(rename(older + "/" + name, app.directory + "/" + name) == 0)
    }
    try app.keys("<Home>")
    try app.pilot.restartAndRestore()
    #expect(shows("Edit: Chef's knife") && !shows("Chef's knife II"), "\(app.pilot.screen)")
  }

  @Test func aMissingDirectoryIsReportedUntilItReturns() throws {
    let elsewhere = app.directory + "-elsewhere"
    try manager.moveItem(atPath: app.directory, toPath: elsewhere)
    try app.keys("I")
    #expect(shows("Your typing isn't being saved"), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(shows("Edit: Chef's knife III"), "the form stays")
    try manager.moveItem(atPath: elsewhere, toPath: app.directory)
    try app.keys("I<^S>")
    #expect(try stored("Chef's knife IIII"))
    #expect(!shows("isn't being saved"))
  }

  @Test func aMissingLogIsReported() throws {
    unlink(app.directory + "/inventory.sqlite-wal")
    try app.keys("<^S>")
    #expect(shows("inventory.sqlite-wal was removed while it was open: quit and restart Keepsake"))
    #expect(shows("Edit: Chef's knife II"))
  }
}
