import InventorySupport
import Foundation
import GRDB
import Testing

@testable import Inventory

/// A login with content limits sees a part of the inventory and leaves the rest intact.
@Suite struct HiddenItemTests {
  private let home: LimitedHome
  private let session = InventoryHome.session

  init() throws { home = try LimitedHome() }

  @Test func hiddenItemsAreNotFoundCountedOrExported() throws {
    let store = try home.limited()
    #expect(store.database.counts.live == 3)
    #expect(try store.items.fetch(home.film.uuid) == nil)
    #expect(try ItemList(store: store, query: ItemQuery(filter: "secret")).count == 0)
    #expect(try ItemList(store: store).count == 3)
    for name in ["Secret film", "000-002", "secret"] {
      guard case .none = try store.items(named: name) else {
        Issue.record("“\(name)” names something")
        continue
      }
    }
    let place = try #require(try store.places.fetch(home.shelf.uuid))
    #expect(place.itemCount == 1)
    let worth = try TotalsReading(store: store).worth()
    #expect(worth?.all.sum == 0)
    let report = try #require(try TotalsReading(store: store).report(on: .today()))
    #expect(report.all.count == 3)
    #expect(!"\(report)".contains("secretly"))
    #expect(try !home.home.export(store).lowercased().contains("secret"))
    #expect(try store.attachments.isEmpty)
    #expect(try store.items.relations(of: home.film).parent == nil)
    #expect(try LimitedHome.flaws(store) == [])
  }

  @Test func aCollectionOmitsHiddenItems() throws {
    let store = try home.limited()
    let path = home.home.path + "/all.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    let report = try CollectionExporter(store: store).export(to: file, path: path)
    close(file)
    #expect(report.items == 3 && report.files == 0)
    let other = try home.home.store("other")
    let read = try CollectionImporter(store: other).importFile(at: path, session: session)
    #expect(read.items.created == 3)
    #expect(try !home.home.export(other).contains("Secret"))
  }

  /// Syncing opens the inventory without limits but shows nothing, so no cached picture has to be deleted.
  @Test func openingWithoutALoginLeavesNothingToScrub() throws {
    let store = try home.limited()
    try store.privacy.scrubDeleted { _ in }
    _ = try InventoryStore(directory: store.database.directory)
    #expect(try !home.limited().database.hasTraces)
  }

  /// The reader may have been opened with the former limits.
  @Test func aReaderOpenedWhileLimitsChangeIsNotReused() throws {
    let database = try home.limited().database
    let files = StoreFile(database.file)
    let first = try files.reader { () throws(InventoryError) in
      files.retireReaders()
      return try database.openReader()
    }
    files.giveBack(first)
    let second = try files.reader { () throws(InventoryError) in try database.openReader() }
    files.giveBack(second)
    let third = try files.reader { () throws(InventoryError) in try database.openReader() }
    #expect(second.queue !== first.queue && third.queue === second.queue)
  }

