import Foundation
import Inventory
import Reprise
import RepriseSecurity
import RepriseTesting
import Testing

@testable import Keepsake

/// Sealing of private items while unlocked and while locked.
@Suite struct PrivateSealingTests {
  private let home = TemporaryHome()
  private let keys: KeyBag
  private let passphrase = Passphrase("correct horse")
  private let words = Array("Krugerrand".utf8)
  private let owner = UUID()

  private var sealing: PrivateSealing { PrivateSealing(keys: keys) }

  init() throws {
    keys = try KeyBag.make(
      at: home.path + "/keys.bag", machineKey: home.path + "/machine.key", passphrase: passphrase)
  }

  /// Otherwise someone with write access could pass the text of one item off as another's.
  @Test func sealedTextOfOneItemDoesNotOpenInAnother() throws {
    let whileLocked = try sealing.seal(words, of: owner)
    try keys.unlock(passphrase: passphrase)
    for sealed in [whileLocked, try sealing.seal(words, of: owner)] {
      #expect(try sealing.open(sealed, of: owner) == words)
      #expect(throws: ProtectionError.self) { try sealing.open(sealed, of: UUID()) }
    }
  }

  @Test func lockingClosesTextSealedEitherWay() throws {
    let whileLocked = try sealing.seal(words, of: owner)
    try keys.unlock(passphrase: passphrase)
    let open = try sealing.seal(words, of: owner)
    keys.lock()
    for sealed in [whileLocked, open] {
      #expect(throws: ProtectionError.locked(.complete)) { try sealing.open(sealed, of: owner) }
    }
  }

  /// Making a place private erases its name from the household's stored data at once, too.
  @Test func aPlaceMadePrivateLeavesNoNameInTheFiles() throws {
    let app = try SampleApp(
      sharedIn: Size(width: 80, height: 30),
      fill: { other in
        try other.store.changes.perform(
          .createPlaces(path: "Gunsafe", uuid: UUID()), session: "other")
        try other.exchange()
      }, prepare: { $0.store.openPrivateItems(with: MirrorSealing()) })
    try app.keys("2<Down>Hm")
    #expect(app.pilot.screen.contains("Made private: Gunsafe"), "\(app.pilot.screen)")
    let names = try FileManager.default.contentsOfDirectory(atPath: app.directory)
    for name in names where name.hasPrefix("inventory") {
      let bytes = try Data(contentsOf: URL(filePath: app.directory + "/" + name))
      #expect(bytes.range(of: Data("Gunsafe".utf8)) == nil, "\(name)")
    }
  }

  /// A place's name can reveal what is in it.
  @Test(arguments: [false, true]) func newPlaceOfManyItemsIsPrivateIfAllOfThemAre(
    hasOther: Bool
  ) throws {
    let inventory = try InventoryCopy { store, _ in
      store.openPrivateItems(with: MirrorSealing())
      for number in 0..<101 {
        var item = Item(name: "Coin \(number)")
        item.isPrivate = number > 0 || !hasOther
        try store.changes.perform(.createItem(item), session: "other")
      }
    }
    let app = try SampleApp(
      inventory: inventory, prepare: { $0.store.openPrivateItems(with: MirrorSealing()) })
    try app.keys("*mGunsafe<Enter>")
    #expect(app.pilot.screen.contains("Moved “Coin 0” and 100 more"), "\(app.pilot.screen)")
    let names = try InventoryStore(directory: app.directory).places.fetchAll().map(\.name)
    #expect(names.contains("Gunsafe") == hasOther)
  }

  /// This home's passphrase can't open an item that another home sealed.
  @Test func anItemSealedByAnotherHomeIsNotSaidToOpenHere() throws {
    let home = TemporaryHome()
    let own = try InventoryStore(directory: home.path)
    let other = try OtherHome(of: home.path)
    try keys.unlock(passphrase: passphrase)
    other.store.openPrivateItems(with: sealing)
    var item = Item(name: "Krugerrand")
    item.isPrivate = true
    try other.store.changes.perform(.createItem(item), session: "other")
    try other.exchange()
    for directory in [home.path, home.path + "/ben"] {
      try Data().write(to: URL(filePath: directory + "/keys.bag"))
    }
    let here = try #require(try own.items.fetch(item.uuid))
    #expect(
      SealedWords.inCommand(here, of: own)
        == "encrypted: only the home that made it private can open it")
    #expect(SealedWords.refusal(of: here, in: own) != nil)
    // The item as the commands of Ben's home see it, which open nothing.
    let his = try InventoryStore(directory: home.path + "/ben")
    let there = try #require(try his.items.fetch(item.uuid))
    #expect(SealedWords.inCommand(there, of: his) == "encrypted: open it in a Keepsake window")
    #expect(SealedWords.refusal(of: there, in: his) == nil)
  }
}
