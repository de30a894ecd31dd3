import Foundation
import GRDB
import Inventory

/// The reason why a column of a row doesn't show its merged value.
struct Hold: Hashable {
  /// The row that the column refers to.
  var around: RowID
  /// Whether that row exists but can't contain this one, which would be nested too deep or inside itself.
  var isDeep = false
  /// The device that put the row there.
  var device = ""
}

/// Rows that can't show their merged values until another row changes.
///
/// Held rows aren't unapplied: however many there are, they are only examined again when something changes that
/// concerns their reason. The table is created for the first one, since few households ever need it.
extension SyncTables {
  private static let table = SyncSchema.held

  /// Whether rows are held, or were.
  var hasHolds: Bool { get throws { try db.hasTable(Self.table) } }

  func hold(_ id: RowID, _ column: String, _ hold: Hold) throws {
    try SyncSchema.addHeld(db)
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO \(Self.table)(
          kind, key, column_name, on_kind, on_key, is_deep, device) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id.kind, id.key, column, hold.around.kind, hold.around.key, hold.isDeep, hold.device,
    ])
  }

  func release(_ id: RowID) throws {
    try db.cachedStatement(sql: "DELETE FROM \(Self.table) WHERE kind = ? AND key = ?")
      .execute(arguments: [id.kind, id.key])
  }

  /// Makes the rows unapplied that wait for another.
  func wake(waitingFor id: RowID) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO household_pending(kind, key)
          SELECT kind, key FROM \(Self.table) WHERE on_kind = ? AND on_key = ?
        """
    ).execute(arguments: [id.kind, id.key])
  }

  /// Marks rows for another attempt when a row moves: those that waited for something inside it, and those around it.
  ///
  /// They may fit now.
  ///
  /// - Parameter former: The row's former container.
  /// - Returns: The marked rows.
  @discardableResult
  func wakeDeep(
    movedFrom former: RowID?, _ id: RowID, _ kind: Nesting.Kind
  ) throws -> [RowID] {
    guard try hasDeep else { return [] }
    let nesting = Nesting(kind, db)
    func number(_ row: RowID?) throws -> Int64? {
      try row.flatMap { SharedKey.uuid($0.key) }.flatMap(nesting.id)
    }
    guard let own = try number(id) else { return [] }
    let around = """
      SELECT held.key FROM (\(nesting.everythingAround)) AS outer
        JOIN \(Self.table) AS held
          ON held.kind = ?2 AND held.key = lower(hex(outer.uuid)) AND held.is_deep
      """
    let inside = """
      SELECT held.key FROM (\(nesting.everythingIn)) AS inner
        JOIN \(Self.table) AS held
          ON held.on_kind = ?2 AND held.on_key = lower(hex(inner.uuid)) AND held.is_deep
      """
    var keys: Set<String> = []
    for (row, selection) in [(own, around), (try number(former), around), (own, inside)] {
      guard let row else { continue }
      keys.formUnion(
        try String.fetchAll(db.cachedStatement(sql: selection), arguments: [row, id.kind]))
    }
    let rows = keys.sorted().map { RowID(kind: id.kind, key: $0) }
    for row in rows { try add(row, to: .unapplied) }
    return rows
  }

  /// The rows that would be nested too deep, or inside themselves, where they were put.
  func deepRows(limit: Int) throws -> [(row: RowID, device: String)] {
    guard try hasHolds else { return [] }
    return try Row.fetchAll(
      db,
      sql: "SELECT kind, key, device FROM \(Self.table) WHERE is_deep ORDER BY kind, key LIMIT ?",
      arguments: [limit]
    ).map { (RowID(kind: try $0.value(0), key: try $0.value(1)), try $0.value(2)) }
  }

  private var hasDeep: Bool {
    get throws {
      guard try hasHolds else { return false }
      let find = try db.cachedStatement(
        sql: "SELECT EXISTS(SELECT 1 FROM \(Self.table) WHERE is_deep)")
      return try Bool.fetchOne(find) == true
    }
  }

  func deepCount() throws -> Int {
    guard try hasHolds else { return 0 }
    return try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM \(Self.table) WHERE is_deep")) ?? 0
  }
}
