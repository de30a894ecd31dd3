import Foundation
import GRDB
import Household

/// The files of items that two homes sealed at the same time: what is kept of each is its whole row, and the sealed content.
extension HouseholdStore {
  /// Shows the files of an item again as this home sealed them, in every home.
  static func takeOwnFiles(
    of item: UUID, with sealing: any ItemSealing, author: String, in transaction: WriteTransaction
  ) throws {
    for (file, id, row) in try sharedFiles(of: item, transaction.db) {
      guard let own = row.own(file, with: sealing) else { continue }
      try AttachmentWriter.replace(own, in: transaction)
      try decideAll(of: id, row, author: author, in: transaction)
    }
  }

  /// Decides for the files of an item that are shown, for all homes.
  static func keepShownFiles(
    of item: UUID, author: String, in transaction: WriteTransaction
  ) throws {
    for (_, id, row) in try sharedFiles(of: item, transaction.db) {
      try decideAll(of: id, row, author: author, in: transaction)
    }
  }

  /// The files of an item, with what the homes have in common of each.
  private static func sharedFiles(
    of item: UUID, _ db: Database
  ) throws -> [(file: Attachment, id: RowID, row: SharedRow)] {
    let tables = HouseholdTables(db: db)
    return try StoredAttachment.all(db, of: item).compactMap { stored in
      let id = SharedKind.attachment.row(stored.attachment.uuid)
      return try tables.row(id).map { (stored.attachment, id, $0) }
    }
  }

  private static func decideAll(
    of id: RowID, _ row: SharedRow, author: String, in transaction: WriteTransaction
  ) throws {
    let columns = Set(row.undecided(of: .attachment).keys)
    guard !columns.isEmpty else { return }
    try decide(columns, of: id, author: author, in: transaction)
  }
}

extension SharedRow {
  /// A file as it was sealed here while another home sealed it as it is shown; `nil` if that never was.
  fileprivate func own(_ shown: Attachment, with sealing: any ItemSealing) -> Attachment? {
    for head in merged.cells["title", default: []].reversed() where head.value != value("title") {
      guard let title = head.value.text else { continue }
      var own = shown.masked(title: title)
      guard own.isMasked, (try? own.opened(with: sealing)) != nil else { continue }
      let device = head.stamp.device
      guard let digest = value("sha256", of: device).text, SHA256Text.isOne(digest),
        let bytes = value("bytes", of: device).integer, bytes >= 0
      else { continue }
      (own.sha256, own.bytes) = (digest, bytes)
      return own
    }
    return nil
  }

  /// What a device wrote, or what is shown where it wrote nothing else.
  private func value(_ column: String, of device: String) -> SharedValue {
    merged.cells[column]?.last { $0.stamp.device == device }?.value ?? value(column)
  }
}
