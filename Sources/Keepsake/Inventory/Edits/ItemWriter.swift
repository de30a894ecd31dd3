import Foundation
import GRDB
import Storage

/// Writes items with everything that belongs to them: tags, custom fields, word index, counts.
///
/// A writer belongs to one transaction. It prepares a statement at first use and keeps it, so an import writes all of its
/// items with one writer. It does not write the log: the callers know what to call the change.
public final class ItemWriter {
  private let transaction: WriteTransaction
  private let db: Database
  private var prepared: [Step: RawStatement] = [:]
  private var words: WordInsertion?
  private var tagIDs: [String: Int64] = [:]

  /// The number of tags to remember; others are looked up each time.
  private static let maximumTags = 10_000

  /// The statements that run for each new item.
  private enum Step { case insert, linkTag, findReference, findNumber }

  /// Makes a writer for one transaction.
  public init(_ transaction: WriteTransaction) {
    self.transaction = transaction
    db = transaction.db
  }

  // MARK: - New items

  /// Stores a new item, with a new asset number if it has none.
  public func insert(_ wanted: Item) throws -> StoredItem {
    var item = try checkedNew(wanted)
    let place = try checkReferences(item, former: nil)
    item.assetNumber = try checkedNumber(item.assetNumber)
    return try store(item, place: place)
  }

  /// Stores a new item of a bulk import, without repeating the look-ups of the caller: its category and place exist, it has
  /// no parent, and its number is free.
  ///
  /// If it has no number, ``number(_:onEach:)`` assigns one and indexes the item, once all numbers of the bulk are known.
  ///
  /// - Parameter place: The row number of its place.
  func insertInBulk(_ wanted: Item, place: Int64?) throws -> StoredItem {
    try store(checkedNew(wanted), place: place)
  }

  private func checkedNew(_ wanted: Item) throws -> Item {
    var item = try transaction.checked(try wanted.normalized(), former: nil)
    if transaction.isLimited { try HiddenItems(db).check(item) }
    (item.createdAt, item.updatedAt) = (transaction.at, transaction.at)
    item.rev = transaction.rev
    return item
  }

  private func store(_ item: Item, place: Int64?) throws -> StoredItem {
    let insert = try statement(.insert)
    insert.bind(item.uuid)
    insert.bind(SortKey.key(for: item.name))
    insert.bind(item.createdAt)
    insert.bind(item.updatedAt)
    insert.bind(item.rev)
    for column in ItemColumn.all {
      if column.name == Self.placeColumn {
        insert.bind(place.map(ColumnValue.integer) ?? .null)
      } else {
        insert.bind(column.get(item))
      }
    }
    try insert.run()
    let id = db.lastInsertedRowID
    try linkTags(item.tags, id: id)
    try insertFields(item.fields, id: id)
    if item.assetNumber != nil { try insertWords(of: item, id: id) }
    transaction.counts.move(from: nil, to: .init(item, place: place))
    transaction.isDirty = true
    return StoredItem(id: id, placeID: place, item: item)
  }

  private func insertWords(of item: Item, id: Int64) throws {
    let insertion = try words ?? WordInsertion(db)
    words = insertion
    try insertion.insert(item, id: id)
  }

  // MARK: - Changed items

