import Foundation
import GRDB

/// Items that the login may not see: they lie in tables of their own, so that no query of any other can find, count or
/// change them.
///
/// Rows move there and back in a write transaction, with their tags, custom fields and attachments. What the log says of
/// them waits under the name of another session. Their row numbers, identities, import references and asset numbers stay
/// theirs meanwhile.
public enum Withheld {
  /// The key in `meta` with the limits by which rows are withheld; no other inventory has it.
  static let limits = "limits"

  /// The key in `meta` with the limits by which drafts are withheld.
  static let drafts = "withheld_drafts"

  /// What a session's name begins with in log entries that wait.
  static let sourcePrefix = "\u{1}withheld "

  /// The tables with rows of an item, and the column that names it.
  static let details = [
    (table: "item_tag", owner: "item_id"), (table: "custom_field", owner: "item_id"),
    (table: "attachment", owner: "item_id"),
  ]

  /// Whether there are tables with withheld rows.
  public static func exists(_ db: Database) throws -> Bool { try db.hasTable("withheld_item") }

  /// The condition on a row of `tag` that a login may see: not one that perhaps only withheld items have.
  static func shownTags(_ db: Database) throws -> String {
    try exists(db) ? "tag.id IN (SELECT tag_id FROM item_tag)" : "TRUE"
  }

