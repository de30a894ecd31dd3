import Foundation
import GRDB

/// The rows of an inventory for the tables of Homebox.
struct CollectionRows {
  /// The number of places, which are entities too.
  let placeCount: Int

  private let db: Database
  private let store: InventoryStore
  /// The identity of the household, which Homebox calls a group.
  let group: String
  private let itemType: String
  private let placeType: String

  typealias Row = [String: CollectionValue]

  init(_ db: Database, of store: InventoryStore) throws {
    self.db = db
    self.store = store
    group = Self.id(store.database.uuid)
    itemType = Self.id(of: group, "item")
    placeType = Self.id(of: group, "location")
    placeCount =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM location WHERE deleted_at IS NULL") ?? 0
  }

  /// An identity in Homebox's spelling.
  static func id(_ uuid: UUID) -> String { uuid.uuidString.lowercased() }

  /// An identity for something without one, the same at every export.
  private static func id(of owner: String, _ name: String) -> String {
    let digits = Array(ContentDigest.text(of: Array("\(owner)/\(name)".utf8)))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return parts.joined(separator: "-")
  }

  /// Passes the rows of a table to a closure.
  func forEach(in table: CollectionLayout.Table, _ body: (Row) throws -> Void) throws {
    switch table {
    case .types: try types(body)
    case .tags: try tags(body)
    case .entities:
      try places(body)
      try StoredItem.forEachExported(db) { try body(row(of: $0.item)) }
    case .fields: try StoredItem.forEachExported(db) { try fields(of: $0.item, body) }
    case .attachments: try attachments(body)
    case .tagged: try tagged(body)
    case .templates, .templateFields, .maintenance, .notifiers: return
    }
  }

  /// The columns that all tables share.
  private func row(_ id: String, created: Timestamp, updated: Timestamp) -> Row {
    ["id": .text(id), "created_at": .moment(created), "updated_at": .moment(updated)]
  }

  private func types(_ body: (Row) throws -> Void) throws {
    for (id, name, isPlace) in [(itemType, "Item", false), (placeType, "Location", true)] {
      var row = row(id, created: 0, updated: 0)
      row["name"] = .text(name)
      row["description"] = .text("")
      row["is_location"] = .flag(isPlace)
      row["icon"] = .text("")
      row["entity_type_default_template"] = .nothing
      row["group_entity_types"] = .text(group)
      try body(row)
    }
  }

  private func tags(_ body: (Row) throws -> Void) throws {
    let shown = try HiddenItems(db).shownTags
    let rows = try GRDB.Row.fetchCursor(
      db, sql: "SELECT uuid, name, colour FROM tag WHERE \(shown) ORDER BY id")
    while let tag = try rows.next() {
      var row = row(Self.id(try tag.value(0)), created: 0, updated: 0)
      let colour: String? = try tag.value(2)
      row["name"] = .text(try tag.value(1))
      row["description"] = .text("")
      row["color"] = .text(colour ?? "")
      row["icon"] = .text("")
      row["group_tags"] = .text(group)
      row["tag_children"] = .nothing
      try body(row)
    }
  }

  private func tagged(_ body: (Row) throws -> Void) throws {
    let rows = try GRDB.Row.fetchCursor(
      db,
      sql: """
        SELECT tag.uuid, item.uuid FROM item_tag JOIN tag ON tag.id = item_tag.tag_id
        JOIN item ON item.id = item_tag.item_id
        WHERE item.deleted_at IS NULL ORDER BY item.id, tag.id
        """)
    while let row = try rows.next() {
      try body([
        "tag_id": .text(Self.id(try row.value(0))), "entity_id": .text(Self.id(try row.value(1))),
      ])
    }
  }

  private func places(_ body: (Row) throws -> Void) throws {
    let rows = try GRDB.Row.fetchCursor(
      db,
      sql: """
        SELECT place.uuid, place.created_at, place.updated_at, place.name, place.notes, around.uuid
        FROM location AS place LEFT JOIN location AS around ON around.id = place.parent_id
        WHERE place.deleted_at IS NULL ORDER BY place.path COLLATE BINARY
        """)
    let blank = Item(name: "")
    while let place = try rows.next() {
      let around: UUID? = try place.value(5)
      var row = entity(blank, of: placeType, around: around)
      let known = self.row(
        Self.id(try place.value(0)), created: try place.value(1), updated: try place.value(2))
      row.merge(known) { _, new in new }
      row["name"] = .text(try place.value(3))
      row["notes"] = .text(try place.value(4))
      try body(row)
    }
  }

