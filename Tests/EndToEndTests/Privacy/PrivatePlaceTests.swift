import Foundation
import RepriseTesting
import Terminal
import Testing

/// The names of private places in the real program: sealed on disk, accessible with the passphrase.
@Suite(.waitsForProcesses) struct PrivatePlaceTests {
  private static let passphrase = "correct horse"
  private static let names = ["Gunsafe", "gunsafe", "Drawer", "drawer"]

  private let home: Home

  init() throws {
    home = try Home(isEmpty: true)
    let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0, "\(set.errors)")
  }

  private func open() throws -> PTYProcess {
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    return app
  }

  @Test func placeCreatedForAPrivateItemIsSealed() throws {
    let app = try open()
    try app.press(script: "n<Alt-h>Coin<Tab><Enter>Gunsafe / Drawer")
    #expect(app.picture.text.contains("+ New private place “Gunsafe / Drawer”"))
    try app.killEverything()
    try home.expectNoTrace(of: Self.names)
    let again = try open()
    #expect(again.picture.text.contains("+ New private place “Gunsafe / Drawer”"))
    try again.press(script: "<Home><Enter>")
    #expect(again.picture.text.contains("Gunsafe / Drawer ›"))
    try again.press(script: "<^S>")
    try again.wait(for: "Added “Coin”")
    #expect(again.picture.text.contains("Drawer"))
    try again.press(script: "2")
    #expect(again.picture.text.contains("⚷▸ Gunsafe"))
    try again.press(script: "<Enter>")
    try again.killEverything()
    try home.expectNoTrace(of: Self.names)
    let list = try home.run(["list", "--json"])
    #expect(list.status == 0 && !list.text.contains("Gunsafe"))
    let there = try open()
    #expect(there.picture.text.contains("‹ Places  Gunsafe"))
    #expect(there.picture.text.contains("⚷  Drawer"))
  }

  @Test func commandSealsAPlaceWithoutThePassphrase() throws {
    let added = try home.run(["add", "--private", "Coin", "place=Gunsafe / Drawer"])
    #expect(added.status == 0, "\(added.errors)")
    try home.expectNoTrace(of: Self.names)
    #expect(try open().picture.text.contains("Drawer"))
  }

  @Test func lockLeavesNoPrivatePlaceName() throws {
    #expect(try home.run(["add", "--private", "Coin", "place=Gunsafe / Drawer"]).status == 0)
    let app = try open()
    try app.press(script: "2<Enter>")
    #expect(app.picture.text.contains("Drawer"))
    let former = try #require(app.app)
    #expect(try ProcessMemory.holds("Drawer", in: former), "the memory search does not work")
    app.type("L")
    try app.wait { $0.text.contains("Keepsake is locked") }
    try app.waitUntilIdle()
    let present = try #require(app.app)
    for word in ["Gunsafe", "Drawer"] {
      #expect(try !ProcessMemory.holds(word, in: present))
      #expect(try !ProcessMemory.holds(word, in: app.processID), "the guardian has it in memory")
    }
    try home.expectNoTrace(of: Self.names)
    app.type(Self.passphrase + "\r")
    try app.wait(for: "Drawer")
  }

  @Test func privateKeySealsAndUnsealsAPlaceName() throws {
    #expect(try home.run(["add", "Teapot", "place=Gunsafe"]).status == 0)
    let app = try open()
    try app.press(script: "2H")
    #expect(app.picture.text.contains("Make the place “Gunsafe” private?"))
    try app.press(script: "m")
    try app.wait(for: "Made private: Gunsafe")
    #expect(app.picture.text.contains("⚷  Gunsafe  1 item"))
    try app.killEverything()
    try home.expectNoTrace(of: ["Gunsafe", "gunsafe"])
    #expect(try home.run(["list"]).text.contains("Private place"))
    let again = try open()
    try again.press(script: "Hs")
    try again.wait(for: "No longer private: Gunsafe")
    #expect(try home.run(["list"]).text.contains("Gunsafe"))
  }

  @Test func privatePlaceBlocksPassphraseRemoval() throws {
    #expect(try home.run(["add", "--private", "Coin", "place=Gunsafe"]).status == 0)
    let app = try open()
    try app.press(script: "Hs")
    try app.wait(for: "No longer private")
    try app.killEverything()
    let remove = { try home.run(["passphrase", "--remove"], input: Data("correct horse\n".utf8)) }
    let refused = try remove()
    #expect(
      refused.errors
        == "keepsake: the passphrase is still needed for 1 private place; in a window, press H on "
        + "each private place\n")
    // In the trash the place is unreachable, so its name is stored unsealed.
    let again = try open()
    try again.press(script: "2x")
    try again.wait(for: "Delete “Gunsafe”?")
    try again.press(script: "m")
    try again.killEverything()
    #expect(try remove().status == 0)
    let free = try home.open()
    try free.press(script: "u")
    #expect(free.picture.text.contains("Gunsafe"))
  }

  @Test func sealingAPlaceNeedsAPassphrase() throws {
    let open = try Home(isEmpty: true)
    #expect(try open.run(["add", "Teapot", "place=Gunsafe"]).status == 0)
    let app = try open.open()
    try app.press(script: "2H")
    #expect(
      app.picture.text.contains(
        "Private places need a passphrase; set one with: keepsake passphrase"))
  }
}
