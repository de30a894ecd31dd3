import Foundation
import Reprise
import RepriseTesting
import Testing

/// The line of hints and the help, with little room or few actions.
@Suite struct HintTests {
  private static func hints(_ app: SampleApp) -> String {
    let frame = app.pilot.frame
    return frame.plainText(row: frame.size.height - 1)
  }

  @Test(arguments: ["", "<Enter>", "n", "2<Enter>", "2<Enter><Enter>"])
  func helpAndTheWayBackStayInANarrowWindow(keys: String) throws {
    let app = try SampleApp(size: Size(width: 40, height: 10))
    try app.keys(keys)
    let hints = Self.hints(app)
    #expect(hints.contains("Help"))
    if !keys.isEmpty { #expect(hints.contains("Esc ")) }
  }

  /// A draft and a filter each add a hint.
  @Test(arguments: [40, 60, 80])
  func theHelpHintStaysWithADraftAndAFilter(width: Int) throws {
    let app = try SampleApp(size: Size(width: width, height: 24))
    try app.keys("nTea<Esc>")
    #expect(Self.hints(app).contains("? Help"))
    try app.keys("/tea<Enter>gg")
    #expect(Self.hints(app).contains("? Help"))
  }

  @Test func hintsNameActionsOnMarkedItems() throws {
    let app = try SampleApp()
    #expect(Self.hints(app).hasPrefix(" Enter Open  Space Mark  n New"))
    try app.keys("  ")
    #expect(
      Self.hints(app)
        == " Space Mark  m Move 2  t Tag 2  x Trash 2  Esc Unmark all  : Commands  ? Help"
    )
    try app.keys("<Esc>")
    #expect(Self.hints(app).contains("Enter Open") && Self.hints(app).contains("n New"))
  }

  @Test func editingModeIsForTheUsersOwnOrder() throws {
    let app = try SampleApp()
    try app.keys("E")
    #expect(app.pilot.screen.contains("Sort in your own order first"))
    try app.keys("omE")
    #expect(Self.hints(app).contains("Esc End editing") && app.pilot.screen.contains("≡"))
  }

  @Test func anItemOffersToAddFilesUntilItHasSome() throws {
    let app = try SampleApp()
    try app.keys("<Enter>")
    #expect(Self.hints(app).contains("P Add files") && !Self.hints(app).contains("p View files"))
    let path = app.directory + "/receipt.pdf"
    try Data("%PDF-1.4".utf8).write(to: URL(filePath: path))
    try app.keys("P")
    try app.pilot.paste(path)
    try app.keys("<Enter><Down>")
    #expect(Self.hints(app).contains("p View files") && !Self.hints(app).contains("P Add files"))
  }

  @Test func helpOffersToRunTheSelectedAction() throws {
    let app = try SampleApp()
    try app.keys("?")
    #expect(Self.hints(app).contains("Enter Run"))
  }

  /// Shift-Tab in the first field leads to the buttons.
  @Test func aFormsButtonsBlockActionsOfTheScreenBelow() throws {
    let app = try SampleApp(size: Size(width: 80, height: 60))
    try app.keys("<Down>xnTea<Shift-Tab>")
    let before = app.pilot.frame.plainText()
    try app.keys("qu<^R>")
    #expect(app.pilot.frame.plainText() == before)
    try app.keys("?")
    let help = app.pilot.frame.plainText()
    #expect(help.contains("Save and add another"))
    #expect(!help.contains("Quit") && !help.contains("Undo") && !help.contains("Redo"))
  }
}
