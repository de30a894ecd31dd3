import Foundation
import RepriseTesting
import Terminal
import Testing

/// Photos as Kitty graphics in the real program, on terminals with and without them.
@Suite(.waitsForProcesses) struct GraphicsTests {
  private static let number = 21072
  private static let first = "\u{1B}[>q\u{1B}[16t\u{1B}[c"
  private static let question = "\u{1B}_Gi=21072,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

  /// A home whose teapot has a photo, with graphics turned on.
  private let home: Home

  init() throws {
    home = try Home()
    let photo = try home.write(TestPicture.jpeg(), to: "one.jpg")
    try #require(home.run(["attach", "Teapot", photo]).status == 0)
    try #require(home.run(["settings", "picture-graphics=yes"]).status == 0)
  }

  /// Opens the photo of the teapot.
  private func look(
    graphics: Bool = true, environment: [String: String] = [:]
  ) throws -> PTYProcess {
    let app = try home.launch(["open", "Teapot"], environment: environment)
    app.terminal.graphics.isOn = graphics
    try app.wait { $0.modes.contains(.alternateScreen) }
    try app.waitUntilIdle()
    try app.press(script: "p")
    try app.wait { hasBlocks($0) && $0.text.contains("Enter Open") }
    return app
  }

  private func hasBlocks(_ picture: TerminalPicture) -> Bool {
    picture.text.contains { ("\u{2580}"..."\u{259F}").contains($0) }
  }

  private func text(_ app: PTYProcess) -> String { String(decoding: app.output, as: UTF8.self) }

  /// Waits until the photo fills the window and is centered, or is at the right of the detail; returns its position.
  private func placement(_ app: PTYProcess) throws -> Rect {
    var found: Rect?
    try app.wait(for: {
      found = app.terminal.graphics.placements[Self.number].flatMap { rect in
        abs(rect.minX + rect.maxX - app.terminal.size.width) < 2 ? rect : nil
      }
      return found != nil
    })
    return try #require(found)
  }

  private func waitUntilHidden(_ app: PTYProcess) throws {
    try app.wait(for: { app.terminal.graphics.placements.isEmpty })
  }

  private func expectNothingLeft(_ app: PTYProcess) {
    #expect(app.terminal.graphics.placements.isEmpty)
    #expect(app.terminal.graphics.images.isEmpty)
    #expect(app.terminal.graphics.complaints == [])
  }

  /// The transmitted pixels match the photo's cells, and cells are drawn under them.
  @Test func photoIsShownInPixelsAndRemovedOnLeaving() throws {
    let app = try look()
    let rect = try placement(app)
    let image = try #require(app.terminal.graphics.images[Self.number])
    #expect(image.size.width <= rect.width * 10 && image.size.height <= rect.height * 20)
    #expect(image.size.width > 200)
    func color(_ x: Int, _ y: Int) -> [Int] {
      let start = (y * image.size.width + x) * 3
      return image.pixels[start..<start + 3].map { Int($0) }
    }
    let (left, right) = (color(2, 2), color(image.size.width - 3, 2))
    let bottom = color(2, image.size.height - 3)
    #expect(left[0] < 40 && left[1] < 40 && (80...115).contains(left[2]))
    #expect(right[0] > 190 && right[1] < 40 && bottom[0] < 40 && bottom[1] > 190)
    #expect(hasBlocks(app.picture))
    #expect(text(app).contains(Self.question))
    try app.press(script: "qq")
    try waitUntilHidden(app)
    app.type("q")
    try app.waitForExit()
    expectNothingLeft(app)
    #expect(app.picture.modes == .usual)
  }

  /// Only the help hides the picture, and it doesn't transmit the pixels again.
  @Test func coveringViewHidesThePhoto() throws {
    let app = try look()
    let rect = try placement(app)
    app.clearOutput()
    try app.press(script: "?")
    try waitUntilHidden(app)
    try app.press(script: "<Esc>")
    #expect(try placement(app) == rect)
    #expect(!text(app).contains("a=t"))
    #expect(app.terminal.graphics.complaints == [])
  }

  /// The cell size is measured again when graphics are turned on again.
  @Test func pixelsTurnedOffComeBackInAnotherWindow() throws {
    let app = try look()
    _ = try placement(app)
    try app.press(script: "v")
    try waitUntilHidden(app)
    app.resize(to: Size(width: 60, height: 16))
    try app.waitUntilIdle()
    try app.press(script: "v")
    #expect(try placement(app).maxY <= 16)
  }

  @Test func resizingTheWindowMovesThePhoto() throws {
    let app = try look()
    let before = try placement(app)
    app.clearOutput()
    app.resize(to: Size(width: 60, height: 16))
    try app.wait(for: {
      app.terminal.graphics.placements[Self.number].map { $0.maxY <= 16 } == true
    })
    #expect(try placement(app).height < before.height)
    #expect(text(app).contains("\u{1B}_Ga=d,d=I,i=21072"))
    #expect(app.terminal.graphics.complaints == [])
  }

