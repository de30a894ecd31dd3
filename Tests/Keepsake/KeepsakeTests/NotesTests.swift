import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The notes in an item's form: any number of lines, and lines that aren't edited keep their bytes.
@Suite struct NotesTests {
  /// Lines with the endings of three systems, blank lines, and a tab.
  private static let written = "one\r\ntwo\rthree\n\n  four\tfive\n"

  /// Keys from the name of an item to its notes.
  private static let toNotes = WaysInForm.toNotes

  private let app: SampleApp
  private let lamp: UUID

  init() throws {
    app = try SampleApp(isEmpty: true)
    var item = Item(name: "Lamp")
    item.notes = Self.written
    lamp = item.uuid
    try InventoryStore(directory: app.directory).changes.perform(.createItem(item), session: "main")
    try app.pilot.restartAndRestore()
  }

  private func notes() throws -> String {
    try #require(try InventoryStore(directory: app.directory).items.fetch(lamp)).notes
  }

  @Test func savingAnotherFieldKeepsTheNotes() throws {
    try app.keys("e<End>post\(Self.toNotes)<Down><Down><Tab><^S>")
    #expect(app.pilot.screen.contains("Lamppost"))
    #expect(Array(try notes().utf8) == Array(Self.written.utf8))
  }

  @Test func typingChangesOnlyTheEditedLines() throws {
    try app.keys("e\(Self.toNotes)<Down><End>!<Enter>and more<^S>")
    let expected = "one\r\ntwo!\nand more\rthree\n\n  four\tfive\n"
    #expect(Array(try notes().utf8) == Array(expected.utf8))
  }

  @Test func aNewItemStoresAllLines() throws {
    try app.keys("nTea\(Self.toNotes)Green<Enter>")
    try app.pilot.paste("from 杭州\r\n\r\nkeep dry")
    try app.keys("<^S>")
    try app.keys("/tea<Enter><Enter>")
    #expect(
      app.pilot.screen.contains(
        "Notes          Green\n                from 杭州\n\n                keep dry"))
  }

  @Test func undoingTypedTextLeavesNoDraft() throws {
    try app.keys("e\(Self.toNotes)xyz<^_><Esc>")
    #expect(try DraftStore(directory: app.directory).count() == 0)
  }

  @Test func aKillLosesNeitherTextNorUndo() throws {
    try app.keys("e\(Self.toNotes)new <Enter>")
    let before = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
    try app.keys("<^_><^_><^S>")
    #expect(Array(try notes().utf8) == Array(Self.written.utf8))
  }

  @Test func theHelpRunsEditingActions() throws {
    try app.keys("nTea\(Self.toNotes)one two<F1>undo typing<Enter>")
    #expect(app.pilot.screen.contains("Notes        one"))
    #expect(!app.pilot.screen.contains("two"))
  }

  @Test func typingScrollsTheFormBackToTheNotes() throws {
    try app.pilot.resize(to: Size(width: 40, height: 10))
    try app.keys("nTea\(Self.toNotes)one")
    try app.pilot.send(.mouse(MouseEvent(.wheel(-9), at: Point(x: 3, y: 3))))
    #expect(!app.pilot.screen.contains("Notes"))
    try app.keys("<Enter>two")
    #expect(app.pilot.screen.contains("Notes\n   one\n   two"))
    #expect(app.pilot.lineUnderCursor == "two")
  }

  @Test func arrowKeysMoveThroughTheNotes() throws {
    try app.keys(
      "nTea\(Self.toNotes)<Up>7<Down><Down><Enter><Down>Corner shop<^S>/tea<Enter><Enter>")
    #expect(app.pilot.screen.contains("Asset no.      000-007"))
    #expect(app.pilot.screen.contains("From           Corner shop"))
  }
}

extension Pilot {
  /// The text of the line that the cursor is on.
  fileprivate var lineUnderCursor: String {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = frame.cursor?.y, lines.indices.contains(row) else { return "" }
    return lines[row].trimmingCharacters(in: .whitespaces)
  }
}