  /// Throws if an item has what a withheld one has: both could not be shown together.
  static func check(_ item: Item, _ db: Database) throws {
    guard try exists(db) else { return }
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM withheld_item
          WHERE uuid = ?1 OR (?2 IS NOT NULL AND import_ref = ?2))
        """)
    if try Bool.fetchOne(find, arguments: [item.uuid, item.importReference]) == true {
      throw InventoryError(.permission, "this login may not change what “\(item.name)” stands for")
    }
  }

  /// Whether a withheld item has an asset number.
  static func hasNumber(_ number: Int64, _ db: Database) throws -> Bool {
    guard try exists(db) else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM withheld_item WHERE asset_no = ?)"),
      arguments: [number]) == true
  }

  /// The highest asset number up to a limit among withheld items; 0 without any.
  static func highestNumber(below limit: Int64, _ db: Database) throws -> Int64 {
    guard try exists(db) else { return 0 }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(asset_no) FROM withheld_item WHERE asset_no < ?"),
      arguments: [limit]) ?? 0
  }

  /// The row number for the next new item; `nil` to leave it to SQLite, which knows no withheld rows.
  static func nextRow(_ db: Database) throws -> Int64? {
    guard try exists(db) else { return nil }
    let highest = try Int64.fetchOne(
      db.cachedStatement(
        sql:
          "SELECT max(ifnull((SELECT max(id) FROM item), 0), ifnull(max(id), 0)) FROM withheld_item"
      ))
    return try StoredNumber.next(after: highest ?? 0, "number of items")
  }

  /// The stored columns of a table, without those that follow from others.
  static func columns(of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table])
  }
}

extension Withheld {
  /// Moves all items that the login may not see out of the tables.
  ///
  /// - Parameter isFirst: Whether the limits are new: then discarded drafts cannot be brought back either, since the log
  ///   names them.
  static func hide(in transaction: WriteTransaction, isFirst: Bool) throws {
    let db = transaction.db
    if isFirst {
      try setAside(
        "SELECT group_id FROM change WHERE op = 'discard'", arguments: [], db)
    }
    let rows = try hiddenRows(transaction.guide, db)
    guard !rows.isEmpty else { return }
    try createTables(db)
    let imports = try importedRanges(db)
    for row in rows {
      try keepParts(of: row, db)
      try setAsideLog(of: row, imports, db)
      try move(row, in: transaction)
    }
    transaction.isDirty = true
  }

  /// The rows to hide; among them what is sealed, since that cannot be judged.
  private static func hiddenRows(_ guide: RatingGuide, _ db: Database) throws -> [Int64] {
    var judged: [String: Bool] = [:]
    var hidden: Set<Int64> = []
    let rated = try Row.fetchCursor(
      db, sql: "SELECT id, rating FROM item INDEXED BY item_rating WHERE rating <> ''")
    while let row = try rated.next() {
      let rating: String = try row.value(1)
      let isHidden = judged[rating] ?? guide.hides(rating)
      if judged.count < 1000 { judged[rating] = isHidden }
      if isHidden { hidden.insert(try row.value(0)) }
    }
    let sealed = try Int64.fetchCursor(
      db, sql: "SELECT item_id FROM custom_field WHERE name = ?", arguments: [Item.sealedField])
    while let id = try sealed.next() { hidden.insert(id) }
    return hidden.sorted()
  }

  private static func createTables(_ db: Database) throws {
    guard try !exists(db) else { return }
    for table in ["item"] + details.map(\.table) {
      let names = try columns(of: table, db).joined(separator: ", ")
      try db.execute(
        sql: "CREATE TABLE withheld_\(table) AS SELECT \(names) FROM \(table) WHERE FALSE")
    }
    try db.execute(
      sql: """
        CREATE TABLE withheld_part(
          part BLOB NOT NULL PRIMARY KEY, whole BLOB NOT NULL) STRICT, WITHOUT ROWID
        """)
  }

  /// Notes what belongs to the item or is in it; until the item comes back it belongs to nothing.
  private static func keepParts(of row: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO withheld_part(part, whole)
        SELECT part.uuid, whole.uuid FROM item AS part
        JOIN item AS whole ON whole.id = part.parent_item_id WHERE whole.id = ?
        """
    ).execute(arguments: [row])
    try db.cachedStatement(sql: "UPDATE item SET parent_item_id = NULL WHERE parent_item_id = ?")
      .execute(arguments: [row])
  }

  private static func move(_ row: Int64, in transaction: WriteTransaction) throws {
    let db = transaction.db
    guard let stored = try StoredItem.fetch(db, id: row) else { return }
    transaction.counts.move(from: .init(stored.item, place: stored.placeID), to: nil)
    try SearchIndex.remove(try SearchIndex.texts(ofRow: row, db), id: row, db)
    for (table, owner) in details + [(table: "item", owner: "id")] {
      let names = try columns(of: table, db).joined(separator: ", ")
      try db.execute(
        sql:
          "INSERT INTO withheld_\(table)(\(names)) SELECT \(names) FROM \(table) WHERE \(owner) = ?",
        arguments: [row])
    }
    // Its details go with it.
    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [row])
  }

  // MARK: - The log

  private struct ImportedRange {
    var group: Int64
    var rows: ClosedRange<Int64>
  }

  private static func importedRanges(_ db: Database) throws -> [ImportedRange] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT group_id, after FROM change WHERE op = 'create_range' AND table_name = 'item'")
    return try rows.compactMap { row in
      let text: String? = try row.value(1)
      let values =
        text.flatMap { try? JSONDecoder().decode([String: ColumnValue].self, from: Data($0.utf8)) }
        ?? [:]
      guard let first = values["first"]?.integer, let last = values["last"]?.integer, first <= last
      else { return nil }
      return ImportedRange(group: try row.value(0), rows: first...last)
    }
  }

  /// Sets aside every step of undo that the item has a part in.
  private static func setAsideLog(
    of row: Int64, _ imports: [ImportedRange], _ db: Database
  ) throws {
    try setAside(
      """
      SELECT group_id FROM change WHERE row_uuid = (SELECT uuid FROM item WHERE id = ?1)
      UNION SELECT change.group_id FROM attachment JOIN change ON change.row_uuid = attachment.uuid
        WHERE attachment.item_id = ?1
      """, arguments: [row], db)
    for range in imports where range.rows.contains(row) {
      try setAside("SELECT ?", arguments: [range.group], db)
    }
  }

  private static func setAside(
    _ groups: String, arguments: StatementArguments, _ db: Database
  ) throws {
    try db.execute(
      sql: """
        UPDATE change SET source = char(1) || 'withheld ' || source
        WHERE group_id IN (\(groups)) AND substr(source, 1, 1) <> char(1)
        """, arguments: arguments)
  }
}

extension Withheld {
  /// Moves all withheld rows back into their tables.
  ///
  /// - Parameter isForGood: Whether the limits go, so that undo reaches them again; otherwise they are hidden again at the
  ///   end of the transaction.
  static func bringBack(in transaction: WriteTransaction, isForGood: Bool) throws {
    let db = transaction.db
    if isForGood { try returnLog(db) }
    guard try exists(db) else { return }
    let rows = try Int64.fetchAll(db, sql: "SELECT id FROM withheld_item ORDER BY id")
    for row in rows { try bringBack(row, in: transaction) }
    try returnParts(db)
    for table in ["item", "part"] + details.map(\.table) {
      try db.execute(sql: "DROP TABLE withheld_\(table)")
    }
    transaction.isDirty = true
  }

