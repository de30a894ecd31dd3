import Foundation
import Glibc
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The data files are swapped under an open form: nothing is said to be saved that is not, and what
/// was typed stays.
@Suite struct SwappedFilesTests {
  private let app: SampleApp
  private let manager = FileManager.default

  init() throws {
    app = try SampleApp()
    try app.keys("je II")
  }

  private func says(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  /// Every file is another one afterwards, with the same content.
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

  @Test func aSaveIntoFilesThatAreGoneIsNoSave() throws {
    try swapAll()
    try app.keys("<^S>")
    #expect(
      says("inventory.sqlite was replaced while it was open: quit and restart Keepsake"),
      "\(app.pilot.screen)")
    #expect(says("Edit: Chef's knife II"), "the form stays")
    #expect(try !stored("Chef's knife II"))
  }

  @Test func whatIsTypedGoesOnBeingKept() throws {
    try swapAll()
    try app.keys("I")
    #expect(!says("isn't being saved"))
    try app.pilot.restartAndRestore()
    #expect(says("Edit: Chef's knife III"), "\(app.pilot.screen)")
    try app.keys("<^S>")
    #expect(try stored("Chef's knife III"))
    #expect(app.pilot.problems == [])
  }

  /// A form whose text was taken back has an empty draft, which an older file does not know.
  @Test func whatWasTakenBackDoesNotComeBackWithAnOlderFile() throws {
    let older = app.directory + "-older"
    defer { try? manager.removeItem(atPath: older) }
    try manager.copyItem(atPath: app.directory, toPath: older)
    try app.keys("<Backspace><Backspace><Backspace>")
    for name in try manager.contentsOfDirectory(atPath: older) where name.hasPrefix("drafts.") {
      #expect(rename(older + "/" + name, app.directory + "/" + name) == 0)
    }
    try app.keys("<Home>")
    try app.pilot.restartAndRestore()
    #expect(says("Edit: Chef's knife") && !says("Chef's knife II"), "\(app.pilot.screen)")
  }

  @Test func withoutADirectoryItSaysSoUntilItIsBack() throws {
    let elsewhere = app.directory + "-elsewhere"
    try manager.moveItem(atPath: app.directory, toPath: elsewhere)
    try app.keys("I")
    #expect(says("Your typing isn't being saved"), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(says("Edit: Chef's knife III"), "the form stays")
    try manager.moveItem(atPath: elsewhere, toPath: app.directory)
    try app.keys("I<^S>")
    #expect(try stored("Chef's knife IIII"))
    #expect(!says("isn't being saved"))
  }

  @Test func aMissingLogIsSaid() throws {
    unlink(app.directory + "/inventory.sqlite-wal")
    try app.keys("<^S>")
    #expect(says("inventory.sqlite-wal was removed while it was open: quit and restart Keepsake"))
    #expect(says("Edit: Chef's knife II"))
  }
}
