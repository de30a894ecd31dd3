import Foundation
import RepriseTesting
import Terminal
import Testing

/// Photos in the real program, killed while viewing them.
@Suite(.waitsForProcesses) struct PictureTests {
  /// A home whose teapot has two photos and a receipt.
  private func home() throws -> Home {
    let home = try Home()
    let files = try [
      home.write(TestPicture.jpeg(seed: 1), to: "one.jpg"),
      home.write(TestPicture.jpeg(width: 200, height: 400, seed: 2), to: "two.jpg"),
      home.write(Array("%PDF-1.4 receipt".utf8), to: "receipt.pdf"),
    ]
    #expect(try home.run(["attach", "Teapot"] + files).status == 0)
    return home
  }

  private func hasBlocks(_ picture: TerminalPicture) -> Bool {
    picture.text.contains { ("\u{2580}"..."\u{259F}").contains($0) }
  }

  /// Opens the teapot's photos and waits for the first.
  private func look(_ home: Home, _ keys: String) throws -> PTYProcess {
    let app = try home.open(["open", "Teapot"])
    try app.press(script: "p")
    try app.wait(until: hasBlocks)
    try app.press(script: keys)
    // The decoder answers after the key was handled.
    try app.waitUntilIdle()
    try app.settle(quiet: .seconds(1))
    return app
  }

  @Test(arguments: ["", "++", "+++<Right><Down>", "]", "]++<Left><Up><Up>", "]]"])
  func killRestoresThePicture(_ keys: String) throws {
    let home = try home()
    let app = try look(home, keys)
    let before = app.picture.visible
    try app.killEverything()
    let again = try home.open()
    try again.wait { $0.visible.difference(from: before) == nil }
    #expect(again.picture.visible.difference(from: before) == nil, "\(before.text)")
    try again.killEverything()
  }

  @Test func photoIsShownNextToTheDetail() throws {
    let home = try home()
    let app = try home.open(["open", "Teapot"], size: Size(width: 100, height: 30))
    try app.wait { hasBlocks($0) && $0.text.contains("one.jpg") }
    #expect(app.picture.text.contains("Proof") && app.picture.text.contains("receipt.pdf"))
  }

  @Test func missingFileIsReported() throws {
    let home = try home()
    let contents = home.data + "/attachments"
    try FileManager.default.removeItem(atPath: contents)
    let app = try home.open(["open", "Teapot"])
    try app.wait(for: "file missing")
    app.type("p")
    try app.wait(for: "The file of one.jpg is missing.")
  }

  @Test func missingDecoderIsReportedInOneLine() throws {
    let home = try home()
    let app = try home.open(
      ["open", "Teapot"], environment: ["REPRISE_PICTURES": "/nonexistent"])
    app.type("p")
    try app.wait(for: "REPRISE_PICTURES does not name a program: /nonexistent")
    try app.press(script: "]]<Esc>")
    #expect(app.picture.text.contains("Teapot"))
  }

  /// The browser accepts a typed path, attaches the file and remembers its folder.
  @Test func fileBrowserAddsFiles() throws {
    let home = try Home()
    mkdir(home.path + "/pics", 0o700)
    try home.write(TestPicture.jpeg(), to: "pics/pot.jpg")
    let app = try home.open(["open", "Teapot"])
    try app.press(script: "P")
    app.type("/")
    app.type("~/pics\r")
    try app.wait(for: "pot.jpg")
    try app.press(script: "<Down><Enter>")
    try app.wait(for: "Attached “pot.jpg”")
    try app.press(script: "P")
    try app.wait(for: "pics/")
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.text.contains("pot.jpg"))
    try again.press(script: "<Esc>u")
    try again.wait(for: "Undone: attached “pot.jpg”")
  }
}
