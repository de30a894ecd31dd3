import InventorySupport
import Foundation
import Testing

@testable import Inventory

/// Private items are sealed on the disk; with the keys they are like any other item.
@Suite struct PrivateItemTests {
  private static let secrets = ["Krugerrand", "grandmother", "Nightstand", "GOLD-4711"]

  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  private var data: String { home.path + "/data" }

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    store.openPrivateItems(with: MirrorSealing())
  }

  private func makeItem(isPrivate: Bool) throws -> Item {
    let place = Place(name: "Nightstand")
    try store.changes.perform(.createPlace(place), session: session)
    var item = Item(name: "Krugerrand")
    item.notes = "from grandmother"
    item.serialNumber = "GOLD-4711"
    item.place = place.uuid
    item.replacementValue = 180_000
    item.quantity = 3
    item.tags = ["coins"]
    item.fields = [CustomField(name: "Mint", value: "Pretoria")]
    item.isPrivate = isPrivate
    try store.changes.perform(.createItem(item), session: session)
    return try #require(try store.items.fetch(item.uuid))
  }

  /// Expects equal contents, whatever the store adds.
  private func expectSame(_ item: Item, _ other: Item, _ place: SourceLocation = #_sourceLocation) {
    #expect(item.saysTheSame(as: other), sourceLocation: place)
    #expect(item.isPrivate == other.isPrivate, sourceLocation: place)
  }

  @Test func withTheKeysAPrivateItemReadsLikeAnyOther() throws {
    let item = try makeItem(isPrivate: true)
    #expect(item.name == "Krugerrand")
    #expect(item.fields == [CustomField(name: "Mint", value: "Pretoria")])
    #expect(item.isPrivate)
    let row = try #require(try ItemList(store: store).row(at: 0))
    #expect(row.name == "Krugerrand")
    #expect(row.lineValue == 540_000)
    #expect(row.placePath == "Nightstand")
  }

  @Test func withoutTheKeysOnlyThePrivateItemsExistenceIsVisible() throws {
    let uuid = try makeItem(isPrivate: true).uuid
    let other = try home.store()
    let item = try #require(try other.items.fetch(uuid))
    #expect(item.name == Item.privateName)
    #expect(item.isMasked && item.isKeptPrivate && !item.isPrivate)
    #expect(item.replacementValue == nil && item.place == nil && item.tags.isEmpty)
    #expect(item.shownFields.isEmpty)
    #expect(try ItemList(store: other).row(at: 0)?.name == Item.privateName)
    for word in ["krugerrand", "grandmother", "pretoria", "coins", "4711"] {
      let found = try ItemList(store: other, query: ItemQuery(filter: word))
      #expect(try found.count == 0, "\(word) is found without the keys")
    }
  }

  @Test func privateWordsAreFoundOnlyWithTheKeys() throws {
    _ = try makeItem(isPrivate: true)
    try store.changes.perform(.createItem(Item(name: "Teapot")), session: session)
    for (words, count) in [
      ("krug", 1), ("grandmother", 1), ("pretoria", 1), ("coins", 1), ("nightst", 1), ("teapot", 1),
      ("krug teapot", 0), ("-krug", 1), ("krug gold", 1),
    ] {
      let query = ItemQuery(filter: words)
      #expect(try ItemList(store: store, query: query).count == count, "“\(words)” in the list")
      var found: Int?
      try ItemSearch(store: store, query: query).run { found = $0.count }
      #expect(found == count, "“\(words)” in the search")
    }
  }

  @Test func aPrivateItemLeavesNoTraceInTheFiles() throws {
    let item = try makeItem(isPrivate: true)
    var changed = item
    changed.notes = "from grandmother, in the Nightstand"
    try store.changes.perform(.updateItem(changed), session: session)
    try store.changes.perform(.trashItems([item.uuid]), session: session)
    _ = try store.changes.undo(session: session)
    // The name of the place is not private.
    try expectNoTrace(of: ["Krugerrand", "krugerrand", "grandmother", "GOLD-4711", "4711"])
  }

  @Test func makingAnItemPrivateErasesItsFormerText() throws {
    var item = try makeItem(isPrivate: false)
    item.notes = "from grandmother, twice"
    try store.changes.perform(.updateItem(item), session: session)
    item = try #require(try store.items.fetch(item.uuid))
    item.isPrivate = true
    try store.changes.perform(.updateItem(item), session: session)
    #expect(try store.database.emptyLog())
    try expectNoTrace(of: ["Krugerrand", "krugerrand", "grandmother", "GOLD-4711", "4711"])
    #expect(try store.items.fetch(item.uuid)?.notes == "from grandmother, twice")
  }

  private func expectNoTrace(
    of words: [String], _ place: SourceLocation = #_sourceLocation
  ) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: data) {
      let bytes = try Data(contentsOf: URL(filePath: data + "/" + name))
      for word in words {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }

  @Test func undoRestoresTheFormerPrivateText() throws {
    let item = try makeItem(isPrivate: true)
    var changed = item
    changed.notes = "sold"
    try store.changes.perform(.updateItem(changed), session: session)
    #expect(try store.items.fetch(item.uuid)?.notes == "sold")
    _ = try store.changes.undo(session: session)
    expectSame(try #require(try store.items.fetch(item.uuid)), item)
    _ = try store.changes.redo(session: session)
    #expect(try store.items.fetch(item.uuid)?.notes == "sold")
  }

  @Test func makingAnItemPrivateCannotBeUndone() throws {
    var item = try makeItem(isPrivate: false)
    item.isPrivate = true
    try store.changes.perform(.updateItem(item), session: session)
    let made = try #require(try store.items.fetch(item.uuid))
    while try store.changes.nextUndo(session: session)?.subject == .item {
      _ = try store.changes.undo(session: session)
    }
    expectSame(try #require(try store.items.fetch(item.uuid)), made)
  }

  @Test func undoNamesPrivateItemsWithTheKeys() throws {
    let item = try makeItem(isPrivate: true)
    var changed = item
    changed.notes = "sold"
    try store.changes.perform(.updateItem(changed), session: session)
    #expect(try store.changes.nextUndo(session: session)?.name == "Krugerrand")
    changed = try #require(try store.items.fetch(item.uuid))
    changed.notes = "not sold"
    let other = try home.store()
    other.openPrivateItems(with: MirrorSealing())
    try other.changes.perform(.updateItem(changed), session: "other")
    try store.database.refresh()
    let error = try #require(throws: InventoryError.self) {
      try store.changes.undo(session: session)
    }
    #expect(error.message.hasPrefix("“Krugerrand” was changed elsewhere"))
  }

  @Test func makingAPrivateItemOpenCannotBeUndone() throws {
    var item = try makeItem(isPrivate: true)
    item.isPrivate = false
    try store.attachments.setPrivacy(of: item, session: session)
    let made = try #require(try store.items.fetch(item.uuid))
    while try store.changes.nextUndo(session: session)?.subject == .item {
      _ = try store.changes.undo(session: session)
    }
    expectSame(try #require(try store.items.fetch(item.uuid)), made)
  }

  @Test func anItemWithSealedFilesCannotBecomeOpenWithoutThem() throws {
    var item = try makeItem(isPrivate: true)
    _ = try attachBill(to: item)
    item = try #require(try store.items.fetch(item.uuid))
    item.isPrivate = false
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(item), session: session)
    }
    #expect(try store.items.fetch(item.uuid)?.isPrivate == true)
  }

  @Test func storingTheSameAgainChangesNothing() throws {
    let item = try makeItem(isPrivate: true)
    let version = store.database.dataVersion
    #expect(try store.changes.perform(.createItem(item), session: session).count == 0)
    #expect(try store.changes.perform(.updateItem(item), session: session).count == 0)
    #expect(store.database.dataVersion == version)
  }

  @Test func aPrivateItemCanBecomeOpen() throws {
    var item = try makeItem(isPrivate: true)
    item.isPrivate = false
    try store.changes.perform(.updateItem(item), session: session)
    let other = try #require(try home.store().items.fetch(item.uuid))
    expectSame(other, item)
    #expect(other.name == "Krugerrand")
  }

  @Test func withoutTheKeysAPrivateItemCanBeTrashedButNotEdited() throws {
    let uuid = try makeItem(isPrivate: true).uuid
    let other = try home.store()
    var masked = try #require(try other.items.fetch(uuid))
    masked.name = "Teapot"
    expectRefusal { try other.changes.perform(.updateItem(masked), session: session) }
    masked = try #require(try other.items.fetch(uuid))
    masked.fields = []
    expectRefusal { try other.changes.perform(.updateItem(masked), session: session) }
    try other.changes.perform(.trashItems([uuid]), session: session)
    try other.changes.perform(.restoreItems([uuid]), session: session)
    try store.database.refresh()
    #expect(try store.items.fetch(uuid)?.notes == "from grandmother")
  }

  private func expectRefusal(
    _ place: SourceLocation = #_sourceLocation, _ body: () throws -> ChangeSummary
  ) {
    #expect(sourceLocation: place) {
      try body()
    } throws: {
      ($0 as? InventoryError)?.kind == .refused
    }
  }

  @Test func sealedTextOfOneItemDoesNotOpenInAnother() throws {
    let item = try makeItem(isPrivate: true)
    let text = try #require(try home.store().items.fetch(item.uuid)?.sealedText)
    var other = Item(name: Item.privateName)
    other.fields = [CustomField(name: Item.sealedField, value: text)]
    try home.store().changes.perform(.createItem(other), session: session)
    try store.database.refresh()
    #expect(try store.items.fetch(other.uuid)?.name == Item.privateName)
  }

  @Test func exportsKeepPrivateItemsSealed() throws {
    let item = try makeItem(isPrivate: true)
    var bytes: [UInt8] = []
    try CSVExporter(store: home.store()).export { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in Self.secrets where secret != "Nightstand" { #expect(!text.contains(secret)) }
    #expect(text.contains(Item.privateName))
    #expect(try store.items.fetch(item.uuid)?.name == "Krugerrand")
  }

  // MARK: - Files

  private static let bill = "paid to Ms Pretorius"

  /// Attaches a file and returns the opened attachment.
  private func attachBill(to item: Item) throws -> Inventory.Attachment {
    let path = try home.file("bill.txt", Self.bill)
    try store.attachments.attach([path], to: item.uuid, session: session)
    unlink(path)
    return try #require(try store.attachments.fetchAll(of: item.uuid).first)
  }

  private func text(of attachment: Inventory.Attachment) throws -> String {
    let file = FileHandle(
      fileDescriptor: try store.attachments.open(attachment), closeOnDealloc: true)
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Neither home has the keys when the collection is written and read.
  @Test func aCollectionKeepsPrivateFilesSealed() throws {
    let item = try makeItem(isPrivate: true)
    let bill = try attachBill(to: item)
    let path = home.path + "/out.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let written = try CollectionExporter(store: home.store()).export(to: file, path: path)
    #expect(written.files == 1 && written.faults == [])
    let text = Data(Self.bill.utf8)
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: text) == nil)
    let other = try home.store("other")
    func read() throws -> CollectionImporter.Report {
      try CollectionImporter(store: other).importFile(at: path, session: session)
    }
    let report = try read()
    #expect(report.files == 1 && report.missing == 0 && report.items.warnings == [])
    #expect(try read().files == 0)
    let files = other.attachments
    let masked = try #require(try files.fetchAll(of: item.uuid).first)
    #expect(masked.name == Inventory.Attachment.privateName)
    #expect(throws: InventoryError.isPrivate) { try files.open(masked) }
    other.openPrivateItems(with: MirrorSealing())
    let opened = try #require(try files.fetchAll(of: item.uuid).first)
    #expect(opened.name == "bill.txt" && opened.kind == bill.kind)
    let content = FileHandle(fileDescriptor: try files.open(opened), closeOnDealloc: true)
    #expect(try content.readToEnd() == text)
  }

  /// Searches every file of the data directory.
  private func expectNoTraceOfTheBill(_ place: SourceLocation = #_sourceLocation) throws {
    let files = try #require(FileManager.default.enumerator(atPath: data))
    for case let name as String in files {
      guard let bytes = FileManager.default.contents(atPath: data + "/" + name) else { continue }
      for word in ["Pretorius", "bill.txt", "text/plain"] {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }

  @Test func aFileOfAPrivateItemIsSealed() throws {
    let item = try makeItem(isPrivate: true)
    let attachment = try attachBill(to: item)
    #expect(attachment.fileName == "bill.txt")
    #expect(attachment.kind == .receipt)
    #expect(attachment.mediaType == "text/plain")
    #expect(try text(of: attachment) == Self.bill)
    #expect(store.attachments.condition(of: attachment, thoroughly: true) == .intact)
    try expectNoTraceOfTheBill()
    let other = try home.store().attachments
    let masked = try #require(try other.fetchAll(of: item.uuid).first)
    #expect(masked.name == Inventory.Attachment.privateName)
    #expect(throws: InventoryError.self) { try other.open(masked) }
  }

  @Test func filesBecomePrivateAndOpenWithTheirItem() throws {
    var item = try makeItem(isPrivate: false)
    let attachment = try attachBill(to: item)
    item = try #require(try store.items.fetch(item.uuid))
    item.isPrivate = true
    try store.attachments.setPrivacy(of: item, session: session)
    #expect(try store.database.emptyLog())
    try expectNoTraceOfTheBill()
    let sealed = try #require(try store.attachments.fetchAll(of: item.uuid).first)
    #expect(sealed.uuid == attachment.uuid && sealed.isPrivate)
    #expect(try text(of: sealed) == Self.bill)
    item = try #require(try store.items.fetch(item.uuid))
    #expect(item.isPrivate && item.notes == "from grandmother")
    item.isPrivate = false
    try store.attachments.setPrivacy(of: item, session: session)
    let open = try #require(try store.attachments.fetchAll(of: item.uuid).first)
    #expect(open.sha256 == attachment.sha256 && !open.isPrivate && open.fileName == "bill.txt")
    #expect(try text(of: open) == Self.bill)
    #expect(try store.items.fetch(item.uuid)?.isKeptPrivate == false)
  }

  @Test func aRemovedFileOfAnItemMadePrivateIsErased() throws {
    var item = try makeItem(isPrivate: false)
    let attachment = try attachBill(to: item)
    try store.changes.perform(.removeAttachments([attachment.uuid]), session: session)
    item = try #require(try store.items.fetch(item.uuid))
    item.isPrivate = true
    try store.attachments.setPrivacy(of: item, session: session)
    #expect(try store.database.emptyLog())
    try expectNoTraceOfTheBill()
  }

  @Test func kindAndSealedTitleOfAPrivateFileCanBeChanged() throws {
    let item = try makeItem(isPrivate: true)
    var attachment = try attachBill(to: item)
    attachment.kind = .appraisal
    attachment.title = "What Ms Pretorius says"
    try store.changes.perform(.updateAttachment(attachment), session: session)
    let changed = try #require(try store.attachments.fetchAll(of: item.uuid).first)
    #expect(changed.kind == .appraisal && changed.title == "What Ms Pretorius says")
    try expectNoTraceOfTheBill()
  }

  @Test func anItemWithFilesCannotBecomePrivateWithoutThem() throws {
    var item = try makeItem(isPrivate: false)
    _ = try attachBill(to: item)
    item = try #require(try store.items.fetch(item.uuid))
    item.isPrivate = true
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.updateItem(item), session: session)
    }
    #expect(try store.items.fetch(item.uuid)?.isKeptPrivate == false)
  }

  // MARK: - Drafts

  @Test func aDraftOfAPrivateItemIsSealed() throws {
    let drafts = try DraftStore(directory: data)
    drafts.openPrivateDrafts(with: MirrorSealing())
    var draft = Draft(itemUUID: UUID(), fields: DraftFields(texts: ["name": "Krugerrand"]))
    draft.isPrivate = true
    try drafts.put([draft])
    try expectNoTrace(of: ["Krugerrand"])
    let read = try #require(try drafts.draft(draft.uuid))
    #expect(read.fields == draft.fields)
    #expect(read.isPrivate)
    let masked = try #require(try DraftStore(directory: data).draft(draft.uuid))
    #expect(masked.fields.isEmpty && masked.isPrivate)
  }

  @Test func formerDraftsOfAPrivateItemAreErased() throws {
    let drafts = try DraftStore(directory: data)
    drafts.openPrivateDrafts(with: MirrorSealing())
    let item = UUID()
    let (waiting, discarded) = (
      Draft(itemUUID: item, fields: DraftFields(texts: ["name": "Krugerrand"])),
      Draft(itemUUID: item, fields: DraftFields(texts: ["notes": "grandmother"]))
    )
    try drafts.put([waiting, discarded])
    try drafts.discard(discarded.uuid)
    var draft = try #require(try drafts.drafts(of: item).first)
    draft.isPrivate = true
    try drafts.put([draft])
    try drafts.eraseFormerDrafts(of: item)
    try expectNoTrace(of: ["Krugerrand", "grandmother"])
    #expect(try drafts.drafts(of: item).first?.fields == waiting.fields)
  }
}