  /// A kill may have interrupted an attach to the item before limits were set.
  @Test func anInterruptedAttachIsNotNamedUnderLimits() throws {
    let note = AttachmentNote.Contents(names: ["secret.pdf"], count: 2, attachments: [])
    for (store, name) in [(try home.limited(), nil), (try home.unlimited(), "secret.pdf")] {
      let directory = try #require(
        try AttachmentDirectory(in: store.database.directory, create: true))
      _ = try AttachmentNote(note, in: directory)
      #expect(
        try store.attachments.removeInterrupted() == [.attach(first: name, count: 2)])
    }
  }

  @Test func everythingIsUnchangedWithoutLimits() throws {
    let before = try LimitedHome.rows(home.unlimited())
    _ = try home.limited()
    let store = try home.unlimited()
    #expect(try LimitedHome.rows(store) == before)
    #expect(try LimitedHome.flaws(store) == [])
    #expect(try ItemList(store: store, query: ItemQuery(filter: "secret value")).count == 1)
  }

  /// A login without limits costs nothing: opening the file doesn't write to it.
  @Test func openingWithoutLimitsWritesNothing() throws {
    let version = try home.unlimited().database.dataVersion
    #expect(try home.unlimited().database.dataVersion == version)
    _ = try home.limited()
    let limited = try home.limited().database.dataVersion
    #expect(
      try home.limited().database.dataVersion == limited, "the same limits write nothing either")
  }

  @Test func changedLimitsApplyAtOnce() throws {
    let store = try home.unlimited()
    let list = try ItemList(store: store)
    #expect(try list.count == 5)
    #expect(try store.database.apply(LimitedHome.limits))
    #expect(try ItemList(store: store).count == 3)
    var milder = LimitedHome.limits
    milder.film = 420
    try store.database.apply(milder)
    #expect(try ItemList(store: store).count == 4)
    #expect(try store.items.fetch(home.film.uuid)?.name == "Secret film")
    try store.database.apply(LimitedHome.unlimited)
    #expect(try ItemList(store: store).count == 5)
  }

  /// Both logins have the file open at the same time, and each sees its own part.
  @Test func aLoginWithLimitsAndOneWithoutReadTheSameFile() throws {
    let store = try home.limited()
    let other = try home.unlimited()
    #expect(other.database.counts.live == 5)
    let place = home.shelf.uuid
    try other.add("Secret sequel") {
      $0.rating = "film:FSK 16"
      $0.place = place
    }
    try other.add("Spoon") { $0.place = place }
    try store.database.refresh()
    #expect(store.database.counts.live == 4)
    #expect(try store.places.fetch(place)?.itemCount == 2)
    #expect(try other.places.fetch(place)?.itemCount == 4)
    #expect(try LimitedHome.flaws(store) == [] && LimitedHome.flaws(other) == [])
  }

  @Test func placesCountOnlyVisibleItems() throws {
    let store = try home.limited()
    let parent = try #require(home.shelf.parent)
    let room = try #require(try store.places.fetch(parent))
    #expect(room.subtreeItemCount == 1 && room.itemCount == 0)
    #expect(try home.unlimited().places.fetch(room.uuid)?.subtreeItemCount == 2)
    for scope in [ItemQuery.Scope.everywhere, .unplaced, .place(home.shelf.uuid)] {
      let list = try ItemList(store: store, query: ItemQuery(scope: scope))
      let rows = try (0..<10).compactMap { try list.row(at: $0) }
      #expect(try list.count == rows.count, "\(scope)")
    }
  }

  /// A background read may have begun under other limits.
  @Test func noConnectionKeepsFormerLimits() throws {
    let store = try home.unlimited()
    let busy = try store.database.openReader()
    store.database.giveBack(try store.database.openReader())
    try store.database.apply(LimitedHome.limits)
    store.database.giveBack(busy)
    for _ in 0..<3 {
      let reader = try store.database.openReader()
      let count = try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }
      #expect(count == 3)
    }
  }

  @Test func newItemsCannotTakeTheIdentifiersOfHiddenOnes() throws {
    let store = try home.limited()
    let new = try store.add("New")
    #expect(new.assetNumber == 6)
    #expect(throws: InventoryError.self) { try store.add("Other") { $0.assetNumber = 2 } }
    #expect(throws: InventoryError.self) {
      try store.add("Other") { $0.importReference = "secret-1" }
    }
    #expect(throws: InventoryError.self) {
      try store.changes.perform(
        .createItem(Item(uuid: self.home.film.uuid, name: "Other")), session: session)
    }
    let again = try home.unlimited()
    #expect(try again.items.fetch(home.film.uuid)?.assetNumber == 2)
    #expect(try again.items.fetch(new.uuid)?.assetNumber == 6)
    #expect(try LimitedHome.flaws(again) == [])
  }

  @Test(arguments: ["film:FSK 16", "book:explicit"])
  func aLoginWithLimitsCannotEnterARatingAboveThem(
    rating: String
  ) throws {
    let store = try home.limited()
    let error = #expect(throws: InventoryError.self) { try store.add("X") { $0.rating = rating } }
    #expect(error?.exitCode == 77)
    var knife = try #require(try store.items.fetch(home.knife.uuid))
    knife.rating = rating
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(knife), session: session)
    }
    #expect(try store.items.fetch(home.knife.uuid) == home.knife)
    let report = try home.home.importText("HB.name,HB.field.Age rating\nX,\(rating)\n", into: store)
    #expect(report.problemCount == 1 && store.database.counts.live == 3)
  }

  @Test func anImportCannotChangeHiddenItems() throws {
    let store = try home.limited()
    let report = try home.home.importText(
      "HB.import_ref,HB.name\nsecret-1,Overwritten\n", into: store)
    #expect(report.problemCount == 1)
    #expect(!"\(report)".contains("Secret"))
    let named = try home.home.importText(
      "HB.import_ref,HB.name\n\(home.film.uuid.uuidString),Overwritten\n", into: store)
    #expect(named.problemCount == 1)
    #expect(try home.unlimited().items.fetch(home.film.uuid)?.name == "Secret film")
  }

  @Test func undoNeitherNamesNorChangesHiddenItems() throws {
    let store = try home.limited()
    // The last steps changed the secret and the mild film.
    #expect(try store.changes.nextUndo(session: session)?.name == "Mild film")
    var steps: [String] = []
    while let step = try store.changes.undo(session: session) { steps.append(step.description) }
    #expect(!"\(steps)".contains(LimitedHome.secret), "\(steps)")
    while let step = try store.changes.redo(session: session) { steps.append(step.description) }
    #expect(!"\(steps)".contains(LimitedHome.secret), "\(steps)")
    #expect(
      try store.changes.lastChange(session: session).map { "\($0)" }?.contains("Secret") != true)
    #expect(try LimitedHome.flaws(home.unlimited()) == [])
  }

  @Test func importsWithHiddenItemsAreUndoneOnlyWithoutLimits() throws {
    let before = try home.unlimited()
    try home.home.importText(
      "HB.name,HB.field.Age rating\nOne,\nTwo,\nSecret three,film:FSK 16\n", into: before)
    func rows(_ store: InventoryStore) throws -> [Int64] {
      try store.database.file.read {
        try Int64.fetchAll($0, sql: "SELECT id FROM item ORDER BY id")
      }
    }
    let imported = try rows(before)
    let store = try home.limited()
    #expect(store.database.counts.live == 5)
    #expect(try store.changes.nextUndo(session: session)?.name == "Mild film")
    let new = try store.add("Four")
    let after = try home.unlimited()
    #expect(after.database.counts.live == 9)
    // The new item took no row id of the import; undo identifies the imported items by row id.
    #expect(try rows(after) == imported + [imported.count + 1].map(Int64.init))
    let added = try after.database.file.read { try StoredItem.fetch($0, uuid: new.uuid)?.id }
    #expect(added == Int64(imported.count + 1))
    #expect(try after.changes.undo(session: session) != nil)
    #expect(try after.items.fetch(new.uuid)?.deletedAt != nil)
    #expect(try after.changes.undo(session: session)?.description == "imported 3 items")
    #expect(try LimitedHome.flaws(after) == [])
  }

  @Test func trashingAPlaceMovesHiddenItemsToTheParentPlace() throws {
    let store = try home.limited()
    try store.changes.perform(.trashPlace(home.shelf.uuid, contents: .trash), session: session)
    let after = try home.unlimited()
    let film = try #require(try after.items.fetch(home.film.uuid))
    #expect(film.deletedAt == nil)
    #expect(try after.items.relations(of: film).placePath == "Room")
    #expect(try LimitedHome.flaws(after) == [])
  }

  @Test func partsOfAHiddenItemKeepTheirParent() throws {
    let store = try home.limited()
    guard case .one(let part) = try store.items(named: "Case") else {
      Issue.record("the case is hidden")
      return
    }
    #expect(try store.items.fetch(part)?.parent == nil)
    #expect(try home.unlimited().items.fetch(part)?.parent == home.film.uuid)
    // A parent that was assigned under limits wins.
    let again = try home.limited()
    var moved = try #require(try again.items.fetch(part))
    moved.parent = home.knife.uuid
    try again.changes.perform(.updateItem(moved), session: session)
    #expect(try home.unlimited().items.fetch(part)?.parent == home.knife.uuid)
  }

  /// The film is in the knife, and the case belongs to the film.
  @Test func aCycleThroughAHiddenItemIsRefused() throws {
    let before = try home.unlimited()
    var film = try #require(try before.items.fetch(home.film.uuid))
    film.parent = home.knife.uuid
    try before.changes.perform(.updateItem(film), session: session)
    let store = try home.limited()
    guard case .one(let part) = try store.items(named: "Case") else { return }
    var knife = try #require(try store.items.fetch(home.knife.uuid))
    knife.parent = part
    let error = #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(knife), session: session)
    }
    #expect(error?.kind == .refused)
    let after = try home.unlimited()
    #expect(try after.items.fetch(part)?.parent == home.film.uuid)
    #expect(try LimitedHome.flaws(after) == [])
  }

  @Test func filesOfHiddenItemsAreNotOrphans() throws {
    let store = try home.limited()
    #expect(try store.attachments.orphans() == [])
    #expect(try store.attachments.sweep().files == 0)
    let after = try home.unlimited().attachments
    #expect(try after.fetchAll(of: home.film.uuid).map(\.name) == ["Secret receipt.pdf"])
    #expect(try after.examined().problems.isEmpty)
  }

  @Test func theDoctorDoesNotNameHiddenItems() throws {
    let attachments = try home.unlimited().attachments
    let attached = try #require(try attachments.fetchAll(of: home.film.uuid).first)
    try FileManager.default.removeItem(atPath: attachments.path(of: attached))
    var said: [String] = []
    try Doctor(directory: home.home.path + "/data", limits: LimitedHome.limits).examine {
      said.append("\($0)")
    }
    #expect(!"\(said)".contains(LimitedHome.secret))
    #expect(said.contains { $0.contains("sound: 3 items") }, "\(said)")
    said = []
    try Doctor(directory: home.home.path + "/data").examine { said.append("\($0)") }
    #expect("\(said)".contains("Secret receipt.pdf"), "without limits it names them")
  }

  @Test func aCurrencyWithOtherDecimalsIsRefusedUnderLimits() throws {
    let store = try home.limited()
    var settings = try store.settings.fetch()
    settings.currency = try #require(Currency(code: "JPY"))
    let error = #expect(throws: InventoryError.self) {
      try store.settings.change(settings, session: session)
    }
    #expect(error?.kind == .permission)
  }

  @Test func readOnlyAccessHidesItemsToo() throws {
    let store = try InventoryStore(
      directory: home.home.path + "/data", access: .read, limits: LimitedHome.limits)
    #expect(store.database.counts.live == 3)
    #expect(try store.items.fetch(home.film.uuid) == nil)
  }

  /// Hiding doesn't write, so it works on a full disk.
  @Test func anUnwritableInventoryHidesItemsToo() throws {
    try #require(try home.unlimited().database.checkpoint())
    let data = home.home.path + "/data"
    // Nothing is written without the lock.
    try FileManager.default.removeItem(atPath: data + "/inventory.lock")
    try FileManager.default.createDirectory(
      atPath: data + "/inventory.lock", withIntermediateDirectories: false)
    let store = try InventoryStore(
      directory: data, access: .writeIfPossible, limits: LimitedHome.limits)
    #expect(store.database.unwritable != nil && store.database.counts.live == 3)
    #expect(try store.items.fetch(home.film.uuid) == nil)
  }

  /// The rating of a private item can't be read, so the item is hidden; none can be added either.
  @Test func privateItemsAreHiddenUnderLimits() throws {
    try home.unlimited().database.file.write { db in
      try db.execute(
        sql:
          "INSERT INTO custom_field(item_id, name, value) SELECT id, ?, 'x' FROM item WHERE uuid = ?",
        arguments: [Item.sealedField, self.home.knife.uuid])
      return ((), .commit)
    }
    #expect(try home.limited().items.fetch(home.knife.uuid) == nil)
    #expect(try home.unlimited().items.fetch(home.knife.uuid) != nil)
  }
}
