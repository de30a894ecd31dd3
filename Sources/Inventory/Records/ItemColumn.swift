import Foundation

/// One stored column of an item: how it is read, written, compared and logged.
struct ItemColumn: Sendable {
  /// The column's name, also the key in the change log.
  let name: String
  /// The table that a reference points into.
  let target: String?
  let get: @Sendable (Item) -> ColumnValue
  let set: @Sendable (inout Item, ColumnValue) -> Void

  /// What is selected: a reference shows as the uuid of its row.
  var selection: String {
    guard let target else { return "item.\(name)" }
    return "(SELECT uuid FROM \(target) AS r WHERE r.id = item.\(name))"
  }

  /// What is bound.
  var placeholder: String {
    guard let target else { return "?" }
    return "(SELECT id FROM \(target) WHERE uuid = ?)"
  }

  static let all: [ItemColumn] = [
    number("asset_no", \.assetNumber), text("name", \.name), text("description", \.description),
    text("notes", \.notes), reference("category_id", "category", \.category),
    reference("location_id", "location", \.place), reference("parent_item_id", "item", \.parent),
    quantity, text("unit", \.unit), text("manufacturer", \.manufacturer),
    text("model_number", \.modelNumber), text("serial_number", \.serialNumber),
    text("condition", \.condition), number("purchase_price_minor", \.purchasePrice),
    date("purchase_date", \.purchaseDate), text("purchase_from", \.purchaseFrom),
    text("order_ref", \.orderReference), text("link", \.link),
    number("replacement_minor", \.replacementValue), date("replacement_on", \.replacementDate),
    flag("insured", \.isInsured), date("warranty_until", \.warrantyUntil),
    flag("warranty_lifetime", \.hasLifetimeWarranty), text("warranty_details", \.warrantyDetails),
    date("sold_on", \.soldDate), text("sold_to", \.soldTo), number("sold_price_minor", \.soldPrice),
    text("sold_notes", \.soldNotes), number("archived_at", \.archivedAt),
    number("deleted_at", \.deletedAt), importReference,
  ]

  private static let quantity = ItemColumn(
    name: "quantity", target: nil, get: { .real($0.quantity) },
    set: { $0.quantity = $1.real ?? 1 })

  private static let importReference = ItemColumn(
    name: "import_ref", target: nil,
    get: { $0.importReference.map(ColumnValue.text) ?? .null },
    set: { $0.importReference = $1.text })

  private static func text(
    _ name: String, _ path: WritableKeyPath<Item, String> & Sendable
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { .text($0[keyPath: path]) },
      set: { $0[keyPath: path] = $1.text ?? "" })
  }

  private static func number(
    _ name: String, _ path: WritableKeyPath<Item, Int64?> & Sendable
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil,
      get: { $0[keyPath: path].map(ColumnValue.integer) ?? .null },
      set: { $0[keyPath: path] = $1.integer })
  }

  private static func flag(
    _ name: String, _ path: WritableKeyPath<Item, Bool> & Sendable
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { .integer($0[keyPath: path] ? 1 : 0) },
      set: { $0[keyPath: path] = $1.integer == 1 })
  }

  private static func date(
    _ name: String, _ path: WritableKeyPath<Item, CalendarDate?> & Sendable
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil,
      get: { $0[keyPath: path].map { .text($0.text) } ?? .null },
      set: { $0[keyPath: path] = $1.text.flatMap(CalendarDate.init(parsing:)) })
  }

  private static func reference(
    _ name: String, _ target: String, _ path: WritableKeyPath<Item, UUID?> & Sendable
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: target,
      get: { $0[keyPath: path].map(ColumnValue.uuid) ?? .null },
      set: { $0[keyPath: path] = $1.uuid })
  }
}
