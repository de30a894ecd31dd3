import Foundation
import Testing

@testable import Inventory

/// Private places: their names are sealed on the disk, and there for whoever has the keys.
@Suite struct PrivatePlaceTests {
  private let home: TemporaryHome
  private let store: InventoryStore
  private let session = TemporaryHome.session
  private let safe = UUID()

  init() throws {
    home = try TemporaryHome()
    store = try home.store()
    store.openPrivateItems(with: PrivateItemTests.Mirror())
    try store.perform(.createPlaces(path: "Home", uuid: UUID()), session: session)
  }

  /// Makes `Home / Gunsafe / Drawer`, of which the last two are private.
  private func makeSafe() throws {
    let made = try store.perform(
      .createPlaces(path: "Home / Gunsafe / Drawer", uuid: safe, isPrivate: true), session: session)
    #expect(made.name == "Drawer")
  }

  private func expectNoTrace(
    of words: [String], _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try store.emptyLog(), sourceLocation: place)
    let data = home.path + "/data"
    for name in try FileManager.default.contentsOfDirectory(atPath: data) {
      let bytes = try Data(contentsOf: URL(filePath: data + "/" + name))
      for word in words {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }

  private static let names = ["Gunsafe", "gunsafe", "Drawer", "drawer"]

  @Test func whoHasTheKeysReadsItsNameEverywhere() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    let path = "Home / Gunsafe / Drawer"
    let place = try #require(try store.place(safe))
    #expect(place.name == "Drawer" && place.path == path && place.isPrivate && !place.isMasked)
    #expect(try store.place(path: path)?.uuid == safe)
    #expect(try store.allPlaces().map(\.path) == ["Home", "Home / Gunsafe", path])
    #expect(try store.places(in: place.parent).map(\.name) == ["Drawer"])
    #expect(try store.relations(of: item).placePath == path)
    #expect(try ItemList(store: store).row(at: 0)?.placePath == path)
  }

  @Test func theHistoryNamesItForWhoHasTheKeys() throws {
    try makeSafe()
    let item = Item(name: "Teapot")
    try store.perform(.createItem(item), session: session)
    try store.perform(.moveItems([item.uuid], to: safe), session: session)
    let change = ItemChange(
      aspect: .field(.place), before: nil, after: "Home / Gunsafe / Drawer")
    #expect(try store.history(of: item.uuid).first?.changes == [change])
    let masked = try #require(try home.store().history(of: item.uuid).first?.changes.first?.after)
    #expect(masked.contains(Place.privateName) && !masked.contains("Gunsafe"))
  }

