import Foundation
import GRDB
import Glibc
import RepriseTesting
import Testing

/// Typed text is restored whatever happened to the saved state.
@Suite(.waitsForProcesses) struct TypedTextTests {
  /// Pastes a text, which takes one turn.
  private func paste(_ text: String, into app: PTYProcess) throws {
    app.type("\u{1B}[200~\(text)\u{1B}[201~")
    try app.wait(for: text)
    try app.waitUntilIdle()
  }

  /// A form with pasted texts whose state could not be written.
  private func pastedWithoutState(_ texts: [String], in home: Home) throws -> TerminalPicture {
    let app = try home.open()
    try app.press(script: "nABC")
    // The transaction stays open while the program tries to write.
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let state = try DatabaseQueue(path: home.stateFile(), configuration: configuration)
    try state.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    for text in texts { try paste(text, into: app) }
    try app.killEverything()
    try state.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try state.close()
    return app.picture
  }

  @Test(arguments: [["DEF"], ["DEF", "GHI"], ["DEF", "GHI", "JKL"]])
  func unwrittenStateDoesNotRevertTypedText(_ texts: [String]) throws {
    let home = try Home()
    let before = try pastedWithoutState(texts, in: home)
    let again = try home.open()
    #expect(again.picture.visible.rows.dropLast() == before.visible.rows.dropLast())
    #expect(again.picture.visible.cursor == before.visible.cursor)
    try again.press(script: "!")
    let typed = "ABC" + texts.joined() + "!"
    #expect(again.picture.text.contains("New: \(typed)"))
    try again.killEverything()
    #expect(try home.open().picture.text.contains("New: \(typed)"))
  }

  @Test func textOfAnUnwrittenStateIsRestoredWithUndo() throws {
    let home = try Home()
    _ = try pastedWithoutState(["DEF", "GHI"], in: home)
    let again = try home.open()
    try again.press(script: "<^_>")
    #expect(again.picture.text.contains("New: ABCDEF ─"), "undo is restored as well")
    try again.press(script: "<^_>")
    #expect(again.picture.text.contains("New: ABC ─"))
  }

  /// Pastes texts, kills the program, and reverts the state to an older one, as a power failure that spared the
  /// drafts.
  private func homeAfterLossOfState(_ texts: [String]) throws -> Home {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "nABC")
    let (session, copy) = (home.state + "/sessions/main", home.path + "/copy")
    try FileManager.default.copyItem(atPath: session, toPath: copy)
    for text in texts { try paste(text, into: app) }
    try app.killEverything()
    try FileManager.default.removeItem(atPath: session)
    try FileManager.default.moveItem(atPath: copy, toPath: session)
    return home
  }

  @Test(arguments: [["DEF"], ["DEF", "GHI"]])
  func olderStateDoesNotRevertTypedText(_ texts: [String]) throws {
    let home = try homeAfterLossOfState(texts)
    let again = try home.open()
    let typed = "ABC" + texts.joined()
    #expect(again.picture.text.contains("New: \(typed)"))
    try again.press(script: "!")
    #expect(again.picture.text.contains("New: \(typed)!"), "the caret follows the typed text")
    #expect(!again.picture.text.contains("1 draft"))
  }

  @Test func draftIsKeptWhenTheStateIsOlderThanItsForm() throws {
    let home = try Home()
    let app = try home.open()
    let (session, copy) = (home.state + "/sessions/main", home.path + "/copy")
    try FileManager.default.copyItem(atPath: session, toPath: copy)
    try app.press(script: "nABC")
    try app.killEverything()
    try FileManager.default.removeItem(atPath: session)
    try FileManager.default.moveItem(atPath: copy, toPath: session)
    #expect(try home.open().picture.text.contains("✎ 1 draft"))
  }

  /// A burst of typed characters is one turn, which the drafts contain as a whole.
  @Test func wholeTurnIsRestoredFromTheDrafts() throws {
    let home = try Home()
    let app = try home.open()
    let (session, copy) = (home.state + "/sessions/main", home.path + "/copy")
    app.type("nTea\t\t\t\t\t\r\tGre")
    try app.wait(for: "Gre")
    try app.waitUntilIdle()
    try FileManager.default.copyItem(atPath: session, toPath: copy)
    app.type("en")
    try app.wait(for: "Green")
    try app.waitUntilIdle()
    let before = app.picture
    try app.killEverything()
    try FileManager.default.removeItem(atPath: session)
    try FileManager.default.moveItem(atPath: copy, toPath: session)
    #expect(try home.open().picture.visible == before.visible)
  }
}
