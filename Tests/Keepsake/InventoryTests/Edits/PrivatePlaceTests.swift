import InventorySupport
import Foundation
import Testing

@testable import Inventory

/// Names of private places are sealed on the disk and readable only with the keys.
@Suite struct PrivatePlaceTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session
  private let safe = UUID()

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    store.openPrivateItems(with: MirrorSealing())
    try store.changes.perform(.createPlaces(path: "Home", uuid: UUID()), session: session)
  }

  /// Creates `Home / Gunsafe / Drawer`, of which the last two are private.
  private func makeSafe() throws {
    let made = try store.changes.perform(
      .createPlaces(path: "Home / Gunsafe / Drawer", uuid: safe, isPrivate: true), session: session)
    #expect(made.name == "Drawer")
  }

  private func expectNoTrace(
    of words: [String], _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try store.database.emptyLog(), sourceLocation: place)
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

  @Test func withTheKeysThePrivateNameIsReadEverywhere() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    let path = "Home / Gunsafe / Drawer"
    let place = try #require(try store.places.fetch(safe))
    #expect(place.name == "Drawer" && place.path == path && place.isPrivate && !place.isMasked)
    #expect(try store.places.fetch(path: path)?.uuid == safe)
    #expect(try store.places.fetchAll().map(\.path) == ["Home", "Home / Gunsafe", path])
    #expect(try store.places.children(of: place.parent).map(\.name) == ["Drawer"])
    #expect(try store.items.relations(of: item).placePath == path)
    #expect(try ItemList(store: store).row(at: 0)?.placePath == path)
  }

  @Test func withoutTheKeysAPlaceholderNameIsShown() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    let other = try home.store()
    let place = try #require(try other.places.fetch(safe))
    #expect(place.name == "Private place \(safe.uuidString.prefix(8))" && place.isMasked)
    let paths = [
      place.path, try ItemList(store: other).row(at: 0)?.placePath,
      try other.items.relations(of: item).placePath,
    ]
    for path in paths {
      let names = try #require(path?.components(separatedBy: Place.separator))
      #expect(names.count == 3 && names[0] == "Home")
      #expect(names.dropFirst().allSatisfy { $0.hasPrefix(Place.privateName) })
    }
    #expect(try other.places.fetch(path: "Home / Gunsafe / Drawer") == nil)
  }

  @Test func aPrivateNameLeavesNoTraceInTheFiles() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    try store.changes.perform(.renamePlace(safe, to: "Drawer of gold"), session: session)
    #expect(try store.places.fetch(safe)?.name == "Drawer of gold")
    _ = try store.changes.undo(session: session)
    #expect(try store.places.fetch(safe)?.name == "Drawer")
    let gone = try store.changes.perform(.trashPlace(safe, contents: .moveUp), session: session)
    #expect(gone.name == "Drawer")
    #expect(try store.changes.nextUndo(session: session)?.name == "Drawer")
    #expect(try store.changes.undo(session: session)?.name == "Drawer")
    #expect(try store.places.fetch(safe)?.path == "Home / Gunsafe / Drawer")
    try expectNoTrace(of: Self.names)
  }

  @Test func makingAPlacePrivateErasesItsFormerNames() throws {
    try store.changes.perform(.createPlaces(path: "Home / Gunsafe", uuid: safe), session: session)
    try store.changes.perform(.renamePlace(safe, to: "Gunsafe (new)"), session: session)
    try store.changes.perform(
      .createPlaces(path: "Home / Gunsafe (new) / Box", uuid: UUID()), session: session)
    try store.changes.perform(.setPlacePrivacy(safe, isPrivate: true), session: session)
    try expectNoTrace(of: ["Gunsafe", "gunsafe"])
    #expect(
      try store.places.fetchAll().map(\.path)
        == ["Home", "Home / Gunsafe (new)", "Home / Gunsafe (new) / Box"])
  }

  /// Earlier changes to the place are undone step by step, except its names.
  @Test(arguments: [false, true])
  func undoPassesAPrivacyChangeButRestoresNoFormerName(isPrivate: Bool) throws {
    try store.changes.perform(
      .createPlaces(path: "Box", uuid: safe, isPrivate: !isPrivate), session: session)
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    try store.changes.perform(.renamePlace(safe, to: "Gunsafe"), session: session)
    try store.changes.perform(.trashPlace(safe, contents: .moveUp), session: session)
    try store.changes.perform(.setPlacePrivacy(safe, isPrivate: isPrivate), session: session)
    func undo() throws { _ = try #require(try store.changes.undo(session: session)) }
    // Undoes trashing the place, which preceded the privacy change.
    try undo()
    #expect(try store.places.fetch(safe)?.deletedAt == nil)
    #expect(try store.items.fetch(item.uuid)?.place == safe)
    // Undoes adding the item, then adding the place.
    try undo()
    #expect(try store.items.fetch(item.uuid)?.deletedAt != nil)
    try undo()
    let place = try #require(try store.places.fetch(safe))
    #expect(place.deletedAt != nil && place.name == "Gunsafe" && place.isPrivate == isPrivate)
    for _ in 0..<3 { _ = try store.changes.redo(session: session) }
    #expect(try store.items.fetch(item.uuid)?.place == nil)
  }

  @Test func makingAPlaceOpenRevealsItsName() throws {
    try makeSafe()
    try store.changes.perform(.setPlacePrivacy(safe, isPrivate: false), session: session)
    let other = try #require(try home.store().places.fetch(safe))
    #expect(other.name == "Drawer" && other.notes.isEmpty && !other.isMasked)
    let open = try #require(try store.places.fetch(safe))
    #expect(!open.isPrivate && open.path == "Home / Gunsafe / Drawer")
  }

  /// Sibling places need different names, even if some of the names can't be read.
  @Test func aPlaceCannotBecomeOpenIfItsNameIsTaken() throws {
    try store.changes.perform(
      .createPlaces(path: "Home / Box", uuid: safe, isPrivate: true), session: session)
    try home.store().changes.perform(
      .createPlaces(path: "Home / Box", uuid: UUID()), session: session)
    try store.database.refresh()
    #expect(throws: InventoryError(.refused, "there is already a place “Box” in “Home”")) {
      try store.changes.perform(.setPlacePrivacy(safe, isPrivate: false), session: session)
    }
    #expect(try store.places.fetch(safe)?.isPrivate == true)
  }

  @Test func itemsAreFoundByAPrivatePlaceOnlyWithTheKeys() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    item = Item(name: "Krugerrand")
    (item.place, item.isPrivate) = (safe, true)
    try store.changes.perform(.createItem(item), session: session)
    for word in ["gunsafe", "draw"] {
      let query = ItemQuery(filter: word)
      #expect(try ItemList(store: store, query: query).count == 2, "\(word)")
      var found: Int?
      try ItemSearch(store: store, query: query).run { found = $0.count }
      #expect(found == 2, "\(word)")
      #expect(try ItemList(store: home.store(), query: query).count == 0, "\(word)")
    }
  }

  @Test func withoutTheKeysAPrivatePlaceCannotBeRenamedOrOpened() throws {
    try makeSafe()
    let other = try home.store()
    for edit in [
      Edit.renamePlace(safe, to: "Box"), .setPlacePrivacy(safe, isPrivate: false),
      .createPlaces(path: "Vault", uuid: UUID(), isPrivate: true),
    ] {
      #expect(throws: InventoryError.isPrivate) {
        try other.changes.perform(edit, session: session)
      }
    }
    try store.database.refresh()
    #expect(try store.places.fetch(safe)?.name == "Drawer")
  }

  @Test func sealedTextOfOnePlaceDoesNotOpenInAnother() throws {
    try makeSafe()
    let sealed = try #require(try home.store().places.fetch(safe)?.notes)
    let other = Place(name: "Box", notes: sealed)
    try home.store().changes.perform(.createPlace(other), session: session)
    try store.database.refresh()
    #expect(try store.places.fetch(other.uuid)?.name == "Box")
  }

  /// Neither home has the keys when the collection is written and read.
  @Test func aCollectionKeepsPrivatePlacesSealed() throws {
    try makeSafe()
    let path = home.path + "/out.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = try CollectionExporter(store: home.store()).export(to: file, path: path)
    let other = try home.store("other")
    _ = try CollectionImporter(store: other).importFile(at: path, session: session)
    #expect(try other.places.fetch(safe)?.isMasked == true)
    other.openPrivateItems(with: MirrorSealing())
    #expect(try other.places.fetch(safe)?.path == "Home / Gunsafe / Drawer")
  }

  /// A place that was trashed or has another path since the export is recognized.
  @Test(arguments: [false, true])
  func importingItsOwnCollectionDuplicatesNoPlace(isTrashed: Bool) throws {
    try makeSafe()
    let path = home.path + "/out.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = try CollectionExporter(store: store).export(to: file, path: path)
    let parent = try #require(try store.places.fetch(safe)?.parent)
    if isTrashed {
      try store.changes.perform(.trashPlace(safe, contents: .moveUp), session: session)
    } else {
      try store.changes.perform(.renamePlace(parent, to: "Vault"), session: session)
    }
    _ = try CollectionImporter(store: store).importFile(at: path, session: session)
    let places = try store.places.fetchAll().map(\.path)
    let above = isTrashed ? "Home / Gunsafe" : "Home / Vault"
    #expect(places == ["Home", above, above + " / Drawer"])
    #expect(try store.places.fetchAll().dropFirst().allSatisfy(\.isPrivate))
    #expect(try store.places.fetch(safe)?.deletedAt == nil)
    // Undo reverts the import and then the trashing or renaming.
    _ = try store.changes.undo(session: session)
    _ = try store.changes.undo(session: session)
    #expect(try store.places.fetch(safe)?.path == "Home / Gunsafe / Drawer")
  }

  @Test(arguments: [false, true])
  func aPathContinuesBelowAnExistingPrivatePlace(isPrivate: Bool) throws {
    try makeSafe()
    try store.changes.perform(
      .createPlaces(path: "Home / Gunsafe / Box", uuid: UUID(), isPrivate: isPrivate),
      session: session)
    #expect(
      try store.places.fetchAll().map(\.path)
        == ["Home", "Home / Gunsafe", "Home / Gunsafe / Box", "Home / Gunsafe / Drawer"])
  }

  @Test func aFilterOpensSealedNamesItself() throws {
    try makeSafe()
    var item = Item(name: "Teapot")
    item.place = safe
    try store.changes.perform(.createItem(item), session: session)
    let again = try home.store()
    again.openPrivateItems(with: MirrorSealing())
    #expect(try ItemList(store: again, query: ItemQuery(filter: "gunsafe")).count == 1)
  }

  // MARK: - The trash

  private func putCoin(in place: UUID) throws -> UUID {
    var coin = Item(name: "Krugerrand")
    (coin.place, coin.isPrivate) = (place, true)
    try store.changes.perform(.createItem(coin), session: session)
    return coin.uuid
  }

  @Test func privateItemsMoveUpWithTheOthers() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.places.fetch(safe)?.parent)
    #expect(
      try store.privacy.openItemCount(in: around) == 1 && store.privacy.openItemCount(in: safe) == 1
    )
    try store.changes.perform(.trashPlace(safe, contents: .moveUp), session: session)
    let item = try #require(try store.items.fetch(coin))
    #expect(item.place == around && item.isPrivate && item.deletedAt == nil)
    _ = try store.changes.undo(session: session)
    #expect(try store.items.fetch(coin)?.place == safe)
  }

  @Test func privateItemsAreTrashedWithTheOthers() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.places.fetch(safe)?.parent)
    try store.changes.perform(.trashPlace(around, contents: .trash), session: session)
    #expect(try store.items.fetch(coin)?.deletedAt != nil)
    #expect(try store.privacy.openItemCount(in: around) == 0)
    _ = try store.changes.undo(session: session)
    #expect(try store.items.fetch(coin)?.deletedAt == nil)
    #expect(try store.items.fetch(coin)?.place == safe)
  }

  /// Without the keys, a login can't see the item when it trashes the place.
  @Test func trashingAPlaceWithoutTheKeysMovesItsPrivateItemsUp() throws {
    try makeSafe()
    let coin = try putCoin(in: safe)
    let around = try #require(try store.places.fetch(safe)?.parent)
    try home.store().changes.perform(.trashPlace(safe, contents: .trash), session: session)
    try store.database.refresh()
    #expect(try store.items.fetch(coin)?.place == around)
    #expect(try ItemList(store: store).row(at: 0)?.placePath == "Home / Gunsafe")
    try home.store().changes.perform(.trashPlace(around, contents: .moveUp), session: session)
    try store.database.refresh()
    #expect(try ItemList(store: store).row(at: 0)?.placePath == "Home")
  }

  // MARK: - Undo

  /// A privacy change can't be undone, so it is not a step.
  @Test func undoAndRedoSkipPrivacyChanges() throws {
    let teapot = Item(name: "Teapot")
    try store.changes.perform(.createItem(teapot), session: session)
    try store.changes.perform(.createPlaces(path: "Home / Box", uuid: safe), session: session)
    try store.changes.perform(.setPlacePrivacy(safe, isPrivate: true), session: session)
    try store.changes.perform(.trashItems([teapot.uuid]), session: session)
    #expect(try store.changes.undo(session: session)?.name == "Teapot")
    #expect(try store.changes.undo(session: session)?.name == "Box")
    #expect(try store.places.fetch(safe)?.deletedAt != nil)
    #expect(try store.changes.redo(session: session)?.name == "Box")
    #expect(try store.changes.redo(session: session)?.name == "Teapot")
    #expect(try store.items.fetch(teapot.uuid)?.deletedAt != nil)
    #expect(try store.changes.redo(session: session) == nil)
  }
}
