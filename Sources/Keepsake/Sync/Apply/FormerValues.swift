import Foundation
import GRDB
import Inventory

extension SyncStore {
  /// Removes the former content of items that became private from the household's data.
  ///
  /// This also rewrites operations that wait for the server. The server keeps its encrypted copies. Every exchange
  /// starts with this call, in case the program was killed before it finished.
  public func forgetFormerValues() throws(InventoryError) {
    try database.write(source: Self.source, isWhole: true) { transaction in
      if try Self.forgetFormerValues(in: transaction) { transaction.hasBookkeeping = true }
    }
  }

  /// - Returns: Whether there were any.
  @discardableResult
  static func forgetFormerValues(in transaction: WriteTransaction) throws -> Bool {
    let db = transaction.db
    guard try Meta.text(Meta.household, db) != nil else { return false }
    let tables = SyncTables(db: db)
    let rows = try tables.formerRows()
    guard !rows.isEmpty else { return false }
    let images = SharedImages(db: db)
    try tables.forget(rows, but: images.image)
    try tables.forgetQueued(rows, but: images.image)
    try db.execute(sql: "DELETE FROM household_former")
    return true
  }
}

extension SyncTables {
  fileprivate func formerRows() throws -> [RowID] {
    try Row.fetchAll(db, sql: "SELECT kind, key FROM household_former").map {
      RowID(kind: try $0.value(0), key: try $0.value(1))
    }
  }

  /// Removes the merged values of rows, except those that are in the tables.
  func forget(_ rows: [RowID], but image: (RowID) throws -> RowImage) throws {
    for id in rows {
      if let row = try row(id) { try put(row.forgetting(but: image(id)), at: id) }
      try forgetHistory(of: id)
    }
  }

  /// Removes values, and names of tags and fields, of rows that became private from the history.
  func forgetHistory(ofSealed rows: [RowID]) throws {
    for row in rows where try isSealed(row) { try forgetHistory(of: row) }
  }

  private func isSealed(_ row: RowID) throws -> Bool {
    switch SyncedTable(rawValue: row.kind) {
    case .item: return try isSealed(item: row.key)
    case .attachment: return try owner(ofFile: row).map(isSealed(item:)) ?? false
    case .place:
      return try SharedKey.uuid(row.key).flatMap { try StoredPlace.fetch(db, uuid: $0) }?
        .place.isMasked ?? false
    case .setting, .category, .view, nil: return false
    }
  }

  private func isSealed(item key: String) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT EXISTS(SELECT 1 FROM custom_field
          WHERE name = ? AND item_id = (SELECT id FROM item WHERE uuid = ?))
        """)
    guard let uuid = SharedKey.uuid(key) else { return false }
    return try Bool.fetchOne(find, arguments: [Item.sealedField, uuid]) == true
  }

  /// The key of the item that a file belongs to.
  private func owner(ofFile row: RowID) throws -> String? {
    try self.row(row)?.value("item").text
  }

  /// Replaces queued changes of rows with the current values in the tables.
  fileprivate func forgetQueued(_ rows: [RowID], but image: (RowID) throws -> RowImage) throws {
    let rows = Set(rows)
    for number in try queuedNumbers() {
      guard var operation = try queued(number),
        operation.writes.contains(where: { rows.contains($0.row) })
      else { continue }
      for (index, write) in operation.writes.enumerated() where rows.contains(write.row) {
        let now = try image(write.row)
        for column in write.cells.keys where column != MergedRow.life {
          operation.writes[index].cells[column] = now[column, default: .null]
        }
      }
      try rewriteQueued(number, as: operation)
    }
  }

  func forgetHistory(of id: RowID) throws {
    guard let key = try HistoryKey(id, owner: owner(ofFile: id)) else { return }
    try HistoryRows.forgetValues(of: key.text, in: "household_history", db)
  }
}

extension SharedRow {
  /// The row, with each value that the tables no longer contain replaced by an empty text.
  ///
  /// The empty text, unlike `nil`, still shows that the former value differed.
  fileprivate func forgetting(but image: RowImage) -> SharedRow {
    func kept(_ column: String, _ value: SharedValue) -> SharedValue {
      let isKept =
        column == MergedRow.life || value == .null || value == image[column, default: .null]
      return isKept ? value : .text("")
    }
    var row = self
    for (column, value) in applied { row.applied[column] = kept(column, value) }
    row.merged = MergedRow(
      cells: Dictionary(
        uniqueKeysWithValues: merged.cells.map { column, heads in
          (
            column,
            heads.map { MergedRow.Head(operationID: $0.operationID, value: kept(column, $0.value)) }
          )
        }))
    return row
  }
}
