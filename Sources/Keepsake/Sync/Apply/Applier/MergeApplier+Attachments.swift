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
      let hold = Hold(around: SharedKind.item.row(itemKey))
      for column in row.changes(of: .attachment).keys { wait(id, column, for: hold) }
      return
    }
    let digest = row.value("sha256").text ?? ""
    guard SHA256Text.isOne(digest), let name = row.value("file_name").text, !name.contains("/"),
      !name.utf8.contains(0), let bytes = row.value("bytes").integer, bytes >= 0
    else { return waitForItself(id, row, .attachment) }
    let values: [String: (any DatabaseValueConvertible)?] = [
      "item_id": item.id,
      "kind": row.value("kind").text ?? AttachmentKind.other.rawValue,
      "title": row.value("title").text ?? "", "file_name": name,
      "mime": row.value("mime").text ?? "", "bytes": bytes, "sha256": digest,
      "width": row.value("width").integer, "height": row.value("height").integer,
      "order_key": row.value("order_key").integer ?? 0,
      "created_at": row.value(Item.createdColumn).integer ?? 0,
      "deleted_at": row.value(MergedRow.life).integer, "rev": transaction.rev,
    ]
    try store(values.sorted { $0.key < $1.key }, uuid, isNew: stored == nil)
    try AttachmentWriter.choosePrimary(of: item.id, db)
    transaction.isDirty = true
  }

  private func store(
    _ values: [(key: String, value: (any DatabaseValueConvertible)?)], _ uuid: UUID, isNew: Bool
  ) throws {
    let names = values.map(\.key)
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
      .execute(arguments: StatementArguments(values.map(\.value) + [uuid]))
  }
}
