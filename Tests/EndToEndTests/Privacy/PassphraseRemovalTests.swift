import TestSupport
import Foundation
import Inventory
import Preservation
import RepriseTesting
import Testing

/// Removing the passphrase keeps everything accessible, despite kills in between.
@Suite(.waitsForProcesses) struct PassphraseRemovalTests {
  private static let passphrase = "correct horse"
  private let home: Home

  init() throws {
    home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Krugerrand"]).status == 0)
    let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0)
  }

  private func open() throws -> PTYProcess {
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    return app
  }

  private func remove(_ passphrase: String = passphrase) throws -> CommandResult {
    try home.run(["passphrase", "--remove"], input: Data("\(passphrase)\n".utf8))
  }

  private var filesOfKeys: [String] {
    home.files(under: home.data).keys.filter { $0.hasPrefix("keys.bag") || $0 == "machine.key" }
  }

  @Test func screenIsRestoredWithoutThePassphrase() throws {
    let app = try open()
    let before = try app.press(script: "nGold ba<Left>")
    try app.killEverything()
    let removed = try remove()
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(filesOfKeys == [])
    #expect(try home.open().picture == before)
    let keys = try #require(try LoginKeyProvider.existing(file: home.data + "/state.key"))
    _ = try SavedStateFile(path: home.stateFile()).objects(keys: keys)
    #expect(!FileManager.default.fileExists(atPath: home.state + "/sessions/main/outline"))
  }

  /// After a kill between states and keys, the passphrase and the screen are unchanged.
  @Test func killDuringRemovalKeepsThePassphrase() throws {
    let app = try open()
    let before = try app.press(script: "nGold ba<Left>")
    try app.killEverything()
    let files = ["keys.bag", "keys.bag.attempts"].map { URL(filePath: "\(home.data)/\($0)") }
    let contents = try files.map { try Data(contentsOf: $0) }
    #expect(try remove().status == 0)
    for (file, bytes) in zip(files, contents) { try bytes.write(to: file) }
    let again = try home.launch()
    try again.wait { $0.text.contains("Keepsake is locked") }
    again.type(Self.passphrase + "\r")
    try again.wait { !$0.text.contains("Keepsake is locked") && $0.text.contains("Gold") }
    try again.waitUntilIdle()
    #expect(again.picture == before)
  }

  @Test func wrongPassphraseRemovesNothing() throws {
    let refused = try remove("wrong")
    #expect(refused.status == 77)
    #expect(refused.errors == "keepsake: the passphrase is wrong\n")
    #expect(filesOfKeys.contains("keys.bag"))
  }

  @Test func openWindowBlocksRemoval() throws {
    let app = try open()
    let refused = try remove()
    #expect(refused.status == 75)
    #expect(
      refused.errors
        == "keepsake: a window is open: close all windows first; nothing has changed\n")
    try app.press(script: "nGold")
    try app.killEverything()
    #expect(try open().picture.text.contains("Gold"))
  }

  @Test func privateItemsBlockRemoval() throws {
    let app = try open()
    try app.press(script: "<Enter>H")
    try app.press(script: "m")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.press(script: "<Esc>nGold<Alt-h>")
    app.type("\u{1B}")
    try app.waitUntilIdle()
    try app.killEverything()
    let refused = try remove()
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "keepsake: the passphrase is still needed for 1 private item and 1 private draft; "
        + "in a window, press H on each item, also in the trash, and save or discard each draft\n"
    )
    let again = try open()
    #expect(again.picture.text.contains("Krugerrand") && again.picture.text.contains("Gold"))
    try again.press(script: "/krug<Enter>Hs")
    try again.wait(for: "No longer private")
    try again.killEverything()
    let draft = try remove()
    #expect(
      draft.errors.contains(
        "1 private draft; in a window, save or discard each draft\n"))
  }

  /// Seals like another home, whose keys are not here.
  private struct Foreign: ItemSealing {
    struct Refusal: Error {}

    func seal(_ bytes: [UInt8], of owner: UUID) throws -> [UInt8] { bytes.map { $0 ^ 0x5A } }
    func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8] { throw Refusal() }
  }

  @Test func anotherHomesSealedItemsDoNotBlockRemoval() throws {
    let store = try InventoryStore(directory: home.data)
    store.openPrivateItems(with: Foreign())
    var item = Item(name: "Sovereign")
    item.isPrivate = true
    try store.changes.perform(.createItem(item), session: "test")
    let trashed = UUID()
    for (name, uuid) in [("Attic", UUID()), ("Cellar", trashed)] {
      try store.changes.perform(
        .createPlaces(path: name, uuid: uuid, isPrivate: true), session: "test")
    }
    try store.changes.perform(.trashPlace(trashed, contents: .moveUp), session: "test")
    let removed = try remove()
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try home.run(["list"]).text.contains("Private item"))
  }

  @Test func removalNeedsAPassphrase() throws {
    #expect(try remove().status == 0)
    let again = try remove()
    #expect(again.status == 66)
    #expect(again.errors == "keepsake: there is no passphrase to remove\n")
  }
}
