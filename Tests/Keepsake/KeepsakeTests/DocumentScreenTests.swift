import Foundation
import Inventory
import Reprise
import RepriseTesting
import TestSupport
import Testing

@testable import Keepsake

/// PDF pages, WebP and HEIC photos on the screens, and in the preview of the file browser.
@Suite struct DocumentScreenTests {
  private let home = TemporaryHome()
  private var files: String { home.path }

  init() throws {
    let made: [(String, [UInt8])] = [
      ("bill", MadeDocument.pdf(["one", "two", "three"])),
      ("locked.pdf", MadeDocument.encryptedPDF),
      ("photo.heic", MadeDocument.heic), ("photo.webp", MadeDocument.webp),
      ("words.pdf", Array("words".utf8)),
    ]
    for (name, bytes) in made { try Data(bytes).write(to: URL(filePath: files + "/" + name)) }
  }

  private func app(
    _ size: Size = Size(width: 80, height: 24), restarts: Bool = false, attaching names: String...
  ) throws -> SampleApp {
    let copy = try InventoryCopy { inventory, _ in
      try inventory.changes.perform(.createItem(Item(name: "Teapot")), session: "main")
    }
    let app = try SampleApp(size: size, restarts: restarts, inventory: copy)
    guard !names.isEmpty else { return app }
    let inventory = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try inventory.items(named: "Teapot") else { return app }
    try inventory.attachments.attach(
      names.map { files + "/" + $0 }, to: item, session: "main")
    try app.pilot.restartAndRestore()
    return app
  }

  /// Whether a white page is on the screen, in the fixed palette's white.
  private func hasPage(_ app: SampleApp) -> Bool {
    app.pilot.frame.cells.count { $0.style.background.index == 231 } > 20
  }

  @Test func pagesAreTurnedWithKeysAndComeBackAfterAKill() throws {
    let app = try app(restarts: true, attaching: "bill")
    try app.keys("p")
    #expect(app.pilot.screen.contains("page 1 of 3"), "\(app.pilot.screen)")
    #expect(hasPage(app))
    let first = app.pilot.frame
    try app.keys("<PgDn>")
    #expect(app.pilot.screen.contains("page 2 of 3"))
    #expect(app.pilot.frame.ansi() != first.ansi())
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("page 2 of 3"))
    try app.keys("<PgDn><PgDn>")
    #expect(app.pilot.screen.contains("page 3 of 3"))
    try app.keys("<PgUp><PgUp>")
    #expect(app.pilot.frame.plainText() == first.plainText())
  }

  @Test(arguments: ["photo.heic", "photo.webp"])
  func photosOfPhonesAreShown(_ name: String) throws {
    let app = try app(Size(width: 100, height: 24), attaching: name)
    try app.keys("p")
    #expect(app.pilot.screen.contains("photo · \(name)"))
    let colors = Set(app.pilot.frame.cells.map(\.style.background.index).filter { $0 > 15 })
    #expect(colors.count >= 3, "\(app.pilot.screen)")
  }

  @Test func anEncryptedFileIsAttachedWithAWarning() throws {
    let app = try app()
    try app.keys("P")
    try app.pilot.paste(files + "/locked.pdf")
    try app.keys("<Enter>")
    #expect(
      app.pilot.screen.contains("Attached locked.pdf, but it can't be shown: encrypted"),
      "\(app.pilot.screen)")
    try app.keys("p")
    #expect(app.pilot.screen.contains("“locked.pdf” is encrypted; remove its password first"))
  }

  /// By content: a PDF without an extension is shown, and words that are named like one aren't.
  @Test func theBrowserPreviewsTheSelectedFile() throws {
    let app = try app(Size(width: 100, height: 24), restarts: true)
    try app.keys("P")
    try app.pilot.paste(files + "/")
    try app.keys("<Enter>")
    #expect(!hasPage(app), "a directory has no preview")
    try app.keys("<Down>")
    #expect(app.lineUnderCursor.contains("bill"), "\(app.pilot.screen)")
    #expect(hasPage(app), "\(app.pilot.screen)")
    try app.pilot.restartAndRestore()
    #expect(hasPage(app))
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("is encrypted"))
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("No preview"), "\(app.pilot.screen)")
    try app.pilot.resize(to: Size(width: 60, height: 24))
    #expect(!app.pilot.screen.contains("No preview"), "a narrow window has room for the list only")
  }
}
