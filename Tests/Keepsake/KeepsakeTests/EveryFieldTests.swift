import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory
@testable import Keepsake

/// Checks that no output lacks a field of the catalog.
///
/// Each field gets a value of its own in an item that has nothing else, so an output of that value can only come from
/// that field.
@Suite struct EveryFieldTests {
  private let session = "test"
  private let folder = TemporaryHome()
  private var home: String { folder.path }
  private let store: InventoryStore
  /// The rows that choices refer to.
  private let place = Place(name: "Pantry")
  private var parent = Item(name: "Coffee corner")
  private let category: Inventory.Category
  /// An item with only a name and the values that the store adds.
  private let bare: Item

  init() throws {
    store = try InventoryStore(directory: folder.path)
    parent.importReference = "parent-17"
    category = try #require(try store.items.categories().first)
    let bare = Item(name: "Bare thing")
    for edit in [Edit.createPlace(place), .createItem(parent), .createItem(bare)] {
      try store.changes.perform(edit, session: session)
    }
    self.bare = try #require(try store.items.fetch(bare.uuid))
  }

  /// The fields that outputs show: all but the time of trashing and the position in the user's order.
  private nonisolated static let shown = ItemField.allCases.filter {
    ![.trashed, .position].contains($0)
  }

  /// A value that differs from every other field's and from the default.
  private func sample(_ field: ItemField) throws -> ColumnValue {
    let number = Int64(try #require(ItemField.allCases.firstIndex(of: field)))
    return switch field.definition.kind {
    case .text, .lines, .code: .text("zq\(number)x \(field.rawValue)")
    case .rating: .text("film:zq\(number)x")
    case .interval: .text("\(number)d")
    case .money: .integer(77_000 + number)
    case .date:
      .text(try #require(CalendarDate(year: 2001, month: 2, day: Int(number % 28) + 1)).text)
    case .flag: .integer(1)
    case .moment, .position: .integer(1_000 + number)
    case .quantity: .real(2.5)
    case .assetNumber: .integer(271)
    case .tags: .text("loud;steel")
    case .choice:
      switch field {
      case .category: .uuid(category.uuid)
      case .place: .uuid(place.uuid)
      case .parent: .uuid(parent.uuid)
      default: throw Missing(what: "a row to choose for \(field)")
      }
    }
  }

  private struct Missing: Error { var what: String }

  /// Stores an item with a value in this field only.
  private func item(with field: ItemField, named name: String = "Sample") throws -> Item {
    var item = Item(name: name)
    field.definition.store(try sample(field), in: &item)
    try store.changes.perform(.createItem(item), session: session)
    return try #require(try store.items.fetch(item.uuid))
  }

  /// The item as the full list reads it; nil if it is trashed or archived.
  private func readInFull(_ item: Item) throws -> Item? {
    var found: Item?
    try ItemList(store: store).forEachItem { read, _ in if read.uuid == item.uuid { found = read } }
    return found
  }

  @Test(arguments: ItemField.allCases) func everyFieldIsStoredAndReadByBothReaders(
    field: ItemField
  ) throws {
    let value = try sample(field)
    let stored = try item(with: field)
    #expect(field.definition.value(of: stored) == value)
    #expect(
      field.definition.value(of: bare) != value, "the sample value of \(field) is the default")
    if stored.isLive { #expect(try readInFull(stored) == stored) }
  }

  @Test(arguments: ItemField.allCases) func everyFieldIsUndoneAndRedone(
    field: ItemField
  ) throws {
    var changed = bare
    field.definition.store(try sample(field), in: &changed)
    try store.changes.perform(.updateItem(changed), session: session)
    let after = field.definition.value(of: try #require(try store.items.fetch(bare.uuid)))
    #expect(after == (try sample(field)))
    try store.changes.undo(session: session)
    let before = field.definition.value(of: try #require(try store.items.fetch(bare.uuid)))
    #expect(before == field.definition.value(of: bare))
    try store.changes.redo(session: session)
    #expect(field.definition.value(of: try #require(try store.items.fetch(bare.uuid))) == after)
  }

  @Test(arguments: shown) func everyFieldIsExportedAndImported(field: ItemField) throws {
    let item = try item(with: field, named: "Exported")
    let name = field == .name ? "zq0x name" : "Exported"
    let path = home + "/all.csv"
    var bytes: [UInt8] = []
    try CSVExporter(store: store).export { bytes += $0 }
    try Data(bytes).write(to: URL(filePath: path))
    let row = try Self.row(of: name, inFile: path)
    let cells = row.filter { FieldCatalogue.field(header: $0.column) === field.definition }
    #expect(cells.map(\.column).first == field.definition.headers.first)
    for cell in cells { #expect(cell.text == exported(item, field), "\(cell.column)") }

    let other = try InventoryStore(directory: home + "/other")
    let report = try CSVImporter(store: other).importFile(at: path, session: session)
    #expect(report.isAcceptable && report.warnings.isEmpty)
    let uuid = try #require(
      try other.database.file.read { db in
        try UUID.fetchOne(db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [name])
      })
    let read = try #require(try other.items.fetch(uuid))
    let relations = try other.items.relations(of: read)
    switch field.definition.kind {
    case .choice: #expect(relations.text(of: field) == exported(item, field))
    case .moment: #expect(field.definition.value(of: read) != .null)
    default: #expect(field.definition.value(of: read) == (try sample(field)))
    }
  }

  @Test(arguments: shown) func aCollectionContainsEveryField(field: ItemField) throws {
    let item = try item(with: field, named: "Exported")
    let path = home + "/all.zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    _ = try CollectionExporter(store: store).export(to: file, path: path)
    close(file)

    let other = try InventoryStore(directory: home + "/other")
    let report = try CollectionImporter(store: other).importFile(at: path, session: session)
    #expect(report.items.isAcceptable && report.items.warnings.isEmpty)
    let uuid = try #require(
      try other.database.file.read { db in
        try UUID.fetchOne(
          db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [item.name])
      })
    let read = try #require(try other.items.fetch(uuid))
    let relations = try other.items.relations(of: read)
    switch field.definition.kind {
    case .choice: #expect(relations.text(of: field) == exported(item, field))
    case .moment: #expect(field.definition.value(of: read) != .null)
    default: #expect(field.definition.value(of: read) == field.definition.value(of: item))
    }
  }

  /// The expected text of a field, computed without the exporter.
  private func exported(_ item: Item, _ field: ItemField) -> String {
    switch field {
    case .category: category.name
    case .place: "Pantry"
    case .parent: "parent-17"
    case .tags: "loud; steel"
    default: field.definition.text(of: item, currency: store.database.currency)
    }
  }

  private static func row(
    of name: String, inFile path: String
  ) throws -> [(column: String, text: String)] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var reader = CSVReader(descriptor: descriptor)
    let header = try #require(try reader.next()).fields
    while let record = try reader.next() {
      let row = Array(zip(header, record.fields))
      if row.contains(where: { $0 == ("HB.name", name) }) { return row }
    }
    throw Missing(what: "the row of \(name)")
  }

  @Test(arguments: shown) func jsonContainsEveryFieldUnderItsKey(field: ItemField) throws {
    let printed = try json(item(with: field))[field.rawValue]
    let without = try json(bare)[field.rawValue]
    #expect(printed != nil)
    #expect("\(printed ?? "")" != "\(without ?? "")")
  }

  private func json(_ item: Item) throws -> [String: Any] {
    let record = JSONRecord(
      item: item, relations: try store.items.relations(of: item), currency: store.database.currency)
    let data = try JSONEncoder().encode(record)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(arguments: shown) func theItemsScreenShowsEveryField(field: ItemField) throws {
    let words = try #require(FieldWords.of(field), "there are no words for \(field)")
    // A sale price is shown only for sold items.
    var item = Item(name: "Sample")
    if field == .soldPrice { item.soldTo = "Ada" }
    let without = try lines(item)
    field.definition.store(try sample(field), in: &item)
    let line = try lines(item).first {
      $0.id != DetailLines.valueID && !without.contains($0)
    }
    #expect(line?.label == words.line.label)
    #expect(line?.text.isEmpty == false)
    // The line is identified by its field, whatever else the item has; pressing it edits the field.
    #expect(line?.id == words.lineID)
    guard field.isTypedIn, field != .place else { return }
    let target = try #require(line?.target)
    #expect(target == .field(field) || line?.id != field.rawValue)
  }

  private func lines(_ item: Item) throws -> [DetailLine] {
    DetailLines(
      item: item, relations: try store.items.relations(of: item), currency: store.database.currency
    )
    .lines
  }

  @Test func theValueShowsWhetherItIsEstimated() throws {
    func value(_ change: (inout Item) -> Void) throws -> String? {
      var item = Item(name: "Sample")
      change(&item)
      return try lines(item).first { $0.id == DetailLines.valueID }?.text
    }
    #expect(try value { _ in } == "—")
    #expect(try value { $0.purchasePrice = 9500 } == "€95.00 (estimate)")
    #expect(
      try value { ($0.purchasePrice, $0.replacementValue, $0.quantity) = (9500, 12000, 2) }
        == "€240.00")
    #expect(try value { ($0.purchasePrice, $0.soldTo) = (9500, "Ada") } == "sold")
  }

  @Test(arguments: ItemField.inForm) func theFormShowsEveryFieldAndADraftKeepsIt(
    field: ItemField
  ) throws {
    let shown = ItemForm(item: try item(with: field), currency: store.database.currency)
    var typed = ItemForm(item: bare, currency: store.database.currency)
    typed.fields[field] = shown.fields[field]
    if field.isChoice { typed.fields[choice: field] = shown.fields[choice: field] }
    let drafts = try DraftStore(directory: home)
    var draft = Draft(itemUUID: bare.uuid, baseRev: bare.rev)
    draft.fields = typed.draft
    try drafts.put([draft])
    let kept = try #require(try drafts.draft(draft.uuid))
    let form = ItemForm(item: bare, draft: kept.fields, currency: store.database.currency)
    guard case .valid(let saved) = form.validated() else {
      Issue.record("\(form.validated())")
      return
    }
    let value = field.definition.value(of: saved)
    if field.definition.kind == .moment {
      #expect(value != .null)
    } else {
      #expect(value == (try sample(field)))
    }
    #expect(field.label != field.rawValue, "there are no words for \(field)")
  }

  @Test(arguments: shown) func everySearchedFieldIsFound(field: ItemField) throws {
    guard field.definition.words != nil else { return }
    #expect(SearchIndex.fields.contains { $0 === field.definition })
    let item = try item(with: field)
    let word =
      switch field.definition.kind {
      case .assetNumber: "000-271"
      case .tags: "steel"
      default:
        String(
          field.definition.text(of: item, currency: store.database.currency).prefix { $0 != " " })
      }
    let list = try ItemList(store: store, query: ItemQuery(filter: word))
    #expect(try list.count == 1)
    #expect(try list.row(at: 0)?.uuid == item.uuid)
  }

  /// The word index in the file has the columns that the catalog names.
  @Test func theWordIndexHasAColumnForEverySearchedField() throws {
    let columns = try store.database.file.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('item_words')")
    }
    #expect(columns == SearchIndex.fields.compactMap(\.words) + ["fields"])
  }

  /// A new field gets its column from a new migration, not from an earlier one.
  @Test func theTableHasAColumnForEveryField() throws {
    let columns = try store.database.file.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('item')")
    }
    #expect(Set(ItemColumn.all.map(\.name)).subtracting(columns) == [])
  }

  @Test func everyFieldHasWordsExactlyOnce() {
    #expect(FieldWords.all.map(\.field.rawValue).sorted() == Self.shown.map(\.rawValue).sorted())
  }

  /// Drafts, states, scripts and files contain the keys, so none is ever renamed.
  @Test func publishedKeysAreNeverRemoved() {
    let keys = Set(ItemField.allCases.map(\.rawValue))
    let given = """
      name description category place tags quantity unit assetNumber manufacturer modelNumber \
      serialNumber rating condition purchasePrice purchaseDate purchaseFrom orderReference \
      replacementValue replacementDate insured warrantyUntil lifetimeWarranty warrantyDetails link \
      notes archived soldDate soldTo soldPrice soldNotes parentReference importReference
      """
    #expect(Set(given.split(separator: " ").map(String.init)).subtracting(keys) == [])
  }
}
