import Foundation
import RepriseTesting
import Terminal
import TestSupport
import Testing

/// Viewing the files of private items in the real program leaves no decrypted copy on disk.
@Suite(.waitsForProcesses) struct PrivateFileTests {
  private static let passphrase = "correct horse"
  private static let photo = TestPicture.jpeg()
  private static let paper = "paid to Ms Pretorius"

  /// A home whose one item has a photo and a document, which are stored nowhere else.
  private func home() throws -> Home {
    let home = try Home(isEmpty: true)
    #expect(
      try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8)).status == 0)
    #expect(try home.run(["add", "Krugerrand"]).status == 0)
    let files = try [
      home.write(Self.photo, to: "coin.jpg"), home.write(Array(Self.paper.utf8), to: "bill.txt"),
    ]
    #expect(try home.run(["attach", "Krugerrand"] + files).status == 0)
    for file in files { try FileManager.default.removeItem(atPath: file) }
    // The home's `xdg-open` records the files that it is asked to open.
    let programs = home.path + "/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    try Script.write("printf '%s\\n' \"$1\" >> \"$HOME/handed\"", to: programs + "/xdg-open")
    return home
  }

  private func open(_ home: Home) throws -> PTYProcess {
    let app = try home.launch(environment: ["PATH": "\(home.path)/bin:/usr/bin:/bin"])
    try app.unlock(with: Self.passphrase)
    return app
  }

  private func hasPicture(_ picture: TerminalPicture) -> Bool {
    picture.text.contains { ("\u{2580}"..."\u{259F}").contains($0) }
  }

  /// Opens the window at the item, whose photo is shown next to its details.
  private func openItem(_ home: Home) throws -> PTYProcess {
    let app = try open(home)
    try app.press(script: "<Enter>")
    try app.wait(until: hasPicture)
    return app
  }

  /// Makes the item in the detail screen private.
  private func makePrivate(_ app: PTYProcess) throws {
    try app.press(script: "H")
    #expect(app.picture.text.contains("Make “Krugerrand” private?"))
    try app.press(script: "m")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.waitUntilIdle()
  }

  /// Views the photo of the item in the detail screen, zooms in, and returns.
  private func lookAtPhoto(_ app: PTYProcess) throws {
    try app.press(script: "p")
    try app.wait(until: hasPicture)
    let whole = app.picture.visible
    try app.press(script: "++")
    try app.wait { hasPicture($0) && $0.visible.difference(from: whole) != nil }
    // Among the other photos, a smaller version is shown.
    try app.press(script: "t")
    try app.wait(until: hasPicture)
    try app.press(script: "<Esc><Esc>")
  }

  /// The files of the cache, which holds cells of pictures and copies for other programs.
  private func cached(in home: Home) -> [String] {
    home.files(under: home.path + "/.cache/keepsake").keys.sorted()
  }

  /// Searches every file of the home for the document and for a piece of the photo.
  private func expectNoCopy(in home: Home, _ place: SourceLocation = #_sourceLocation) {
    let piece = Data(Self.photo.dropFirst(Self.photo.count / 2).prefix(64))
    for (name, bytes) in home.files(under: home.path) {
      #expect(bytes.range(of: piece) == nil, "\(name) holds the photo", sourceLocation: place)
      #expect(
        bytes.range(of: Data(Self.paper.utf8)) == nil, "\(name) holds the paper",
        sourceLocation: place)
    }
  }

  @Test func viewedPrivatePhotoLeavesNoCopy() throws {
    let home = try home()
    let app = try openItem(home)
    try makePrivate(app)
    try lookAtPhoto(app)
    try app.killEverything()
    #expect(cached(in: home) == [])
    expectNoCopy(in: home)
  }

  /// The names of the window's processes that have a piece of the photo in memory.
  private func holders(of app: PTYProcess) throws -> [String] {
    let piece = Data(Self.photo.dropFirst(Self.photo.count / 2).prefix(64))
    return try ([app.processID] + app.descendants).filter {
      try ProcessMemory.holds(piece, in: $0)
    }.map { (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) ?? "gone" }
  }

  /// After locking, no part of the photo remains in the memory of the window or the decoder.
  @Test func shownPhotoIsInNoMemoryAfterTheLock() throws {
    let home = try home()
    let app = try openItem(home)
    try makePrivate(app)
    try app.press(script: "p")
    try app.wait(until: hasPicture)
    #expect(try !holders(of: app).isEmpty, "the memory search does not work")
    let former = app.app
    #expect(try home.run(["lock"]).status == 0)
    try app.wait { $0.isLocked && app.app != former }
    try app.waitUntilIdle()
    #expect(try holders(of: app) == [])
  }

  @Test func makingAnItemPrivateDeletesItsCachedCopies() throws {
    let home = try home()
    let app = try openItem(home)
    try lookAtPhoto(app)
    try app.press(script: "p]<Enter>")
    try app.wait(for: "Opened bill.txt")
    try app.press(script: "<Esc>")
    let before = cached(in: home)
    #expect(before.contains { $0.hasPrefix("pictures/") }, "\(before)")
    #expect(before.contains { $0.hasSuffix("/bill.txt") }, "\(before)")
    try makePrivate(app)
    try app.killEverything()
    #expect(cached(in: home) == [])
    expectNoCopy(in: home)
  }

  /// A photo removed before the item became private is deleted as well, regardless of undo.
  @Test func makingAnItemPrivateDeletesRemovedPhotos() throws {
    let home = try home()
    let app = try openItem(home)
    try lookAtPhoto(app)
    try app.press(script: "p")
    // Keys pressed right after Esc don't remove anything.
    usleep(350_000)
    try app.press(script: "x")
    try app.wait(for: "Removed")
    try app.press(script: "<Esc>")
    #expect(!cached(in: home).isEmpty)
    try makePrivate(app)
    try app.killEverything()
    #expect(cached(in: home) == [])
  }

  /// Another home displayed the photo before the item became private here; its window is still open or not.
  @Test(arguments: [true, false]) func anotherHomeDeletesItsCachedPicture(hasWindow: Bool) throws {
    let (anna, ben) = (try home(), try Home(isEmpty: true))
    let window = try openItem(anna)
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    #expect(try ben.run(["household", "status"]).status == 0)
    let his = try ben.open()
    try his.press(script: "<Enter>")
    try his.wait(until: hasPicture)
    try lookAtPhoto(his)
    #expect(!cached(in: ben).isEmpty)
    if !hasWindow { try his.killEverything() }
    try makePrivate(window)
    if !hasWindow {
      #expect(try anna.run(["household", "status"]).status == 0)
      #expect(try ben.run(["household", "status"]).status == 0)
    }
    #expect(Wait.until { cached(in: ben).isEmpty }, "\(cached(in: ben))")
  }

  @Test func privateDocumentIsNotOpenedByOtherPrograms() throws {
    let home = try home()
    let app = try openItem(home)
    try makePrivate(app)
    try app.press(script: "p]<Enter>")
    #expect(app.picture.text.contains("Private files open only here"))
    try app.killEverything()
    #expect(access(home.path + "/handed", F_OK) != 0)
    #expect(cached(in: home) == [])
    expectNoCopy(in: home)
  }
}
