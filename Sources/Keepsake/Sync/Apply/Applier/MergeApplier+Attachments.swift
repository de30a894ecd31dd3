import Foundation
import GRDB
import Inventory

extension MergeApplier {
  func writeAttachment(_ id: RowID, _ row: SharedRow) throws {
    guard let uuid = SharedKey.uuid(id.key) else { return waitForItself(id, row, .attachment) }
    let stored = try StoredAttachment.fetch(db, uuid: uuid)
    if row.value(MergedRow.life) == .integer(SharedImages.replaced) {
      // The file of an item that became private: another row replaces it.
      try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid])
      try PrivacyEdits.forget(uuid, db)
      transaction.isDirty = true
      return
    }
    guard let itemKey = row.value("item").text else {
      return waitForItself(id, row, .attachment)
    }
    guard let item = try SharedKey.uuid(itemKey).flatMap({ try StoredItem.fetch(db, uuid: $0) })
    else {
      let hold = Hold(around: SyncedTable.item.row(itemKey))
      for column in row.changes(of: .attachment).keys { wait(id, column, for: hold) }
      return
    }
    guard SHA256Text.isOne(row.value("sha256").text ?? ""),
      let name = row.value("file_name").text, !name.contains("/"), !name.utf8.contains(0),
      let bytes = row.value("bytes").integer, bytes >= 0
    else { return waitForItself(id, row, .attachment) }
    var values = SyncedTable.attachment.columns.map { column in
      (column.stored, column.checked(row.value(column.name).column))
    }
    values.removeAll { $0.0 == "item_id" }
    values += [("item_id", .integer(item.id)), ("rev", .integer(transaction.rev))]
    try store(values, uuid, isNew: stored == nil)
    try AttachmentWriter.choosePrimary(of: item.id, db)
    transaction.isDirty = true
  }

  private func store(
    _ values: [(column: String, value: ColumnValue)], _ uuid: UUID, isNew: Bool
  ) throws {
    let names = values.map(\.column)
    let sql =
      isNew
      ? """
      INSERT INTO attachment(\(names.joined(separator: ", ")), uuid)
      VALUES (\(names.map { _ in "?" }.joined(separator: ", ")), ?)
      """
      : """
      UPDATE attachment SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE uuid = ?
      """
    try db.cachedStatement(sql: sql)
      .execute(arguments: StatementArguments(values.map(\.value) + [.uuid(uuid)]))
  }
}
