import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Viewing, adding, changing and removing attachments.
@Suite struct AttachmentScreenTests {
  /// A directory of files to attach.
  private let home = TemporaryHome()
  private var files: String { home.path }

  init() throws {
    try Data(Self.jpeg()).write(to: URL(filePath: files + "/pot.jpg"))
    try Data(Self.jpeg(width: 40)).write(to: URL(filePath: files + "/pot two.jpg"))
    try Data("no paper".utf8).write(to: URL(filePath: files + "/receipt.pdf"))
  }

  private static func jpeg(width: Int = 80, height: Int = 60) -> [UInt8] {
    JPEGFile.bytes(width: width, height: height) { x, y in
      [UInt8(x * 255 / width), UInt8(y * 255 / height), 80]
    }
  }

  /// The app with an item that has all files attached in order.
  private func app(
    _ size: Size = Size(width: 80, height: 24), restarts: Bool = false, attaching: Bool = true
  ) throws -> SampleApp {
    let files = files
    let copy = try InventoryCopy { inventory, _ in
      try inventory.changes.perform(.createItem(Item(name: "Teapot")), session: "main")
    }
    let app = try SampleApp(size: size, restarts: restarts, inventory: copy)
    guard attaching else { return app }
    let inventory = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try inventory.items(named: "Teapot") else { return app }
    try inventory.attachments.attach(
      ["pot.jpg", "pot two.jpg", "receipt.pdf"].map { files + "/" + $0 }, to: item, session: "main")
    try app.pilot.restartAndRestore()
    return app
  }

  @Test func anItemWithoutAttachmentsExplainsHowToAddThem() throws {
    let app = try app(attaching: false)
    try app.keys("p")
    #expect(app.pilot.screen.contains("No files yet."))
    #expect(app.pilot.screen.contains("P adds photos, receipts and other files."))
  }

  @Test func theBrowserReopensAtTheTypedPath() throws {
    let app = try app(attaching: false)
    try app.keys("P")
    try app.pilot.paste(files + "/pot.jpg")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Attached “pot.jpg”"))
    try app.keys("P")
    #expect(app.pilot.screen.contains("receipt.pdf"))
  }

  @Test func aDuplicateFileUnderAnotherNameIsReported() throws {
    let app = try app(attaching: false)
    try Data(Self.jpeg()).write(to: URL(filePath: files + "/copy.jpg"))
    for name in ["pot.jpg", "copy.jpg"] {
      try app.keys("P")
      try app.pilot.paste(files + "/" + name)
      try app.keys("<Enter>")
    }
    #expect(app.pilot.screen.contains("The same file is already attached"))
  }

