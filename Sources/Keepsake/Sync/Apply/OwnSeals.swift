import Foundation
import GRDB
import Inventory

/// Something that can be private.
public enum SealedSubject: Hashable, Sendable {
  case item(UUID), place(UUID)

  fileprivate var row: RowID {
    switch self {
    case .item(let uuid): SyncedTable.item.row(uuid)
    case .place(let uuid): SyncedTable.place.row(uuid)
    }
  }

  /// The column with the sealed content.
  fileprivate var column: String {
    switch self {
    case .item: Item.fieldPrefix + Item.sealedField
    case .place: "notes"
    }
  }
}

/// Values that this home sealed while another home sealed its own, and the merge shows the other's.
///
/// Each home has its own keys: only the other home can open what it sealed, so this home's version must be kept.
extension SyncStore {
  /// Whether something is kept of it that opens here and is not shown.
  public func hasOwnSeal(of subject: SealedSubject) throws(InventoryError) -> Bool {
    guard let sealing = privacy.sealing else { return false }
    return try database.read { try ownSeal(of: subject, with: sealing, $0) != nil }
  }

  /// Shows again what this home sealed, in every home, with the files of an item; the other value goes.
  ///
  /// - Returns: Whether there was anything.
  public func takeOwnSeal(
    of subject: SealedSubject, author: String
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard let sealing = privacy.sealing, let own = try ownSeal(of: subject, with: sealing, db)
      else { return false }
      var columns: Set = [subject.column]
      switch subject {
      case .item(let uuid):
        let stored = try StoredItem.existing(uuid, db)
        _ = try ItemWriter(transaction).update(
          stored, to: stored.item.masked(sealed: own.text))
        try Self.takeOwnFiles(of: uuid, with: sealing, author: author, in: transaction)
      case .place(let uuid):
        let stored = try PlaceTree.existing(uuid, db)
        var wanted = stored.place
        (wanted.name, wanted.notes) = (wanted.maskedName, own.text)
        if own.row.conflicts(of: .place)["photo"] != nil {
          wanted.photo = own.row.value("photo", of: own.device).text
            .flatMap(PlacePhoto.init(text:))
          columns.insert("photo")
        }
        _ = try PlaceTree.update(stored, to: wanted, in: transaction)
      }
      try Self.resolve(columns, of: subject.row, author: author, in: transaction)
      return true
    }
  }

  /// The text that this home sealed and another home's value replaced, with the device that wrote it and the whole row.
  private func ownSeal(
    of subject: SealedSubject, with sealing: any ItemSealing, _ db: Database
  ) throws -> (text: String, device: String, row: SharedRow)? {
    guard try Meta.text(Meta.household, db) != nil,
      let row = try SyncTables(db: db).row(subject.row)
    else { return nil }
    let shown = row.value(subject.column)
    for head in row.merged.cells[subject.column, default: []].reversed() where head.value != shown {
      if let text = opens(head.value, of: subject, with: sealing) {
        return (text, head.operationID.device, row)
      }
    }
    return nil
  }

  /// The plain text of a sealed value; `nil` if this home cannot open it.
  private func opens(
    _ value: SharedValue, of subject: SealedSubject, with sealing: any ItemSealing
  ) -> String? {
    switch subject {
    case .item(let uuid):
      guard let text = ItemAspect.customValue(value) else { return nil }
      let masked = Item(uuid: uuid, name: Item.privateName).masked(sealed: text)
      return (try? masked.opened(with: sealing, currency: database.currency)) == nil ? nil : text
    case .place(let uuid):
      guard let text = value.text else { return nil }
      let masked = Place(uuid: uuid, name: Place.privateName, notes: text)
      return masked.isMasked && (try? masked.opened(with: sealing)) != nil ? text : nil
    }
  }
}

/// The files of items that two homes sealed at the same time, with their rows and sealed content.
extension SyncStore {
  /// Shows the files of an item again as this home sealed them, in every home.
  static func takeOwnFiles(
    of item: UUID, with sealing: any ItemSealing, author: String, in transaction: WriteTransaction
  ) throws {
    for (file, id, row) in try sharedFiles(of: item, transaction.db) {
      guard let own = row.own(file, with: sealing) else { continue }
      try AttachmentWriter.replace(own, in: transaction)
      try resolveAll(of: id, row, author: author, in: transaction)
    }
  }

  /// Resolves the conflicts of an item's files in favor of the shown files, in every home.
  static func keepLocalFiles(
    of item: UUID, author: String, in transaction: WriteTransaction
  ) throws {
    for (_, id, row) in try sharedFiles(of: item, transaction.db) {
      try resolveAll(of: id, row, author: author, in: transaction)
    }
  }

  /// The files of an item, with what the homes have in common of each.
  private static func sharedFiles(
    of item: UUID, _ db: Database
  ) throws -> [(file: Attachment, id: RowID, row: SharedRow)] {
    let tables = SyncTables(db: db)
    return try StoredAttachment.all(db, of: item).compactMap { stored in
      let id = SyncedTable.attachment.row(stored.attachment.uuid)
      return try tables.row(id).map { (stored.attachment, id, $0) }
    }
  }

  private static func resolveAll(
    of id: RowID, _ row: SharedRow, author: String, in transaction: WriteTransaction
  ) throws {
    let columns = Set(row.conflicts(of: .attachment).keys)
    guard !columns.isEmpty else { return }
    try resolve(columns, of: id, author: author, in: transaction)
  }
}

extension SharedRow {
  /// This home's sealed version of a file if another home's is shown; `nil` if there is none.
  fileprivate func own(_ shown: Attachment, with sealing: any ItemSealing) -> Attachment? {
    for head in merged.cells["title", default: []].reversed() where head.value != value("title") {
      guard let title = head.value.text else { continue }
      var own = shown.masked(title: title)
      guard own.isMasked, (try? own.opened(with: sealing)) != nil else { continue }
      let device = head.operationID.device
      guard let digest = value("sha256", of: device).text, SHA256Text.isOne(digest),
        let bytes = value("bytes", of: device).integer, bytes >= 0
      else { continue }
      (own.sha256, own.bytes) = (digest, bytes)
      return own
    }
    return nil
  }

  /// The value that a device wrote, or the applied value if the device wrote no other.
  fileprivate func value(_ column: String, of device: String) -> SharedValue {
    merged.cells[column]?.last { $0.operationID.device == device }?.value ?? value(column)
  }
}

extension SyncStore {
  /// Whether another home of the household made an item private, so that only that home can open it.
  ///
  /// Also `false` if this is unknown, for example outside a household.
  public func isSealedElsewhere(_ item: UUID) throws(InventoryError) -> Bool {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return false }
      let tables = SyncTables(db: db)
      let column = Item.fieldPrefix + Item.sealedField
      guard let row = try tables.row(SyncedTable.item.row(item)), row.waiting[column] == nil,
        let device = row.merged.operationID(column)?.device
      else { return false }
      let clock = try tables.clock()
      return device != clock.device && clock.former[device] == nil
    }
  }
}