  @Test func everybodyElseReadsThatThereIsOne() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    let other = try home.store()
    let place = try #require(try other.place(safe))
    #expect(place.name == "Private place \(safe.uuidString.prefix(8))" && place.isMasked)
    let paths = [
      place.path, try ItemList(store: other).row(at: 0)?.placePath,
      try other.relations(of: item).placePath,
    ]
    for path in paths {
      let names = try #require(path?.components(separatedBy: Place.separator))
      #expect(names.count == 3 && names[0] == "Home")
      #expect(names.dropFirst().allSatisfy { $0.hasPrefix(Place.privateName) })
    }
    #expect(try other.place(path: "Home / Gunsafe / Drawer") == nil)
  }

  @Test func nothingOfItsNameIsInTheFiles() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    try store.perform(.renamePlace(safe, to: "Drawer of gold"), session: session)
    #expect(try store.place(safe)?.name == "Drawer of gold")
    _ = try store.undo(session: session)
    #expect(try store.place(safe)?.name == "Drawer")
    let gone = try store.perform(.trashPlace(safe, contents: .moveUp), session: session)
    #expect(gone.name == "Drawer")
    #expect(try store.nextUndo(session: session)?.name == "Drawer")
    #expect(try store.undo(session: session)?.name == "Drawer")
    #expect(try store.place(safe)?.path == "Home / Gunsafe / Drawer")
    try expectNoTrace(of: Self.names)
  }

  @Test func sealingTheNameRemovesWhatTheFilesHeld() throws {
    try store.perform(.createPlaces(path: "Home / Gunsafe", uuid: safe), session: session)
    try store.perform(.renamePlace(safe, to: "Gunsafe (new)"), session: session)
    try store.perform(
      .createPlaces(path: "Home / Gunsafe (new) / Box", uuid: UUID()), session: session)
    try store.perform(.setPlacePrivacy(safe, isPrivate: true), session: session)
    try expectNoTrace(of: ["Gunsafe", "gunsafe"])
    #expect(
      try store.allPlaces().map(\.path)
        == ["Home", "Home / Gunsafe (new)", "Home / Gunsafe (new) / Box"])
  }

  /// What was done with it before is undone step by step, but for its names.
  @Test(arguments: [false, true])
  func undoLeadsBehindThePrivacyButToNoFormerName(isPrivate: Bool) throws {
    try store.perform(
      .createPlaces(path: "Box", uuid: safe, isPrivate: !isPrivate), session: session)
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    try store.perform(.renamePlace(safe, to: "Gunsafe"), session: session)
    try store.perform(.trashPlace(safe, contents: .moveUp), session: session)
    try store.perform(.setPlacePrivacy(safe, isPrivate: isPrivate), session: session)
    func undo() throws { _ = try #require(try store.undo(session: session)) }
    // The trash, which came before that it became private or open.
    try undo()
    #expect(try store.place(safe)?.deletedAt == nil)
    #expect(try store.item(item.uuid)?.place == safe)
    // The item, and then the place.
    try undo()
    #expect(try store.item(item.uuid)?.deletedAt != nil)
    try undo()
    let place = try #require(try store.place(safe))
    #expect(place.deletedAt != nil && place.name == "Gunsafe" && place.isPrivate == isPrivate)
    for _ in 0..<3 { _ = try store.redo(session: session) }
    #expect(try store.item(item.uuid)?.place == nil)
  }

  @Test func itsNameIsOpenedForEverybody() throws {
    try makeSafe()
    try store.perform(.setPlacePrivacy(safe, isPrivate: false), session: session)
    let other = try #require(try home.store().place(safe))
    #expect(other.name == "Drawer" && other.notes.isEmpty && !other.isMasked)
    let open = try #require(try store.place(safe))
    #expect(!open.isPrivate && open.path == "Home / Gunsafe / Drawer")
  }

  /// Places beside each other differ in their names, also for whoever cannot read some of them.
  @Test func aNameThatIsTakenIsNotOpened() throws {
    try store.perform(
      .createPlaces(path: "Home / Box", uuid: safe, isPrivate: true), session: session)
    try home.store().perform(.createPlaces(path: "Home / Box", uuid: UUID()), session: session)
    try store.refresh()
    #expect(throws: InventoryError(.refused, "there is a place “Box” in “Home” already")) {
      try store.perform(.setPlacePrivacy(safe, isPrivate: false), session: session)
    }
    #expect(try store.place(safe)?.isPrivate == true)
  }

  @Test func aFilterFindsWhatLiesInItWithTheKeysAlone() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    item = Item(name: "Krugerrand")
    (item.place, item.isPrivate) = (safe, true)
    try store.perform(.createItem(item), session: session)
    for word in ["gunsafe", "draw"] {
      let query = ItemQuery(filter: word)
      #expect(try ItemList(store: store, query: query).count == 2, "\(word)")
      var found: Int?
      try ItemSearch(store: store, query: query).run { found = $0.count }
      #expect(found == 2, "\(word)")
      #expect(try ItemList(store: home.store(), query: query).count == 0, "\(word)")
    }
  }

  @Test func withoutTheKeysItIsNeitherNamedNorOpened() throws {
    try makeSafe()
    let other = try home.store()
    for edit in [
      Edit.renamePlace(safe, to: "Box"), .setPlacePrivacy(safe, isPrivate: false),
      .createPlaces(path: "Vault", uuid: UUID(), isPrivate: true),
    ] {
      #expect(throws: InventoryError.isPrivate) { try other.perform(edit, session: session) }
    }
    try store.refresh()
    #expect(try store.place(safe)?.name == "Drawer")
  }

  @Test func whatIsSealedOfOnePlaceOpensInNoOther() throws {
    try makeSafe()
    let sealed = try #require(try home.store().place(safe)?.notes)
    let other = Place(name: "Box", notes: sealed)
    try home.store().perform(.createPlace(other), session: session)
    try store.refresh()
    #expect(try store.place(other.uuid)?.name == "Box")
  }

  /// Neither home has the keys while it is written and read.
  @Test func aCollectionCarriesItSealed() throws {
    try makeSafe()
    let path = home.path + "/out.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = try CollectionExporter(store: home.store()).export(to: file, path: path)
    let other = try home.store("other")
    _ = try CollectionImporter(store: other).importFile(at: path, session: session)
    #expect(try other.place(safe)?.isMasked == true)
    other.openPrivateItems(with: PrivateItemTests.Mirror())
    #expect(try other.place(safe)?.path == "Home / Gunsafe / Drawer")
  }

  /// What was made before and lies at another path, or in the trash, is that place.
  @Test(arguments: [false, true])
  func aCollectionOfThisHomeMakesNoSecondOne(isTrashed: Bool) throws {
    try makeSafe()
    let path = home.path + "/out.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = try CollectionExporter(store: store).export(to: file, path: path)
    let parent = try #require(try store.place(safe)?.parent)
    if isTrashed {
      try store.perform(.trashPlace(safe, contents: .moveUp), session: session)
    } else {
      try store.perform(.renamePlace(parent, to: "Vault"), session: session)
    }
    _ = try CollectionImporter(store: store).importFile(at: path, session: session)
    let places = try store.allPlaces().map(\.path)
    let above = isTrashed ? "Home / Gunsafe" : "Home / Vault"
    #expect(places == ["Home", above, above + " / Drawer"])
    #expect(try store.allPlaces().dropFirst().allSatisfy(\.isPrivate))
    #expect(try store.place(safe)?.deletedAt == nil)
    // What sent it to the trash, or named it, is undone as before.
    _ = try store.undo(session: session)
    _ = try store.undo(session: session)
    #expect(try store.place(safe)?.path == "Home / Gunsafe / Drawer")
  }

  @Test(arguments: [false, true])
  func aPathGoesOnBelowOneThatIsThere(isPrivate: Bool) throws {
    try makeSafe()
    try store.perform(
      .createPlaces(path: "Home / Gunsafe / Box", uuid: UUID(), isPrivate: isPrivate),
      session: session)
    #expect(
      try store.allPlaces().map(\.path)
        == ["Home", "Home / Gunsafe", "Home / Gunsafe / Box", "Home / Gunsafe / Drawer"])
  }

  @Test func aFilterIsTheFirstToReadTheName() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.perform(.createItem(item), session: session)
    let again = try home.store()
    again.openPrivateItems(with: PrivateItemTests.Mirror())
    #expect(try ItemList(store: again, query: ItemQuery(filter: "gunsafe")).count == 1)
  }

  // MARK: - The trash

  private func putCoin(in place: UUID) throws -> UUID {
    var coin = Item(name: "Krugerrand")
    (coin.place, coin.isPrivate) = (place, true)
    try store.perform(.createItem(coin), session: session)
    return coin.uuid
  }

  @Test func privateItemsMoveUpWithTheOthers() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.place(safe)?.parent)
    #expect(try store.privateItemCount(in: around) == 1 && store.privateItemCount(in: safe) == 1)
    try store.perform(.trashPlace(safe, contents: .moveUp), session: session)
    let item = try #require(try store.item(coin))
    #expect(item.place == around && item.isPrivate && item.deletedAt == nil)
    _ = try store.undo(session: session)
    #expect(try store.item(coin)?.place == safe)
  }

  @Test func privateItemsGoToTheTrashWithTheOthers() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.place(safe)?.parent)
    try store.perform(.trashPlace(around, contents: .trash), session: session)
    #expect(try store.item(coin)?.deletedAt != nil)
    #expect(try store.privateItemCount(in: around) == 0)
    _ = try store.undo(session: session)
    #expect(try store.item(coin)?.deletedAt == nil)
    #expect(try store.item(coin)?.place == safe)
  }

  /// Whoever trashes the place does not know of it.
  @Test func withoutTheKeysAnItemIsFoundAroundItsPlace() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.place(safe)?.parent)
    try home.store().perform(.trashPlace(safe, contents: .trash), session: session)
    try store.refresh()
    #expect(try store.item(coin)?.place == around)
    #expect(try ItemList(store: store).row(at: 0)?.placePath == "Home / Gunsafe")
    try home.store().perform(.trashPlace(around, contents: .moveUp), session: session)
    try store.refresh()
    #expect(try ItemList(store: store).row(at: 0)?.placePath == "Home")
  }

  // MARK: - Undo

  /// No undo leads from one to the other, so it is no step either.
  @Test func undoAndRedoPassThePrivacyBy() throws {
    let teapot = Item(name: "Teapot")
    try store.perform(.createItem(teapot), session: session)
    try store.perform(.createPlaces(path: "Home / Box", uuid: safe), session: session)
    try store.perform(.setPlacePrivacy(safe, isPrivate: true), session: session)
    try store.perform(.trashItems([teapot.uuid]), session: session)
    #expect(try store.undo(session: session)?.name == "Teapot")
    #expect(try store.undo(session: session)?.name == "Box")
    #expect(try store.place(safe)?.deletedAt != nil)
    #expect(try store.redo(session: session)?.name == "Box")
    #expect(try store.redo(session: session)?.name == "Teapot")
    #expect(try store.item(teapot.uuid)?.deletedAt != nil)
    #expect(try store.redo(session: session) == nil)
  }
}