  @Test func filesAddedInTheBrowserCanBeUndone() throws {
    let app = try app(attaching: false)
    try app.keys("P")
    try app.pilot.paste(files + "/")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("receipt.pdf"))
    try app.keys("<Down>  <Enter>")
    #expect(app.pilot.screen.contains("Attached “pot two.jpg” and 1 more to “Teapot”"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Proof") && app.pilot.screen.contains("pot.jpg"))
    try app.keys("u")
    #expect(app.pilot.screen.contains("Undone: attached"))
    #expect(!app.pilot.screen.contains("Proof"))
    // The browser reopens where it was left, even after a restart.
    try app.pilot.restartAndRestore()
    try app.keys("P")
    #expect(app.pilot.screen.contains("receipt.pdf"))
  }

  /// Without room for it, the item's name is left out.
  @Test(arguments: [
    (80, "pot.jpg", "Attached “pot.jpg” to “Teapot”"),
    (40, "pot.jpg", "Attached “pot.jpg” to “Teapot”"),
    (40, "pot in the kitchen.jpg", "Attached “pot in the kitchen.jpg”"),
  ])
  func theItemIsNamedIfThereIsRoom(width: Int, name: String, line: String) throws {
    let app = try app(Size(width: 80, height: 24), attaching: false)
    try app.pilot.resize(to: Size(width: width, height: 24))
    try Data([1]).write(to: URL(filePath: files + "/" + name))
    try app.keys("P")
    try app.pilot.paste(files + "/")
    try app.keys("<Enter>/" + name + "<Enter>")
    let shown = app.pilot.frame.plainText(row: 23).trimmingCharacters(in: .whitespaces)
    #expect(shown == line)
  }

  @Test(arguments: ["empty.pdf", "pipe", "secret.pdf", "link.pdf"])
  func unattachableFilesAreRefusedInTheBrowser(name: String) throws {
    let path = files + "/" + name
    let reason: String
    switch name {
    case "empty.pdf":
      try Data().write(to: URL(filePath: path))
      reason = "it is empty"
    case "pipe":
      mkfifo(path, 0o600)
      reason = "it is a pipe, not a file"
    case "secret.pdf" where geteuid() != 0:
      try Data([1]).write(to: URL(filePath: path))
      chmod(path, 0)
      reason = "Permission denied"
    default:
      symlink("nowhere", path)
      reason = "No such file"
    }
    let app = try app(restarts: true, attaching: false)
    try app.keys("P")
    try app.pilot.paste(path)
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains(reason), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Esc End typing"), "the typed path is kept")
    try app.keys("<Esc>/")
    try app.pilot.paste(files + "/")
    try app.keys("<Enter>/" + name + "<Enter>")
    #expect(app.pilot.screen.contains("Can't use “\(name)”: \(reason)"))
    #expect(app.pilot.screen.contains(name) && !app.pilot.screen.contains("Attached"))
  }

  @Test func changingAKindAndRemovingAFileCanBeUndone() throws {
    let app = try app()
    try app.keys("p")
    #expect(app.pilot.screen.contains("1 of 3"))
    #expect(app.pilot.screen.contains("photo · pot.jpg · 80 × 60"))
    try app.keys("cwarr<Enter>")
    #expect(app.pilot.screen.contains("warranty · pot.jpg"))
    try app.keys("x")
    #expect(app.pilot.screen.contains("1 of 2") && app.pilot.screen.contains("pot two.jpg"))
    try app.keys("uu")
    #expect(app.pilot.screen.contains("of 3"))
    try app.keys("]]")
    #expect(app.pilot.screen.contains("Enter opens it."))
    try app.keys("]")
    #expect(app.pilot.screen.contains("This is the last one"))
  }

  @Test func theFirstPhotoIsShownNextToTheDetails() throws {
    let app = try app(Size(width: 100, height: 24))
    try app.keys("<Enter>")
    #expect(showsPhoto(app))
    try app.pilot.resize(to: Size(width: 43, height: 24))
    #expect(!showsPhoto(app))
  }

  /// Whether cells are colored as only a photo is: the selected row and the bars at the bottom have colors, too.
  private func showsPhoto(_ app: SampleApp) -> Bool {
    let frame = app.pilot.frame
    return (0..<frame.size.height - 2).contains { row in
      row != frame.cursor?.y && frame.row(row).contains { $0.style.background.index > 15 }
    }
  }

  /// Next to the lines, above them, or not at all; a kill changes nothing.
  @Test(arguments: [
    (44, 24, true), (43, 24, false), (43, 31, true), (43, 30, false), (80, 24, true),
    (120, 40, true), (200, 60, true),
  ])
  func thePictureIsShownIfThereIsRoom(width: Int, height: Int, isRoom: Bool) throws {
    let size = Size(width: width, height: height)
    let one = try app(size)
    let other = try app(size, restarts: true)
    for keys in ["<Enter>", "<Down>", "<End>", "<Up>", "<Enter>", "]", "<Esc>"] {
      try one.keys(keys)
      try other.keys(keys)
      #expect(one.pilot.frame.ansi() == other.pilot.frame.ansi(), "after \(keys)")
    }
    #expect(showsPhoto(one) == isRoom)
  }

  @Test func enterOnALineShowsItsAttachment() throws {
    let app = try app()
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Photo") && app.pilot.screen.contains("Receipt"))
    for _ in 0..<20 where !app.lineUnderCursor.contains("receipt.pdf") {
      try app.keys("<Down>")
    }
    #expect(app.pilot.screen.contains("Enter View files"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("3 of 3") && app.pilot.screen.contains("Enter opens it."))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("3 of 3"))
  }

  /// Either the back link or the title names the item.
  @Test(arguments: [80, 120]) func theItemIsNamedOnceAboveItsPhotos(width: Int) throws {
    let app = try app(Size(width: width, height: 24), restarts: true)
    try app.keys("p")
    #expect(app.pilot.screen.contains("‹ Items  Teapot "))
    try app.keys("<Esc><Enter>p")
    #expect(app.pilot.screen.contains("‹ Teapot  Attachments "), "\(app.pilot.screen)")
    #expect(!app.pilot.screen.contains("Teapot  Teapot"))
  }

  @Test func aFileThatCannotBeShownIsNamedOnce() throws {
    let app = try app()
    try app.keys("p]]")
    #expect(app.pilot.screen.ranges(of: "receipt.pdf").count == 1, "\(app.pilot.screen)")
  }

  @Test func aPhotoThatIsNotAPictureIsReported() throws {
    let app = try app(attaching: false)
    let inventory = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try inventory.items(named: "Teapot") else { return }
    try Data("words".utf8).write(to: URL(filePath: files + "/fake.jpg"))
    try inventory.attachments.attach(
      [files + "/fake.jpg"], kind: .photo, to: item, session: "main")
    try app.keys("p")
    #expect(app.pilot.screen.contains("This file can't be shown as a picture."))
  }

  @Test func attachmentsCanBeReordered() throws {
    let app = try app()
    try app.keys("p]<")
    #expect(app.pilot.screen.contains("1 of 3") && app.pilot.screen.contains("pot two.jpg"))
    #expect(app.pilot.screen.contains("Changed “pot two.jpg”"))
    try app.keys("u")
    #expect(app.pilot.screen.contains("2 of 3") && app.pilot.screen.contains("pot two.jpg"))
    #expect(app.pilot.screen.contains("Undone: changed “pot two.jpg”"))
    try app.keys(">")
    #expect(app.pilot.screen.contains("3 of 3"))
    #expect(app.pilot.screen.contains("Changed “pot two.jpg”"), "not the file that made room")
  }

  @Test func missingAndAlteredFilesAreReported() throws {
    let app = try app()
    let contents = app.directory + "/attachments"
    let names = FileManager.default.enumerator(atPath: contents)?.allObjects as? [String] ?? []
    let jpegs = names.filter { name in
      let data = FileManager.default.contents(atPath: contents + "/" + name) ?? Data()
      return data.starts(with: [0xFF, 0xD8])
    }
    try #require(jpegs.count == 2)
    try FileManager.default.removeItem(atPath: contents + "/" + jpegs[0])
    // The length is unchanged, so only the digest, computed in the background, shows it.
    let altered = try FileHandle(forUpdating: URL(filePath: contents + "/" + jpegs[1]))
    try altered.seek(toOffset: 200)
    try altered.write(contentsOf: Data([1, 2, 3]))
    try altered.close()
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("file missing") && app.pilot.screen.contains("file altered"))
    try app.keys("p")
    #expect(app.pilot.screen.contains("FILE MISSING") || app.pilot.screen.contains("FILE ALTERED"))
  }

  /// The mark at the left edge appears after the first frame and disappears when the file is back.
  @Test func theListMarksAnItemWhoseFileIsMissing() throws {
    let app = try app()
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix("  Teapot"))
    let path = app.directory + "/attachments"
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix(" !Teapot"))
    // Opening the item checks the file again.
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    try app.keys("<Enter><Esc>")
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix("  Teapot"))
    try FileManager.default.removeItem(atPath: path)
    try app.keys("<Enter><Esc>")
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix(" !Teapot"))
  }

  @Test func missingFilesAreLookedForAfterTheFirstFrame() throws {
    let app = try app()
    let path = app.directory + "/attachments"
    try FileManager.default.removeItem(atPath: path)
    app.pilot.finishesBackgroundWork = false
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix("  Teapot"))
    try app.pilot.advance(by: .seconds(1))
    #expect(app.pilot.application.finishBackgroundWork())
    #expect(app.pilot.frame.plainText(row: 2).hasPrefix(" !Teapot"))
  }

  /// The second app is killed after every key; the screens are the same.
  @Test func everyScreenIsRestoredAfterAKill() throws {
    let one = try app()
    let other = try app(restarts: true)
    for keys in ["p", "+", "+", "<Right>", "]", "+", "c", "m", "<Esc>", "P", "<Down>", "<Esc>"] {
      try one.keys(keys)
      try other.keys(keys)
      #expect(one.pilot.frame.ansi() == other.pilot.frame.ansi(), "after \(keys)")
    }
  }

  @Test func trashingTheItemClosesItsAttachments() throws {
    let app = try app()
    try app.keys("p")
    let inventory = try InventoryStore(directory: app.directory)
    guard case .one(let item) = try inventory.items(named: "Teapot") else { return }
    try inventory.changes.perform(.trashItems([item]), session: "other")
    // The key arrives before the list knows that the row is gone.
    app.pilot.expectedRemarks = ["went without reloadData()"]
    try app.keys("]")
    #expect(!app.pilot.screen.contains("1 of 3"))
  }
}
