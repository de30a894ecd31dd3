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
    switch SharedKind(rawValue: id.kind) {
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
  func image(of place: Place) -> RowImage {
    [
      "name": .text(place.name), "notes": place.notes.isEmpty ? .null : .text(place.notes),
      "parent": SharedValue(place.parent.map(SharedKey.text)),
      MergedRow.life: SharedValue(place.deletedAt),
    ].meaningful
  }

  private func attachment(_ uuid: UUID) throws -> RowImage {
    guard let found = try StoredAttachment.fetch(db, uuid: uuid)?.attachment else {
      return [MergedRow.life: .integer(Self.replaced)]
    }
    return image(of: found)
  }

  /// An attachment as homes share it.
  func image(of found: Attachment) -> RowImage {
    [
      "item": .text(SharedKey.text(found.item)), "kind": .text(found.kind.rawValue),
      "title": found.title.isEmpty ? .null : .text(found.title),
      "file_name": .text(found.fileName), "mime": .text(found.mediaType),
      "bytes": .integer(found.bytes), "sha256": .text(found.sha256),
      "width": SharedValue(found.width.map { Int64($0) }),
      "height": SharedValue(found.height.map { Int64($0) }), "order_key": .integer(found.order),
      Item.createdColumn: .integer(found.createdAt), MergedRow.life: SharedValue(found.deletedAt),
    ].meaningful
  }

  private func category(_ key: String) throws -> RowImage {
    let find = try db.cachedStatement(
      sql: "SELECT name, useful_life_months FROM category WHERE name = ?")
    guard let row = try Row.fetchOne(find, arguments: [key]) else { return [:] }
    return [
      "name": .text(try row.value(0)),
      "useful_life_months": SharedValue(try row.value(1) as Int64?),
    ].meaningful
  }

  func categoryKey(_ uuid: UUID) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT lower(name) FROM category WHERE uuid = ?"),
      arguments: [uuid])
  }

  /// The columns whose values refer to rows.
  static let referring = ["location_id", "parent_item_id", "parent", "item"]

  /// The rows that the values of a row refer to.
  static func references(of id: RowID, in cells: RowImage) -> [RowID] {
    func row(_ kind: SharedKind, _ column: String) -> RowID? {
      cells[column]?.text.map { kind.row($0) }
    }
    switch SharedKind(rawValue: id.kind) {
    case .item:
      return [row(.place, "location_id"), row(.item, "parent_item_id")].compactMap(\.self)
    case .place: return [row(.place, "parent")].compactMap(\.self)
    case .attachment: return [row(.item, "item")].compactMap(\.self)
    case .category, .setting, nil: return []
    }
  }
}
