import Foundation
import GRDB

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
