import Foundation
import RepriseTesting
import Terminal
import Testing

/// Private items in the real program: sealed on disk, accessible with the passphrase.
@Suite(.waitsForProcesses) struct PrivateItemTests {
  private static let passphrase = "correct horse"

  private func privateHome() throws -> Home {
    let home = try Home(isEmpty: true)
    #expect(
      try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8)).status == 0)
    let added = try home.run([
      "add", "Krugerrand", "notes=from grandmother", "replacement=1800", "serial=KR4711",
    ])
    #expect(added.status == 0, "\(added.errors)")
    return home
  }

  private func open(_ home: Home) throws -> PTYProcess {
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    return app
  }

  /// Opens the item and makes it private.
  private func makePrivate(_ app: PTYProcess) throws {
    try app.press(script: "<Enter>H")
    #expect(app.picture.text.contains("Make “Krugerrand” private?"))
    try app.press(script: "m")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.waitUntilIdle()
  }

  @Test func privateItemLeavesNoPlainTextInTheHome() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    #expect(app.picture.text.contains("from grandmother"))
    // Also half a word in the item's form.
    try app.press(script: "e<Tab>")
    app.type("\u{1B}")
    try app.waitUntilIdle()
    try app.press(script: "e")
    app.type("s Pretorius")
    try app.waitUntilIdle()
    try app.killEverything()
    try home.expectNoTrace(
      of: ["Krugerrand", "krugerrand", "grandmother", "KR4711", "kr4711", "Pretorius"])
    let again = try open(home)
    #expect(again.picture.text.contains("Krugerrands Pretorius"))
  }

  private static let words = ["Krugerrand", "krugerrand", "grandmother", "KR4711", "kr4711"]

  /// The stored state and the outline behind the prompt contain nothing of it either.
  @Test func lockLeavesNoPrivateTextInTheHome() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    #expect(app.picture.text.contains("from grandmother"))
    app.type("L")
    try app.wait { $0.text.contains("Keepsake is locked") }
    try app.waitUntilIdle()
    try home.expectNoTrace(of: Self.words)
    app.type(Self.passphrase + "\r")
    try app.wait(for: "from grandmother")
  }

  @Test func quittingLeavesNoPrivateTextInTheHome() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    // The list and the item were on the screen, so they are in the state and its picture.
    try app.press(script: "<Esc>/grandm<Enter>q")
    try app.waitForExit()
    try home.expectNoTrace(of: Self.words + ["grandm"])
    #expect(try open(home).picture.text.contains("Krugerrand"))
  }

  @Test func commandsRevealOnlyThatAPrivateItemExists() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    try app.press(script: "<Esc>q")
    try app.waitForExit()
    #expect(try home.run(["list"]).text.contains("Private item"))
    let shown = try home.run(["show", "1"]).text
    #expect(shown.contains("encrypted: open it in a Keepsake window"))
    #expect(!shown.contains("grandmother") && !shown.contains("1,800"))
    for word in ["krug", "grandmother"] { #expect(try home.run(["list", word]).text.isEmpty) }
    for arguments in [["export"], ["report", "--csv"], ["list", "--json"]] {
      let said = try home.run(arguments).text
      #expect(!said.contains("Krugerrand") && !said.contains("grandmother"), "\(arguments)")
    }
    let refused = try home.run(["set", "1", "price=5"])
    #expect(refused.status != 0)
    #expect(refused.errors.contains("it is private: open it in a Keepsake window"))
    let again = try open(home)
    #expect(again.picture.text.contains("Krugerrand"))
    #expect(again.picture.text.contains("1,800"))
    try again.press(script: "/grandm")
    #expect(again.picture.text.contains("Krugerrand"))
  }

  @Test func backupRestoresPrivateItemsOnAnotherMachine() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    try app.press(script: "<Esc>q")
    try app.waitForExit()
    let backups = home.path + "/backups"
    try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
    #expect(try home.run(["backup", backups]).status == 0)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: backups).first)
    let other = try Home(isEmpty: true)
    let restored = try other.run(["restore", backups + "/" + name])
    #expect(restored.status == 0, "\(restored.errors)")
    let there = try open(other)
    #expect(there.picture.text.contains("Krugerrand"))
    #expect(there.picture.text.contains("1,800"))
  }

  /// The text typed before the key press is sealed as well, and the form is restored as private.
  @Test func aNewItemIsPrivateBeforeItIsSaved() throws {
    let home = try privateHome()
    let app = try open(home)
    let words = ["Sovereign", "sovereign", "Pretorius"]
    try app.press(script: "nSovereign<Alt-h>")
    #expect(app.picture.text.contains("now encrypted with the passphrase"))
    #expect(app.picture.text.contains("New private item: Sovereign"))
    try app.press(script: " Pretorius")
    try app.killEverything()
    try home.expectNoTrace(of: words)
    let again = try open(home)
    #expect(again.picture.text.contains("New private item: Sovereign Pretorius"))
    // A closed form stays a sealed draft.
    again.type("\u{1B}")
    try again.waitUntilIdle()
    try home.expectNoTrace(of: words)
    try again.press(script: "<Enter>")
    #expect(again.picture.text.contains("New private item: Sovereign Pretorius"))
    try again.press(script: "<^S>")
    try again.wait(for: "Added “Sovereign Pretorius”")
    try again.waitUntilIdle()
    try again.killEverything()
    try home.expectNoTrace(of: words)
    #expect(try home.run(["list"]).text.contains("Private item"))
    #expect(try open(home).picture.text.contains("Sovereign Pretorius"))
  }

  @Test func emptyPrivateFormIsRestoredAsPrivate() throws {
    let home = try privateHome()
    let app = try open(home)
    try app.press(script: "n<Alt-h>")
    #expect(app.picture.text.contains("New private item"))
    try app.killEverything()
    let again = try open(home)
    #expect(again.picture.text.contains("New private item"))
    try again.press(script: "Sovereign")
    try again.killEverything()
    try home.expectNoTrace(of: ["Sovereign"])
  }

  @Test func pressingTheKeyAgainMakesANewItemPublic() throws {
    let home = try privateHome()
    let app = try open(home)
    try app.press(script: "n<Alt-h>Sovereign<Alt-h><^S>")
    try app.wait(for: "Added “Sovereign”")
    #expect(try home.run(["list"]).text.contains("Sovereign"))
  }

  @Test func itemStopsBeingPrivate() throws {
    let home = try privateHome()
    let app = try open(home)
    try makePrivate(app)
    try app.press(script: "H")
    #expect(app.picture.text.contains("Stop encrypting “Krugerrand”?"))
    try app.press(script: "s")
    try app.wait(for: "No longer private: Krugerrand")
    #expect(!app.picture.text.contains("encrypted with the passphrase"))
    #expect(try home.run(["show", "1"]).text.contains("from grandmother"))
  }

  /// The key works next to the list and on the item's own screen, and marks the row.
  @Test(arguments: [80, 120])
  func privateKeyWorksInTheListAndMarksTheRow(width: Int) throws {
    let home = try privateHome()
    let app = try home.launch(size: Size(width: width, height: 30))
    try app.unlock(with: Self.passphrase)
    try app.press(script: "H")
    #expect(app.picture.text.contains("Make “Krugerrand” private?"))
    try app.press(script: "m")
    try app.wait(for: "Made private: Krugerrand")
    #expect(app.picture.text.contains("⚷Krugerrand"))
    try app.killEverything()
    let again = try home.launch(size: Size(width: width, height: 30))
    try again.unlock(with: Self.passphrase)
    #expect(again.picture.text.contains("⚷Krugerrand"))
    try again.press(script: "Hs")
    try again.wait(for: "No longer private: Krugerrand")
    #expect(!again.picture.text.contains("⚷"))
  }

  @Test func withoutAPassphraseNothingBecomesPrivate() throws {
    let home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Krugerrand"]).status == 0)
    let app = try home.open()
    try app.press(script: "<Enter>H")
    #expect(
      app.picture.text.contains(
        "Private items need a passphrase; set one with: keepsake passphrase"))
    try app.press(script: "<Esc>nx<Alt-h>")
    #expect(
      app.picture.text.contains(
        "Private items need a passphrase; set one with: keepsake passphrase"))
    #expect(app.picture.text.contains("New: x"))
  }
}
