import Foundation
import GRDB
import Inventory

extension SyncStore {
  /// Takes the inventory out of its household; its data and history stay here.
  ///
  /// - Parameter author: The author of the edits that aren't recorded yet.
  public func leave(author: String = "") throws(InventoryError) {
    try database.write(source: Self.source, isWhole: true) { transaction in
      try Self.keepHistory(author: author, in: transaction)
      try SyncSchema.drop(transaction.db)
      transaction.isDirty = true
    }
  }

  private static func keepHistory(author: String, in transaction: WriteTransaction) throws {
    let db = transaction.db
    // Of a household that nothing was sent to, or of which nothing was shown here yet, the log knows all.
    guard let stay = try MembershipPeriod.current(db),
      try JoiningStage.current(db) != .receiving,
      let lastSequence = try Int64.fetchOne(
        db, sql: "SELECT seen FROM household_clock WHERE seen > 0")
    else { return }
    do {
      try noteUnsent(after: lastSequence, author: author, in: transaction)
    } catch let error as InventoryError where error.kind == .badData {
      // Users leave a household because its tables are damaged: that must work.
    }
    try FormerHistory.keep(of: stay, lastSequence: lastSequence, db)
  }

  /// Notes what the server does not have as if it came from there.
  private static func noteUnsent(
    after lastSequence: Int64, author: String, in transaction: WriteTransaction
  ) throws {
    let isNews = try JoiningStage.current(transaction.db) == .bringing
    while try record(author: author, limit: 5000, isNews: isNews, in: transaction) > 0 {}
    let tables = SyncTables(db: transaction.db)
    let device = try tables.clock().device
    var sequence = lastSequence
    for number in try tables.queuedNumbers() {
      guard let operation = try tables.queued(number) else { continue }
      sequence += 1
      let operationID = OperationID(device: device, number: number, sequence: sequence)
      _ = try tables.note(
        tables.written(by: operation, as: operationID), of: operation, as: operationID)
      // The history of the next operation needs these values as the former ones.
      for write in operation.writes {
        var row = try tables.row(write.row) ?? SharedRow()
        row.merged.apply(write.cells, of: operation, as: operationID)
        try tables.put(row, at: write.row)
      }
    }
  }
}

extension FormerHistory {
  /// The device name of a row `h` of history, in SQL: from the server, or as recorded when the
  /// household was last left.
  static let name = """
    coalesce(
      d.name,
      (SELECT f.name FROM former_history f
        WHERE f.key = h.key AND f.device = h.device AND f.name <> ''),
      '')
    """

  /// Keeps the household's history of rows that exist here before the household is left.
  ///
  /// - Parameter lastSequence: The last number of the server's counter; later entries were never sent.
  static func keep(of part: MembershipPeriod, lastSequence: Int64, _ db: Database) throws {
    try db.execute(sql: tables)
    for device in part.devices {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO former_household(device, household, first_change, last_change)
          VALUES (?, ?, ?, (SELECT ifnull(max(id), 0) FROM change))
          """
      ).execute(arguments: [device, part.household, part.hasBegun ? part.entered + 1 : .max])
    }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO former_history
        SELECT h.key, CASE WHEN h.sequence > ? THEN '' ELSE ? END, h.sequence, h.device,
          \(name), h.author, h.at, h.columns, h.written
        FROM household_history h LEFT JOIN household_device d ON d.device = h.device
        WHERE NOT \(HistoryRows.areOfItems)
          OR \(HistoryRows.subject) IN (SELECT lower(hex(uuid)) FROM item)
        """, arguments: [lastSequence, part.household])
    let sealed = try String.fetchAll(
      db,
      sql: """
        SELECT lower(hex(uuid)) FROM item JOIN custom_field ON item_id = item.id
        WHERE custom_field.name = ?
        UNION ALL SELECT \(HistoryRows.place("uuid")) FROM location WHERE \(Place.maskedCondition)
        """, arguments: [Item.sealedField])
    for key in sealed { try HistoryRows.forgetValues(of: key, in: "former_history", db) }
  }

  /// Goes along when items and places take other identities, as in a home that joins.
  ///
  /// - Parameter keys: The new ones by the former ones.
  static func rename(_ keys: [String: String], _ db: Database) throws {
    guard !keys.isEmpty, try exists(db) else { return }
    for (former, key) in keys { try rename(former, to: key, db) }
    func renamed(_ value: ColumnValue) -> ColumnValue {
      value.text.flatMap { keys[$0] }.map(ColumnValue.text) ?? value
    }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT key, household, sequence, device, written FROM former_history
        WHERE instr(written, '_id"') > 0 OR instr(written, '"parent"') > 0
        """)
    var changed: [StatementArguments] = []
    while let row = try rows.next() {
      let values = WrittenValue.values(in: try row.value(4))
      let now = values.mapValues { value in
        var value = value
        (value.before, value.after) = (renamed(value.before), renamed(value.after))
        return value
      }
      guard now != values else { continue }
      changed.append([
        try WrittenValue.text(of: now), try row.value(0) as String, try row.value(1) as String,
        try row.value(2) as Int64, try row.value(3) as String,
      ])
    }
    let update = try db.cachedStatement(
      sql: """
        UPDATE former_history SET written = ?
        WHERE key = ? AND household = ? AND sequence = ? AND device = ?
        """)
    for arguments in changed { try update.execute(arguments: arguments) }
  }

  /// Renames an item with its files, or a place.
  private static func rename(_ former: String, to key: String, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE OR REPLACE former_history SET key = ?2 || substr(key, 33)
        WHERE \(HistoryRows.areAbout("?1"))
        """
    ).execute(arguments: [former, key])
    let place = HistoryKey.other(SyncedTable.place.row(former)).text
    try db.cachedStatement(sql: "UPDATE OR REPLACE former_history SET key = ? WHERE key = ?")
      .execute(arguments: [HistoryKey.other(SyncedTable.place.row(key)).text, place])
  }
}