  @Test func stoppingRemovesThePhotoAndFgRestoresIt() throws {
    let shell = try PTYProcess.shell(environment: ["HOME": home.path])
    shell.terminal.graphics.isOn = true
    shell.type("clear; \(Home.program) open Teapot\n")
    try shell.wait { $0.modes.contains(.alternateScreen) && $0.text.contains("Brown betty") }
    shell.type("p")
    let rect = try placement(shell)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    expectNothingLeft(shell)
    shell.type("clear; fg\n")
    #expect(try placement(shell) == rect)
    shell.type("qqq")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    expectNothingLeft(shell)
  }

  @Test func guardianRemovesThePhotoAfterAKillAndItComesBack() throws {
    let app = try look()
    let rect = try placement(app)
    let image = app.terminal.graphics.images
    try app.settle(quiet: .milliseconds(500))
    let before = app.picture.visible
    app.signal(SIGKILL, to: try #require(app.app))
    try app.waitForExit()
    expectNothingLeft(app)
    let again = try home.launch()
    again.terminal.graphics.isOn = true
    #expect(try placement(again) == rect)
    #expect(again.terminal.graphics.images == image)
    try again.wait { $0.visible.difference(from: before) == nil }
  }

  /// The terminal stops reading in the middle of the pixels when the app dies.
  @Test func partlyTransmittedPictureIsRemoved() throws {
    let app = try look()
    _ = try placement(app)
    app.clearOutput()
    app.type("+")
    // Long enough for the pixels to fill the terminal's buffer in the kernel.
    sleep(2)
    let held = app.terminal.graphics.images
    app.signal(SIGKILL, to: try #require(app.app))
    try app.waitForExit()
    #expect(text(app).contains("a=t") && held.count == 1)
    #expect(app.terminal.graphics.placements.isEmpty && app.terminal.graphics.images.isEmpty)
    #expect(app.picture.modes == .usual)
    #expect(app.picture.text.contains("keepsake: ended by signal 9"))
    #expect(!app.picture.text.contains("AAAA") && app.picture.text.count < 200)
  }

  /// A launch without a picture sends no query to the terminal.
  @Test func graphicsAreQueriedOnlyForAPicture() throws {
    let app = try home.open()
    try app.settle(quiet: .milliseconds(300))
    #expect(!text(app).contains("\u{1B}_G"))
    try app.press(script: "/teapot<Enter><Enter>")
    try app.wait(for: { text(app).contains(Self.first) })
  }

  /// The user toggles graphics in the photo screen, and the next launch remembers.
  @Test func graphicsAreQueriedOnlyIfTurnedOn() throws {
    try #require(home.run(["settings", "picture-graphics="]).status == 0)
    let app = try look()
    try app.settle(quiet: .milliseconds(500))
    #expect(!text(app).contains("\u{1B}_G") && !text(app).contains("\u{1B}[>q"))
    try app.press(script: "v")
    _ = try placement(app)
    try app.killEverything()
    let again = try home.launch()
    again.terminal.graphics.isOn = true
    _ = try placement(again)
    try again.press(script: "v")
    try waitUntilHidden(again)
    expectNothingLeft(again)
    #expect(try home.run(["settings"]).text.contains("picture-graphics\t\n"))
  }

  @Test(arguments: [
    ["TMUX": "/tmp/tmux-0/default,1,0"], ["TERM": "screen-256color"], ["STY": "1.x"],
  ])
  func graphicsAreNotQueriedInAMultiplexer(_ environment: [String: String]) throws {
    let app = try look(environment: environment)
    try app.settle(quiet: .milliseconds(500))
    #expect(!text(app).contains("\u{1B}_G"))
  }

  /// After refusals, answers to other queries and garbage, the photo is drawn in cells, and none of them counts as a
  /// key.
  @Test func photoIsDrawnInCellsWithoutAnAnswer() throws {
    let app = try look(graphics: false)
    try app.settle(quiet: .seconds(1))
    let before = app.picture.visible
    for answer in [
      "_Gi=21072;ENOTSUPPORTED:no\u{1B}\\", "_Gi=1;OK\u{1B}\\", "_Gi=21072;OK;x\u{1B}\\",
      "_Gxqxq\u{1B}\\", "[?62;4;22c", "[?c",
      "_" + String(repeating: "x", count: 100_000) + "\u{1B}\\",
    ] {
      app.type("\u{1B}" + answer)
      try app.waitUntilIdle()
    }
    try app.settle(quiet: .milliseconds(500))
    #expect(app.picture.visible.difference(from: before) == nil)
    #expect(text(app).contains(Self.first))
    #expect(!text(app).contains("\u{1B}_"), "a terminal without APC would show it as text")
  }

  /// An answer counts whenever it arrives, and in any number of pieces.
  @Test func lateAnswerInPiecesCounts() throws {
    let app = try look(graphics: false)
    try app.press(script: "+0")
    try app.settle(quiet: .milliseconds(400))
    app.terminal.graphics.isOn = true
    for piece in ["\u{1B}_Gi=210", "72;OK\u{1B}", "\\"] {
      app.type(piece)
      try app.settle(quiet: .milliseconds(200))
    }
    _ = try placement(app)
  }
}
