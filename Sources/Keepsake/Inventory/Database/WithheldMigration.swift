import Foundation
import GRDB

/// Returns the items that earlier versions withheld from a login with limits.
///
/// Those versions moved such items to separate tables, with their tags, custom fields and attachments, and stored their
/// log entries under another source.
enum WithheldMigration {
  /// The key in `meta` with the limits by which drafts are withheld.
  private static let drafts = "withheld_drafts"
  /// The prefix of the source of such log entries.
  private static let sourcePrefix = "\u{1}withheld "

  /// The tables with rows of an item, and the column that names it.
  private static let details = [
    (table: "item_tag", owner: "item_id"), (table: "custom_field", owner: "item_id"),
    (table: "attachment", owner: "item_id"),
  ]

  /// Whether there are tables with withheld rows.
  static func exists(_ db: Database) throws -> Bool { try db.hasTable("withheld_item") }

  /// The stored columns of a table, without generated ones.
  private static func columns(of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table])
  }

  /// Moves all withheld rows back into their tables; a step of `Schema.migrations`.
  static func bringBack(_ db: Database) throws {
    guard try Meta.text(Meta.limits, db) != nil else { return }
    try returnLog(db)
    for key in [Meta.limits, drafts] { try Meta.put(nil, for: key, db) }
    guard try exists(db) else { return }
    try addIndexes(db)
    let transaction = try WriteTransaction(db, source: "limits", meta: Meta.load(db))
    let rows = try Int64.fetchAll(db, sql: "SELECT id FROM withheld_item ORDER BY id")
    for row in rows { try bringBack(row, in: transaction) }
    try returnParts(db)
    for table in ["item", "part"] + details.map(\.table) {
      try db.execute(sql: "DROP TABLE withheld_\(table)")
    }
    try transaction.counts.apply(db)
    try Meta.add(1, to: "data_version", db)
  }

  /// Adds indexes that find the rows of one item among thousands; they are dropped with their tables.
  private static func addIndexes(_ db: Database) throws {
    for (table, owner) in details + [(table: "item", owner: "id")] {
      try db.execute(
        sql: "CREATE INDEX IF NOT EXISTS withheld_\(table)_row ON withheld_\(table)(\(owner))")
    }
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

  /// Clears the row's unique values if another item has them; only a damaged file contains such
  /// rows.
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

  /// Moves an item whose place is in the trash to the nearest existing place around it.
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

  /// Returns parts to their item, unless they now belong to another one or contain it.
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

  /// Returns the log entries to their session, so that undo reaches them.
  ///
  /// Undone steps can't be redone, since other changes followed.
  private static func returnLog(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE change SET source = substr(source, \(sourcePrefix.unicodeScalars.count + 1)),
          undone = CASE undone WHEN 1 THEN 2 ELSE undone END
        WHERE substr(source, 1, 1) = char(1)
        """)
  }
}