  private func row(of item: Item) throws -> Row {
    let parent = try ItemRelations.parent(item.parent, db) == nil ? nil : item.parent
    var row = entity(item, of: itemType, around: parent ?? item.place)
    let known = self.row(Self.id(item.uuid), created: item.createdAt, updated: item.updatedAt)
    row.merge(known) { _, new in new }
    row["import_ref"] = .text(item.importReference ?? item.uuid.uuidString)
    return row
  }

  /// The row of an item or place.
  private func entity(_ item: Item, of type: String, around: UUID?) -> Row {
    var row: Row = [
      "sync_child_entity_locations": .flag(false),
      "entity_children": around.map { .text(Self.id($0)) } ?? .nothing,
      "entity_type_entities": .text(type), "group_entities": .text(group),
    ]
    for (definition, column) in CollectionLayout.fields {
      row[column] = CollectionValue(definition, of: item, in: store.database.currency)
    }
    return row
  }

  /// The rows of custom fields, and of fields that Homebox lacks.
  private func fields(of item: Item, _ body: (Row) throws -> Void) throws {
    var all: [(name: String, value: String)] = []
    let relations = try ItemRelations.fetch(db, item: item)
    for definition in FieldCatalogue.all where definition.isOurs {
      guard let header = definition.headers.first else { continue }
      let value =
        definition.kind == .choice
        ? relations.text(of: definition.field) ?? ""
        : definition.text(of: item, currency: store.database.currency)
      if !value.isEmpty {
        all.append((String(header.dropFirst(FileColumn.ourPrefix.count)), value))
      }
    }
    all += item.fields.map { ($0.name, $0.value) }
    let owner = Self.id(item.uuid)
    for field in all {
      var row = row(
        Self.id(of: owner, field.name), created: item.createdAt, updated: item.updatedAt)
      row["name"] = .text(field.name)
      row["description"] = .text("")
      row["type"] = .text("text")
      row["text_value"] = .text(field.value)
      row["number_value"] = .whole(0)
      row["boolean_value"] = .flag(false)
      row["time_value"] = .text(CollectionLayout.noTime)
      row["entity_fields"] = .text(owner)
      try body(row)
    }
  }

  private func attachments(_ body: (Row) throws -> Void) throws {
    try forEachAttachment { attachment in
      var row = row(
        Self.id(attachment.uuid), created: attachment.createdAt, updated: attachment.createdAt)
      row["type"] = .text(Self.kind(attachment.kind))
      row["primary"] = .flag(attachment.isPrimary)
      row["title"] = .text(attachment.isMasked ? attachment.title : attachment.name)
      row["path"] = .text("\(group)/documents/\(attachment.sha256)")
      row["mime_type"] = .text(
        attachment.mediaType.isEmpty ? "application/octet-stream" : attachment.mediaType)
      row["attachment_thumbnail"] = .nothing
      row["entity_attachments"] = .text(Self.id(attachment.item))
      try body(row)
    }
  }

  /// Homebox's name for a kind of attachment.
  private static func kind(_ kind: AttachmentKind) -> String {
    switch kind {
    case .photo, .receipt, .manual, .warranty: kind.rawValue
    case .appraisal, .other: "attachment"
    }
  }

  /// Passes the attachments of all items outside the trash to a closure, then the photos of places outside the trash.
  func forEachAttachment(_ body: (Attachment) throws -> Void) throws {
    let isLive = try db.makeStatement(
      sql: "SELECT deleted_at IS NULL FROM item WHERE uuid = ?")
    try StoredAttachment.forEach(db) { stored in
      guard try Bool.fetchOne(isLive, arguments: [stored.attachment.item]) == true else { return }
      try body(stored.attachment)
    }
    try PlacePhotos.forEach(db) { place, photo in
      if place.deletedAt == nil { try body(place.storedFile(of: photo)) }
    }
  }
}
