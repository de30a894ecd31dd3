import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

/// Two programs on one inventory, each with its own session.
@Suite(.waitsForProcesses) struct WindowsTests {
  @Test func windowShowsAnotherWindowsNewItem() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    try second.press(script: "nAAA teapot<^S>")
    let picture = try first.press(script: "<Home>")
    #expect(picture.text.contains("AAA teapot"))
  }

  @Test func windowShowsAnotherWindowsChangesWithoutAKey() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    try second.press(script: "jxG")
    try first.wait { !$0.text.contains("Chef's knife") && $0.text.contains("29 items") }
  }

  /// The draft is open there, so the list of drafts omits it.
  @Test func itemEditedElsewhereIsMarked() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open(["open", "Chef's knife"])
    try second.press(script: "e II")
    try first.wait(for: "✎Chef's knife")
    #expect(!first.picture.text.contains("1 draft"))
    try second.press(script: "<^S>")
    try first.wait { $0.text.contains(" Chef's knife II") }
  }

  @Test func selectionAndTopRowFollowTheirItems() throws {
    let home = try Home()
    let first = try home.open(size: Size(width: 80, height: 14))
    let before = try first.press(script: "GKK<Up><Up>")
    let second = try home.open()
    try second.press(script: "nAAA teapot<^S>")
    try first.wait(for: "31 items")
    let after = try first.waitUntilIdle()
    #expect(after.rows[2...11] == before.rows[2...11], "the rows and the selection are unchanged")
    #expect(after.cursor == before.cursor)
  }

  @Test func openItemShowsAnotherWindowsChanges() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try second.press(script: "e\(WaysInForm.toDescription) of steel<^S>")
    try first.wait(for: "aluminium of steel")
  }

  @Test func changesToDifferentFieldsAreMerged() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try first.press(script: "e II\(WaysInForm.toDescription)")
    try second.press(script: "e\(WaysInForm.toDescription) of steel<^S>")
    try first.wait(for: "aluminium of steel")
    try first.press(script: "<^S>")
    let picture = first.picture.text
    #expect(picture.contains("Moka pot II") && picture.contains("aluminium of steel"))
  }

  @Test func conflictingChangesAreShownBeforeOneIsKept() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try first.press(script: "e II")
    try second.press(script: "e III<^S>")
    try first.wait(for: "changed elsewhere to: Moka pot III")
    #expect(first.picture.text.contains("Moka pot II "), "the typed text stays")
    try first.press(script: "<^S>")
    #expect(first.picture.text.contains("save again to keep yours"))
    #expect(try home.run(["list"]).text.contains("Moka pot III\t"))
    try first.press(script: "<^S>")
    #expect(try home.run(["list"]).text.contains("Moka pot II\t"))
  }

  @Test func otherChangeCanBeTakenInstead() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try first.press(script: "e II")
    try second.press(script: "e III<^S>")
    try first.wait(for: "changed elsewhere to")
    try first.press(script: "<^T>")
    #expect(first.picture.text.contains("Edit: Moka pot III"))
    #expect(!first.picture.text.contains("changed elsewhere to"))
    try first.press(script: "<Esc>")
    #expect(!first.picture.text.contains("draft"), "no draft is left")
  }

  @Test func otherChangeCanBeTakenAfterBothWereShown() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try first.press(script: "e II")
    try second.press(script: "e III<^S>")
    try first.wait(for: "changed elsewhere to")
    try first.press(script: "<^S>")
    try first.press(script: "<^T>")
    #expect(first.picture.text.contains("Edit: Moka pot III"))
  }

  @Test func invalidFieldOffersNoOtherChange() throws {
    let home = try Home()
    let app = try home.open(["open", "Moka pot"])
    try app.press(script: "e<^A><^K><^S>")
    #expect(app.picture.text.contains("Not saved: 1 field to correct"))
    try app.press(script: "<Left>")
    #expect(!app.picture.text.contains("Take other value"))
  }

  @Test func normalizedTextIsNoConflict() throws {
    let home = try Home()
    let app = try home.open(["open", "Moka pot"])
    try app.press(script: "e II <^S>")
    #expect(app.picture.text.contains("Moka pot II"))
    #expect(!app.picture.text.contains("Changed elsewhere"))
  }

  @Test func formWithAnEmptyDraftIsRestoredAfterAnotherSave() throws {
    let home = try Home()
    let first = try home.open(["open", "--session", "a", "Moka pot"])
    let second = try home.open(["open", "--session", "b", "Moka pot"])
    try first.press(script: "eI<Backspace>")
    try second.press(script: "e III<^S>")
    try first.wait(for: "Edit: Moka pot III")
    let before = try first.waitUntilIdle().visible
    try first.killEverything()
    let again = try home.open(["--session", "a"])
    #expect(again.picture.visible.difference(from: before) == nil)
  }

  @Test func killKeepsBothConflictingChanges() throws {
    let home = try Home()
    let first = try home.open(["open", "--session", "a", "Moka pot"])
    let second = try home.open(["open", "--session", "b", "Moka pot"])
    try first.press(script: "e II")
    try second.press(script: "e III<^S>")
    try first.wait(for: "changed elsewhere to: Moka pot III")
    let before = try first.waitUntilIdle().visible
    try first.killEverything()
    let again = try home.open(["--session", "a"])
    #expect(again.picture.visible.difference(from: before) == nil)
  }

  @Test func draftOpenInAnotherWindowIsNotListed() throws {
    let home = try Home()
    let first = try home.open()
    try first.press(script: "nHalf a word")
    let second = try home.open()
    #expect(!second.picture.text.contains("draft"))
    try first.press(script: "<Esc>")
    try second.wait(for: "1 draft")
  }

  @Test func eachWindowHasItsOwnDraft() throws {
    let home = try Home()
    let first = try home.open(["open", "--session", "a", "Moka pot"])
    let second = try home.open(["open", "--session", "b", "Moka pot"])
    try first.press(script: "e I")
    try second.press(script: "e II")
    try first.press(script: "I")
    for (window, session, text) in [(first, "a", "Moka pot II"), (second, "b", "Moka pot II")] {
      let before = window.picture.visible
      #expect(before.text.contains("Edit: \(text) "))
      try window.killEverything()
      let again = try home.open(["--session", session])
      // The tab bar counts the drafts of other windows once they are known.
      let isTabBar = { (line: String) in line.contains("2 Places") }
      #expect(again.picture.lines.filter { !isTabBar($0) } == before.lines.filter { !isTabBar($0) })
      try again.killEverything()
    }
  }

  @Test func draftOpensInOneWindowOnly() throws {
    let home = try Home()
    let first = try home.open(["--session", "a"])
    try first.press(script: "nHalf<Esc>")
    let second = try home.open(["--session", "b"])
    #expect(second.picture.text.contains("1 draft"))
    try first.press(script: "<Home><Enter>")
    try second.wait { !$0.text.contains("draft") }
    try second.press(script: "<Home><Enter>")
    #expect(!second.picture.text.contains("Half"))
    try second.press(script: "<Esc>")
    try first.press(script: " a word<Esc>")
    try second.wait(for: "1 draft")
    try second.press(script: "<Home>")
    // The other window's last words may arrive after the draft itself.
    try second.wait(for: "Half a word")
  }

  @Test func textTypedIntoATakenDraftStaysOnTheScreen() throws {
    let home = try Home()
    let app = try home.open(["--session", "a"])
    try app.press(script: "nHalf")
    let drafts = try DraftStore(directory: home.data)
    let draft = try #require(try drafts.drafts().first)
    #expect(try drafts.claim(draft.uuid, for: "b", from: "a"))
    try app.press(script: " a word")
    #expect(app.picture.text.contains("isn't being saved: this draft is open in another window"))
    try app.press(script: "<Esc>")
    #expect(app.picture.text.contains("New: Half a word"), "the text is stored nowhere else")
    #expect(try drafts.draft(draft.uuid)?.fields[.name] == "Half")
    try app.press(script: "<^S>")
    #expect(try home.run(["list"]).text.contains("Half a word"))
    #expect(try drafts.draft(draft.uuid)?.session == "b")
  }

  @Test func formTakenByAnotherWindowIsNotRestoredTwice() throws {
    let home = try Home()
    let first = try home.open(["--session", "a"])
    try first.press(script: "nHalf")
    try first.killEverything()
    let second = try home.open(["--session", "b"])
    try second.press(script: "<Home><Enter>")
    #expect(second.picture.text.contains("New: Half"))
    let again = try home.open(["--session", "a"])
    #expect(again.picture.text.contains("is open in another window"))
    try second.press(script: " a word")
    #expect(!second.picture.text.contains("isn't being saved"))
  }

  @Test func itemTrashedElsewhereKeepsTypedText() throws {
    let home = try Home()
    let first = try home.open(["open", "Moka pot"])
    let second = try home.open(["open", "Moka pot"])
    try first.press(script: "e II")
    try second.press(script: "x")
    try first.wait(for: "was moved to the trash in another window; what you typed is kept")
    let picture = try first.press(script: "<^S>")
    #expect(picture.text.contains("the item is in the trash"))
    #expect(picture.text.contains("Moka pot II"))
  }

  @Test func itemTrashedElsewhereCannotBeChanged() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    try second.press(script: "nAAA teapot<^S>")
    try first.press(script: "<Home>")
    #expect(first.picture.text.contains("AAA teapot"))
    try second.press(script: "u")
    let picture = try first.press(script: "x")
    #expect(!picture.text.contains("AAA teapot"))
    #expect(!picture.text.contains("Moved “”"))
  }

  @Test func draftOfAnotherSessionIsListedAtTheNextStart() throws {
    let home = try Home()
    let first = try home.open(["--session", "a"])
    try first.killEverything()
    let second = try home.open(["--session", "b"])
    try second.press(script: "nHalf a word")
    try second.killEverything()
    let again = try home.open(["--session", "a"])
    // Drafts are counted after the first frame.
    try again.wait(for: "1 draft")
  }

  @Test func windowWithoutAStateUndoesNoEarlierChange() throws {
    let home = try Home()
    let first = try home.open()
    try first.press(script: "jx")
    try first.killEverything()
    try FileManager.default.removeItem(atPath: home.state)
    try home.write(Array("mine".utf8), to: ".local/state/keepsake")
    let app = try home.open()
    try app.press(script: "u")
    #expect(app.picture.text.contains("29 items"), "the other session's change stays")
  }

  @Test func forcedQuitRestartsItsOwnSessionFresh() throws {
    let home = try Home()
    let other = try home.open(["--session", "other"])
    try other.press(script: "2")
    try other.killEverything()
    let app = try home.open(["--session", "mine"])
    app.type("\u{1C}")
    try app.waitForExit()
    #expect(app.picture.text.contains("the saved screen is discarded"))
    let again = try home.open()
    try again.killEverything()
    let list = try home.run(["state", "list"]).text
    #expect(list.split(separator: "\n").first?.hasPrefix("mine") == true)
  }

  @Test func screenshotChangesNothing() throws {
    let home = try Home()
    let before = try home.run(["list"]).text
    let file = home.path + "/picture.txt"
    let result = try home.run(["screenshot", file, "--keys", "<Down>xnLamp<Tab>"])
    #expect(result.status == 0)
    #expect(try home.run(["list"]).text == before)
    let app = try home.open()
    #expect(!app.picture.text.contains("draft"))
  }
}