  private static func bringBack(_ row: Int64, in transaction: WriteTransaction) throws {
    let db = transaction.db
    try makeRoom(for: row, db)
    let isMoved = try leavePlaceInTrash(row, in: transaction)
    let isTaken = try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT 1 FROM item WHERE id = ?)", arguments: [row])
    let names = try columns(of: "withheld_item", db).filter { isTaken != true || $0 != "id" }
      .joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO item(\(names)) SELECT \(names) FROM withheld_item WHERE id = ?",
      arguments: [row])
    let target = isTaken == true ? db.lastInsertedRowID : row
    for (table, owner) in details {
      // Nothing refers to an attachment by its row number, which may be taken.
      let names = try columns(of: "withheld_\(table)", db).filter { $0 != owner && $0 != "id" }
        .joined(separator: ", ")
      try db.execute(
        sql: """
          INSERT INTO \(table)(\(owner), \(names))
          SELECT ?, \(names) FROM withheld_\(table) WHERE \(owner) = ? ORDER BY rowid
          """, arguments: [target, row])
    }
    guard let stored = try StoredItem.fetch(db, id: target) else { return }
    try SearchIndex.insert(stored.item, id: target, db)
    transaction.counts.move(from: nil, to: .init(stored.item, place: stored.placeID))
    if isMoved, try Meta.text(Meta.household, db) != nil {
      try db.execute(
        sql: "INSERT OR IGNORE INTO household_dirty(kind, key) VALUES ('item', lower(hex(?)))",
        arguments: [stored.item.uuid])
    }
  }

  /// Takes from the row what another one has by now; nobody can give that while rows are withheld, but a file may say anything.
  private static func makeRoom(for row: Int64, _ db: Database) throws {
    for column in ["asset_no", "import_ref"] {
      try db.execute(
        sql: """
          UPDATE withheld_item SET \(column) = NULL
          WHERE id = ? AND \(column) IN (SELECT \(column) FROM item)
          """, arguments: [row])
    }
    try db.execute(
      sql: """
        UPDATE withheld_item SET parent_item_id = NULL
        WHERE id = ? AND parent_item_id NOT IN (SELECT id FROM item)
        """, arguments: [row])
  }

  /// Moves an item whose place went to the trash meanwhile into the nearest place around it that is there.
  ///
  /// - Returns: Whether it was moved.
  private static func leavePlaceInTrash(
    _ row: Int64, in transaction: WriteTransaction
  ) throws -> Bool {
    let db = transaction.db
    let find = try db.cachedStatement(
      sql: "SELECT location_id FROM withheld_item WHERE id = ? AND deleted_at IS NULL")
    guard let first = try Int64.fetchOne(find, arguments: [row]) else { return false }
    let place = try db.cachedStatement(
      sql: "SELECT parent_id, deleted_at IS NULL FROM location WHERE id = ?")
    var current: Int64? = first
    var passed: Set<Int64> = []
    while let id = current, passed.insert(id).inserted {
      guard let found = try Row.fetchOne(place, arguments: [id]) else { current = nil; break }
      if try found.value(1) as Bool { break }
      current = try found.value(0)
    }
    guard current != first else { return false }
    try db.execute(
      sql: "UPDATE withheld_item SET location_id = ?, updated_at = ?, rev = ? WHERE id = ?",
      arguments: [current, transaction.at, transaction.rev, row])
    return true
  }

  /// Puts parts back to what they belong to, unless they belong to something else by now or that lies in them.
  private static func returnParts(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT part.id, whole.id FROM withheld_part
        JOIN item AS part ON part.uuid = withheld_part.part
        JOIN item AS whole ON whole.uuid = withheld_part.whole
        WHERE part.parent_item_id IS NULL
        """)
    let nesting = Nesting(.items, db)
    for row in rows {
      let (part, whole): (Int64, Int64) = (try row.value(0), try row.value(1))
      guard try nesting.check(part, in: whole, former: nil) == .allowed else { continue }
      try db.execute(
        sql: "UPDATE item SET parent_item_id = ? WHERE id = ?", arguments: [whole, part])
    }
  }

  /// Lets undo reach what it said of withheld rows.
  ///
  /// What was undone is not done again: other changes came after it.
  private static func returnLog(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE change SET source = substr(source, \(sourcePrefix.unicodeScalars.count + 1)),
          undone = CASE undone WHEN 1 THEN 2 ELSE undone END
        WHERE substr(source, 1, 1) = char(1)
        """)
  }
}
