import Foundation
import RepriseTesting
import Terminal
import Testing

/// Photos in Sixel graphics in the real program, on a terminal that supports them.
@Suite(.waitsForProcesses) struct SixelTests {
  private let home: Home

  init() throws {
    home = try Home()
    let photo = try home.write(TestPicture.jpeg(), to: "one.jpg")
    try #require(home.run(["attach", "Teapot", photo]).status == 0)
    try #require(home.run(["settings", "picture-graphics=yes"]).status == 0)
  }

  /// Starts the program on a terminal with cells of 8 by 16 pixels, which it may or may not report.
  private func launch(_ arguments: [String] = [], saysCell: Bool = true) throws -> PTYProcess {
    let app = try home.launch(arguments)
    app.terminal.sixels.isOn = true
    if saysCell { app.terminal.sixels.cellPixels = Size(width: 8, height: 16) }
    return app
  }

  /// Opens the photo of the teapot.
  private func look(saysCell: Bool = true) throws -> PTYProcess {
    let app = try launch(["open", "Teapot"], saysCell: saysCell)
    try app.wait { $0.modes.contains(.alternateScreen) }
    try app.waitUntilIdle()
    try app.press(script: "p")
    try app.wait { $0.text.contains("Enter Open") }
    return app
  }

  private func text(_ app: PTYProcess) -> String { String(decoding: app.output, as: UTF8.self) }

  /// Waits until the photo alone is centered in the window, and returns it.
  private func drawing(_ app: PTYProcess) throws -> SixelModel.Drawing {
    var found: SixelModel.Drawing?
    try app.wait(for: {
      let drawings = app.terminal.sixels.drawings
      found = drawings.first {
        abs($0.origin.x * 2 + $0.size.width / 8 - app.terminal.size.width) < 2
      }
      return found != nil && drawings.count == 1
    })
    return try #require(found)
  }

  private func waitUntilGone(_ app: PTYProcess) throws {
    try app.wait(for: { app.terminal.sixels.drawings.isEmpty })
  }

  @Test func photoIsDrawnInItsCellsAndHiddenByTheHelp() throws {
    let app = try look()
    let drawing = try drawing(app)
    #expect(drawing.size.width % 8 == 0 && drawing.size.height % 6 == 0)
    #expect(drawing.size.width > 200 && drawing.content.count > 5000)
    let letters = Set(drawing.content)
    #expect(letters.isSubset(of: Set(0x3F...0x7E).union("0123456789;#!$-\"".utf8)))
    #expect(app.picture.text.contains { ("\u{2580}"..."\u{259F}").contains($0) })
    try app.press(script: "?")
    try waitUntilGone(app)
    try app.press(script: "<Esc>")
    #expect(try self.drawing(app) == drawing)
    try app.press(script: "v")
    try waitUntilGone(app)
    #expect(!text(app).contains("\u{1B}_Ga=t"))
    app.type("qqq")
    try app.waitForExit()
    #expect(app.picture.modes == .usual)
  }

  @Test func photoIsDrawnInCellsUntilTheCellSizeIsKnown() throws {
    let app = try look(saysCell: false)
    try app.settle(quiet: .milliseconds(700))
    #expect(app.terminal.sixels.drawings.isEmpty)
    app.type("\u{1B}[6;16;8t")
    _ = try drawing(app)
  }

  /// The font may have changed with the window.
  @Test func resizingTheWindowQueriesTheCellSizeAgain() throws {
    let app = try look()
    let before = try drawing(app)
    app.clearOutput()
    app.resize(to: Size(width: 60, height: 16))
    let after = try drawing(app)
    #expect(after.size.height < before.size.height)
    #expect(after.origin.y + (after.size.height + 15) / 16 < 16)
    #expect(text(app).contains("\u{1B}[16t"))
  }

  /// The window reports a new font with the same number of cells.
  @Test func changedFontRedrawsThePhoto() throws {
    let app = try look()
    let before = try drawing(app)
    app.terminal.sixels.cellPixels = Size(width: 10, height: 20)
    app.clearOutput()
    app.signal(SIGWINCH, to: try #require(app.app))
    try app.wait(for: {
      app.terminal.sixels.drawings.contains { $0.size.width == before.size.width / 8 * 10 }
    })
    #expect(text(app).contains("\u{1B}[16t\u{1B}[c"))
  }

  @Test func stopAndKillRemoveThePhotoAndItComesBack() throws {
    let app = try look()
    let before = try drawing(app)
    try app.settle(quiet: .milliseconds(300))
    app.signal(SIGKILL, to: try #require(app.app))
    try app.waitForExit()
    #expect(app.terminal.sixels.drawings.isEmpty && app.picture.modes == .usual)
    let again = try launch()
    #expect(try drawing(again) == before)
    try again.killEverything()
    let shell = try PTYProcess.shell(environment: ["HOME": home.path])
    shell.terminal.sixels.isOn = true
    shell.terminal.sixels.cellPixels = Size(width: 8, height: 16)
    shell.type("clear; \(Home.program)\n")
    #expect(try drawing(shell) == before)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    #expect(shell.terminal.sixels.drawings.isEmpty)
    shell.type("clear; fg\n")
    #expect(try drawing(shell) == before)
  }
}
