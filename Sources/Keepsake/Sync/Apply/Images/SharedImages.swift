import Foundation
import GRDB
import Inventory

/// Reads rows of the inventory as homes share them.
struct SharedImages {
  let db: Database

  /// Instead of when it went: the row of a file that is no more, since its item became private and another row has it.
  static let replaced: Int64 = -1

  /// A row as the tables have it; empty if they do not.
  func image(_ id: RowID) throws -> RowImage {
    switch SyncedTable(rawValue: id.kind) {
    case .item: try SharedKey.uuid(id.key).flatMap { try item($0) } ?? [:]
    case .place: try SharedKey.uuid(id.key).flatMap { try place($0) } ?? [:]
    case .attachment: try SharedKey.uuid(id.key).map { try attachment($0) } ?? [:]
    case .category: try category(id.key)
    case .setting:
      SharedSetting.named(id.key) == nil
        ? [:] : ["value": SharedValue(try Meta.text(id.key, db))].meaningful
    case nil: [:]
    }
  }

  private func item(_ uuid: UUID) throws -> RowImage? {
    try StoredItem.fetch(db, uuid: uuid).map { try image(of: $0.item) }
  }

  /// An item as homes share it.
  func image(of item: Item) throws -> RowImage { try item.image(categoryKey: categoryKey) }

  private func place(_ uuid: UUID) throws -> RowImage? {
    try StoredPlace.fetch(db, uuid: uuid).map { image(of: $0.place) }
  }

  /// A place as homes share it.
  func image(of place: Place) -> RowImage { image(of: place, Place.synced) }

  private func image<Record>(
    of record: Record, _ properties: [SyncedProperty<Record>]
  ) -> RowImage {
    var image: RowImage = [:]
    for property in properties {
      let value = property.get(record)
      if value == property.column.empty, !property.column.isAlwaysSent { continue }
      image[property.column.name] = SharedValue(value)
    }
    return image.meaningful
  }

  private func attachment(_ uuid: UUID) throws -> RowImage {
    guard let found = try StoredAttachment.fetch(db, uuid: uuid)?.attachment else {
      return [MergedRow.life: .integer(Self.replaced)]
    }
    return image(of: found)
  }

  /// An attachment as homes share it.
  func image(of found: Attachment) -> RowImage { image(of: found, Attachment.synced) }

  private func category(_ key: String) throws -> RowImage {
    let find = try db.cachedStatement(
      sql: "SELECT uuid, name, useful_life_months FROM category WHERE name = ?")
    guard let row = try Row.fetchOne(find, arguments: [key]) else { return [:] }
    let category = Category(
      uuid: try row.value(0), name: try row.value(1), usefulLifeMonths: try row.value(2))
    return image(of: category, Category.synced)
  }

  func categoryKey(_ uuid: UUID) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT lower(name) FROM category WHERE uuid = ?"),
      arguments: [uuid])
  }

  /// The columns whose values refer to rows that are written first.
  ///
  /// A category is no such row: its key is a name, and whoever needs it makes it.
  static func referring(_ table: SyncedTable) -> [SyncedColumn] {
    switch table {
    case .place: ofPlaces
    case .item: ofItems
    case .attachment: ofAttachments
    case .setting, .category: []
    }
  }

  private static let ofPlaces = columns(of: .place)
  private static let ofItems = columns(of: .item)
  private static let ofAttachments = columns(of: .attachment)

  private static func columns(of table: SyncedTable) -> [SyncedColumn] {
    table.columns.filter { $0.target != nil && $0.target != .category }
  }

  /// The rows that the values of a row refer to.
  static func references(of id: RowID, in cells: RowImage) -> [RowID] {
    SyncedTable(rawValue: id.kind).map(referring)?.compactMap { column in
      cells[column.name]?.text.flatMap { column.target?.row($0) }
    } ?? []
  }
}