  /// Updates a stored item.
  ///
  /// - Returns: The changed columns before and after; both empty if nothing changed.
  public func update(
    _ stored: StoredItem, to wanted: Item
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    var item = try transaction.checked(try wanted.normalized(), former: stored.item)
    if transaction.isLimited, item.importReference != stored.item.importReference {
      try HiddenItems(db).check(item)
    }
    if item.assetNumber != stored.item.assetNumber {
      item.assetNumber = try item.assetNumber.map { try checkedNumber($0) }
      item.assetNumber = item.assetNumber ?? stored.item.assetNumber
    }
    if item.tags != stored.item.tags { item.tags = try storedSpelling(of: item.tags) }
    let (before, after) = ItemValues.differences(from: stored.item, to: item)
    guard !after.isEmpty else { return (before, after) }
    let place = try checkReferences(item, former: stored)
    var sets = ["updated_at = ?", "rev = ?"]
    var values = [ColumnValue.integer(transaction.at), .integer(transaction.rev)]
    for column in ItemColumn.all {
      guard let value = after[column.name] else { continue }
      sets.append("\(column.name) = \(column.placeholder)")
      values.append(value)
    }
    if after["name"] != nil {
      sets.append("sort_key = ?")
      values.append(.text(SortKey.key(for: item.name)))
    }
    let update = try RawStatement(
      db, sql: "UPDATE main.item SET \(sets.joined(separator: ", ")) WHERE id = ?")
    for value in values { update.bind(value) }
    update.bind(stored.id)
    try update.run()
    if after[ItemValues.tagsKey] != nil {
      try delete("item_tag", of: stored.id)
      try linkTags(item.tags, id: stored.id)
    }
    if after[ItemValues.fieldsKey] != nil {
      try delete("custom_field", of: stored.id)
      try insertFields(item.fields, id: stored.id)
    }
    if after.keys.contains(where: SearchIndex.isSearched) {
      try SearchIndex.update(from: stored.item, to: item, id: stored.id, db)
    }
    transaction.counts.move(
      from: .init(stored.item, place: stored.placeID), to: .init(item, place: place))
    transaction.isDirty = true
    return (before, after)
  }

  // MARK: - Tags and custom fields

  private func delete(_ table: String, of item: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM main.\(table) WHERE item_id = ?")
      .execute(arguments: [item])
  }

  private func linkTags(_ tags: [String], id: Int64) throws {
    for tag in tags {
      let link = try statement(.linkTag)
      link.bind(id)
      link.bind(try tagID(tag))
      try link.run()
    }
  }

  /// The row number of a tag, which is made if it does not exist.
  ///
  /// The first spelling is kept.
  private func tagID(_ name: String) throws -> Int64 {
    if let known = tagIDs[name] { return known }
    let find = try db.cachedStatement(sql: "SELECT id FROM tag WHERE name = ?")
    var id = try Int64.fetchOne(find, arguments: [name])
    if id == nil {
      try db.cachedStatement(sql: "INSERT INTO tag(uuid, name) VALUES (?, ?)")
        .execute(arguments: [Identity.new(), name])
      id = db.lastInsertedRowID
    }
    if tagIDs.count >= Self.maximumTags { tagIDs.removeAll(keepingCapacity: true) }
    tagIDs[name] = id
    return id ?? db.lastInsertedRowID
  }

  /// The tags in their stored spelling, so that a different case alone is not a change.
  func storedSpelling(of tags: [String]) throws -> [String] {
    let find = try db.cachedStatement(sql: "SELECT name FROM tag WHERE name = ?")
    return try Item.normalized(
      tags: tags.map { try String.fetchOne(find, arguments: [$0]) ?? $0 })
  }

  private func insertFields(_ fields: [CustomField], id: Int64) throws {
    guard !fields.isEmpty else { return }
    let insert = try db.cachedStatement(
      sql: "INSERT INTO main.custom_field(item_id, name, value, order_key) VALUES (?, ?, ?, ?)")
    for (index, field) in fields.enumerated() {
      try insert.execute(arguments: [id, field.name, field.value, index])
    }
  }

  // MARK: - Asset numbers

  /// Numbers new items of a bulk, beginning after the highest number, and stores their words.
  ///
  /// - Parameter onEach: Called before each item with its index.
  func number(_ items: [Int64], onEach: (Int) -> Void) throws {
    guard !items.isEmpty else { return }
    var number = try nextNumber()
    let write = try db.cachedStatement(sql: "UPDATE main.item SET asset_no = ? WHERE id = ?")
    for (index, id) in items.enumerated() {
      onEach(index)
      try write.execute(arguments: [number, id])
      number += 1
      guard let stored = try StoredItem.fetch(db, id: id) else { continue }
      try insertWords(of: stored.item, id: id)
    }
  }

