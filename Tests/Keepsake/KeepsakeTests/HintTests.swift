import Foundation
import Reprise
import RepriseTesting
import Testing

/// The line of hints and the help, where there is little room or little to do.
@Suite struct HintTests {
  private static func hints(_ app: SampleApp) -> String {
    let frame = app.pilot.frame
    return frame.plainText(row: frame.size.height - 1)
  }

  /// The way back and the help are the last to go.
  @Test(arguments: ["", "<Enter>", "n", "2<Enter>", "2<Enter><Enter>"])
  func helpAndTheWayBackStay(keys: String) throws {
    let app = try SampleApp(size: Size(width: 40, height: 10))
    try app.keys(keys)
    let hints = Self.hints(app)
    #expect(hints.contains("Help"))
    if !keys.isEmpty { #expect(hints.contains("Esc ")) }
  }

  /// A draft has a hint more, and so has a filter.
  @Test(arguments: [40, 60, 80])
  func helpStaysWhereADraftCanBeDiscarded(width: Int) throws {
    let app = try SampleApp(size: Size(width: width, height: 24))
    try app.keys("nTea<Esc>")
    #expect(Self.hints(app).contains("? Help"))
    try app.keys("/tea<Enter>gg")
    #expect(Self.hints(app).contains("? Help"))
  }

  @Test func editingModeNamesTheMarkAndThenWhatIsDoneToTheMarked() throws {
    let app = try SampleApp()
    try app.keys("E")
    #expect(Self.hints(app).hasPrefix(" Space Mark  Enter Open  n New"))
    try app.keys(" j ")
    #expect(Self.hints(app).hasPrefix(" Space Mark  x Trash 2  Esc Unmark all  ? Help"))
    try app.keys("<Esc>")
    #expect(Self.hints(app).contains("Esc End editing") && Self.hints(app).contains("n New"))
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

  @Test func helpRunsWhatIsSelected() throws {
    let app = try SampleApp()
    try app.keys("?")
    #expect(Self.hints(app).contains("Enter Run"))
  }

  /// From the name of a new item backward: to the buttons.
  @Test func onAButtonOfAFormNothingBelowCanBeDone() throws {
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
