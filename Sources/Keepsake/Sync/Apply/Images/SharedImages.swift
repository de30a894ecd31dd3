import Foundation
import GRDB
import Inventory

/// Reads rows of the inventory as homes share them.
struct SharedImages {
  let db: Database

  /// A row as the tables contain it; empty if they don't.
  func image(_ id: RowID) throws -> RowImage {
    switch SyncedTable(rawValue: id.kind) {
    case .item: try SharedKey.uuid(id.key).flatMap { try item($0) } ?? [:]
    case .place: try SharedKey.uuid(id.key).flatMap { try place($0) } ?? [:]
    case .attachment: try SharedKey.uuid(id.key).map { try attachment($0) } ?? [:]
    case .category: try category(id.key)
    case .view: try ViewWriter.named(id.key, db).map { image(of: $0, SavedView.synced) } ?? [:]
    case .setting:
      SharedSetting.named(id.key) == nil
        ? [:] : ["value": SharedValue(try Meta.text(id.key, db))].meaningful
    case nil: [:]
    }
  }

  private func item(_ uuid: UUID) throws -> RowImage? {
    if let stored = try StoredItem.fetch(db, uuid: uuid) { return try image(of: stored.item) }
    // Deleted for good, if it ever was here. The others keep the values until they know.
    guard var former = try applied(SyncedTable.item.row(uuid)), !former.isEmpty else { return nil }
    former[MergedRow.life] = MergedRow.gone
    return former
  }

  /// A row as the tables had it last; `nil` if the household doesn't know it.
  private func applied(_ id: RowID) throws -> RowImage? { try SyncTables(db: db).row(id)?.applied }

  /// An item as homes share it: only the differences from a new item.
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
    if let found = try StoredAttachment.fetch(db, uuid: uuid)?.attachment {
      return image(of: found)
    }
    guard let former = try applied(SyncedTable.attachment.row(uuid)) else { return [:] }
    // A file that went with its item comes back with it.
    let owner = former["item"]?.text.flatMap(SharedKey.uuid)
    let hasOwner = try owner.map { try Nesting(.items, db).id(of: $0) != nil } ?? true
    return hasOwner ? [MergedRow.life: MergedRow.gone] : former
  }

  /// An attachment as homes share it.
  func image(of found: Attachment) -> RowImage { image(of: found, Attachment.synced) }

  private func category(_ key: String) throws -> RowImage {
    try CategoryWriter.named(key, db).map { image(of: $0, Category.synced) } ?? [:]
  }

  func categoryKey(_ uuid: UUID) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT lower(name) FROM category WHERE uuid = ?"),
      arguments: [uuid])
  }

  /// The columns whose values refer to rows that are written first.
  ///
  /// Categories are not included: their key is their name, and they are created on first use.
  static func referring(_ table: SyncedTable) -> [SyncedColumn] {
    switch table {
    case .place: ofPlaces
    case .item: ofItems
    case .attachment: ofAttachments
    case .setting, .category, .view: []
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

/// An item as homes share it: only what differs from a new item is said.
extension Item {
  static let tagPrefix = "tag:"
  static let fieldPrefix = "field:"
  static let lifeColumn = "deleted_at"
  static let createdColumn = "created_at"

  /// An item in which every column has its empty value.
  static let blank = Item(uuid: UUID(), name: "")
  private static let sharedColumns = ItemColumn.all.filter { $0.name != lifeColumn }
  private static let blankValues = sharedColumns.map { $0.get(blank) }

  /// - Parameter categoryKey: The shared key of a category, which has another identity in each home.
  func image(categoryKey: (UUID) throws -> String?) rethrows -> RowImage {
    var image: RowImage = [:]
    for (column, blank) in zip(Self.sharedColumns, Self.blankValues) {
      let value = column.get(self)
      guard value != blank else { continue }
      image[column.name] = SharedValue(value)
    }
    if let category { image["category_id"] = SharedValue(try categoryKey(category)) }
    for tag in tags { image[Self.tagPrefix + Self.asciiLowercased(tag)] = .text(tag) }
    for field in fields {
      // The spelling of the name travels with the value.
      image[Self.fieldPrefix + Self.asciiLowercased(field.name)] = .text(
        field.name + "\0" + field.value)
    }
    image[MergedRow.life] = SharedValue(deletedAt)
    image[Self.createdColumn] = .integer(createdAt)
    return image.meaningful
  }

  /// Copies shared values of columns that refer to nothing.
  mutating func apply(_ values: RowImage) {
    for column in Self.sharedColumns where column.target == nil {
      guard let value = values[column.name] else { continue }
      column.set(&self, value == .null ? column.get(Self.blank) : value.column)
    }
    if let life = values[MergedRow.life] { deletedAt = life.integer }
    if let time = values[Self.createdColumn]?.integer { createdAt = time }
    applyTags(values)
    applyFields(values)
  }

  private mutating func applyTags(_ values: RowImage) {
    let changed = Self.named(Self.tagPrefix, values)
    guard !changed.isEmpty else { return }
    tags.removeAll { changed[Self.asciiLowercased($0)] != nil }
    tags += changed.values.compactMap(\.text)
  }

  private mutating func applyFields(_ values: RowImage) {
    let changed = Self.named(Self.fieldPrefix, values)
    guard !changed.isEmpty else { return }
    fields.removeAll { changed[Self.asciiLowercased($0.name)] != nil }
    fields += changed.values.compactMap { value in
      guard let text = value.text, let end = text.firstIndex(of: "\0") else { return nil }
      return CustomField(
        name: String(text[..<end]), value: String(text[text.index(after: end)...]))
    }
  }

  /// The values of the columns with a prefix, by what follows it.
  private static func named(_ prefix: String, _ values: RowImage) -> RowImage {
    var named: RowImage = [:]
    for (column, value) in values where column.hasPrefix(prefix) {
      named[String(column.dropFirst(prefix.count))] = value
    }
    return named
  }
}