  /// Whether an item has the number, in the trash or hidden from the login too.
  func isTaken(_ number: Int64) throws -> Bool {
    let find = try statement(.findNumber)
    find.bind(number)
    return try find.run() != nil
  }

  /// The highest number in use plus one, trash included.
  public func nextNumber() throws -> Int64 {
    // A number too large for a label was not assigned here.
    let statement = try db.cachedStatement(
      sql: "SELECT max(asset_no) FROM main.item WHERE asset_no < ?")
    let highest = try Int64.fetchOne(statement, arguments: [AssetNumber.maximum]) ?? 0
    return max(0, highest) + 1
  }

  private func checkedNumber(_ wanted: Int64?) throws -> Int64 {
    guard let wanted else { return try nextNumber() }
    guard try !isTaken(wanted) else {
      throw InventoryError(.refused, "the asset number \(AssetNumber.text(wanted)) is taken")
    }
    return wanted
  }

  // MARK: - References

  /// The row number of the item with an import reference; `nil` if no item has it.
  func row(withReference reference: String) throws -> Int64? {
    let find = try statement(.findReference)
    find.bind(reference)
    return try find.run()
  }

  private func checkReferences(_ item: Item, former: StoredItem?) throws -> Int64? {
    if let category = item.category, category != former?.item.category {
      let known = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM category WHERE uuid = ?"), arguments: [category])
      guard known != nil else {
        throw InventoryError(.refused, "the category of “\(item.name)” no longer exists")
      }
    }
    try checkParent(of: item, former: former)
    guard let place = item.place else { return nil }
    if let former, former.placeID != nil, former.item.place == place { return former.placeID }
    let found = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM location WHERE uuid = ?"), arguments: [place])
    guard let found else {
      throw InventoryError(.refused, "the place of “\(item.name)” no longer exists")
    }
    return found
  }

  /// Checks an item's new container.
  ///
  /// An item may stay where it is, however deep that is.
  private func checkParent(of item: Item, former: StoredItem?) throws {
    guard let parent = item.parent, parent != former?.item.parent else { return }
    let nesting = Nesting(.items, db)
    guard let around = try nesting.id(of: parent) else {
      throw InventoryError(
        .refused, "the item that “\(item.name)” belongs to no longer exists")
    }
    let before = try former?.item.parent.flatMap(nesting.id)
    switch try nesting.check(former?.id, in: around, former: before) {
    case .allowed: return
    case .inItself:
      throw InventoryError(.refused, "“\(item.name)” cannot belong to something inside itself")
    case .tooDeep:
      throw InventoryError(
        .refused,
        "“\(item.name)” would be nested too deep: items can be nested \(Bounds.levels) deep")
    }
  }

  // MARK: - Statements

  /// The place is bound by its row number, which every caller knows.
  private static let placeColumn = "location_id"

  private static let insertion: String = {
    let names = ItemColumn.all.map(\.name)
    let slots = ItemColumn.all.map { $0.name == placeColumn ? "?" : $0.placeholder }
    return """
      INSERT INTO main.item(uuid, sort_key, created_at, updated_at, rev, \(names.joined(separator: ", ")))
      VALUES (?, ?, ?, ?, ?, \(slots.joined(separator: ", ")))
      """
  }()

  private func statement(_ step: Step) throws -> RawStatement {
    if let known = prepared[step] { return known }
    let sql =
      switch step {
      case .insert: Self.insertion
      case .linkTag: "INSERT OR IGNORE INTO main.item_tag(item_id, tag_id) VALUES (?, ?)"
      case .findReference: "SELECT id FROM item WHERE import_ref = ?"
      case .findNumber: "SELECT id FROM main.item WHERE asset_no = ?"
      }
    let statement = try RawStatement(db, sql: sql)
    prepared[step] = statement
    return statement
  }
}
