import Foundation
import GRDB
import Household

/// Writes items with everything that belongs to them: tags, custom fields, word index, counts.
///
/// Does not write the log; the callers know what to call the change.
enum ItemWriter {
  /// Stores a new item, with a new asset number if it has none.
  static func insert(_ wanted: Item, in transaction: WriteTransaction) throws -> StoredItem {
    let db = transaction.db
    var item = try transaction.checked(try wanted.normalized(), former: nil)
    if transaction.isLimited { try Withheld.check(item, db) }
    let place = try checkReferences(item, former: nil, db)
    item.assetNumber = try checkedNumber(item.assetNumber, in: transaction)
    item.createdAt = transaction.at
    item.updatedAt = transaction.at
    item.rev = transaction.rev
    try db.cachedStatement(sql: insertion).execute(
      arguments: arguments(for: item, row: try transaction.takeRow()))
    let stored = StoredItem(id: db.lastInsertedRowID, placeID: place, item: item)
    try writeTags(item.tags, id: stored.id, db)
    try writeFields(item.fields, id: stored.id, db)
    try SearchIndex.insert(item, id: stored.id, db)
    transaction.counts.move(from: nil, to: .init(item, place: place))
    transaction.isDirty = true
    return stored
  }

  /// Updates a stored item.
  ///
  /// - Returns: The changed columns before and after; both empty if nothing changed.
  static func update(
    _ stored: StoredItem, to wanted: Item, in transaction: WriteTransaction
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    let db = transaction.db
    var item = try transaction.checked(try wanted.normalized(), former: stored.item)
    if transaction.isLimited, item.importReference != stored.item.importReference {
      try Withheld.check(item, db)
    }
    if item.assetNumber != stored.item.assetNumber {
      item.assetNumber = try item.assetNumber.map { try checkedNumber($0, in: transaction) }
      item.assetNumber = item.assetNumber ?? stored.item.assetNumber
    }
    if item.tags != stored.item.tags { item.tags = try storedSpelling(of: item.tags, db) }
    let (before, after) = ItemValues.differences(from: stored.item, to: item)
    guard !after.isEmpty else { return (before, after) }
    let place = try checkReferences(item, former: stored, db)
    var sets = ["updated_at = ?", "rev = ?"]
    var values: [(any DatabaseValueConvertible)?] = [transaction.at, transaction.rev]
    for column in ItemColumn.all {
      guard let value = after[column.name] else { continue }
      sets.append("\(column.name) = \(column.placeholder)")
      values.append(value)
    }
    if after["name"] != nil {
      sets.append("sort_key = ?")
      values.append(SortKey.key(for: item.name))
    }
    values.append(stored.id)
    try db.cachedStatement(sql: "UPDATE item SET \(sets.joined(separator: ", ")) WHERE id = ?")
      .execute(arguments: StatementArguments(values))
    if after[ItemValues.tagsKey] != nil { try writeTags(item.tags, id: stored.id, db) }
    if after[ItemValues.fieldsKey] != nil { try writeFields(item.fields, id: stored.id, db) }
    try SearchIndex.update(from: stored.item, to: item, id: stored.id, db)
    transaction.counts.move(
      from: .init(stored.item, place: stored.placeID), to: .init(item, place: place))
    transaction.isDirty = true
    return (before, after)
  }

  private static let insertion = insertion(\.placeholder)

  /// The statement that inserts an item, with a placeholder for each column.
  static func insertion(_ placeholder: (ItemColumn) -> String) -> String {
    let names = ItemColumn.all.map(\.name)
    let slots = ItemColumn.all.map(placeholder)
    return """
      INSERT INTO item(id, uuid, sort_key, created_at, updated_at, rev, \(names.joined(separator: ", ")))
      VALUES (?, ?, ?, ?, ?, ?, \(slots.joined(separator: ", ")))
      """
  }

  private static func arguments(for item: Item, row: Int64?) -> StatementArguments {
    var values: [DatabaseValue] = []
    values.reserveCapacity(6 + ItemColumn.all.count)
    values.append(row?.databaseValue ?? .null)
    values.append(item.uuid.databaseValue)
    values.append(SortKey.key(for: item.name).databaseValue)
    values.append(item.createdAt.databaseValue)
    values.append(item.updatedAt.databaseValue)
    values.append(item.rev.databaseValue)
    for column in ItemColumn.all { values.append(column.get(item).databaseValue) }
    return StatementArguments(values)
  }

  private static func checkedNumber(
    _ wanted: Int64?, in transaction: WriteTransaction
  ) throws -> Int64 {
    let db = transaction.db
    guard let wanted else { return try nextNumber(in: transaction) }
    let taken = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM item WHERE asset_no = ?)"),
      arguments: [wanted])
    let isWithheld = try transaction.isLimited && Withheld.hasNumber(wanted, db)
    guard taken != true, !isWithheld else {
      throw InventoryError(.refused, "the asset number \(AssetNumber.text(wanted)) is taken")
    }
    return wanted
  }

  /// The highest number in use plus one, trash included.
  static func nextNumber(in transaction: WriteTransaction) throws -> Int64 {
    let db = transaction.db
    // A number too large for a label was not assigned here.
    let statement = try db.cachedStatement(sql: "SELECT max(asset_no) FROM item WHERE asset_no < ?")
    let highest = try Int64.fetchOne(statement, arguments: [AssetNumber.maximum]) ?? 0
    let withheld =
      transaction.isLimited
      ? try Withheld.highestNumber(below: AssetNumber.maximum, db) : 0
    return max(0, highest, withheld) + 1
  }

  private static func checkReferences(
    _ item: Item, former: StoredItem?, _ db: Database
  ) throws -> Int64? {
    if let category = item.category {
      let known = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT id FROM category WHERE uuid = ?"), arguments: [category])
      guard known != nil else {
        throw InventoryError(.refused, "the category of “\(item.name)” does not exist any more")
      }
    }
    try checkParent(of: item, former: former, db)
    guard let place = item.place else { return nil }
    let found = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM location WHERE uuid = ?"), arguments: [place])
    guard let found else {
      throw InventoryError(.refused, "the place of “\(item.name)” does not exist any more")
    }
    return found
  }

  /// Checks an item's new container.
  ///
  /// An item may stay where it is, however deep that is.
  private static func checkParent(of item: Item, former: StoredItem?, _ db: Database) throws {
    guard let parent = item.parent, parent != former?.item.parent else { return }
    let nesting = Nesting(.items, db)
    guard let around = try nesting.id(of: parent) else {
      throw InventoryError(
        .refused, "the item that “\(item.name)” belongs to does not exist any more")
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
}
