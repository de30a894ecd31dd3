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

  /// The same where ``join`` has looked up what is referred to.
  var joinedSelection: String { target == nil ? "item.\(name)" : "\(joinedName).uuid" }

  /// Looks up the row that is referred to; nil when this is no reference.
  var join: String? {
    target.map { "LEFT JOIN \($0) AS \(joinedName) ON \(joinedName).id = item.\(name)" }
  }

  /// What ``join`` calls the row that is referred to.
  private var joinedName: String { "of_\(name)" }

  /// What is bound.
  var placeholder: String {
    guard let target else { return "?" }
    return "(SELECT id FROM \(target) WHERE uuid = ?)"
  }

  static let all: [ItemColumn] = [
    number("asset_no", { $0.assetNumber }, { $0.assetNumber = $1 }),
    text("name", { $0.name }, { $0.name = $1 }),
    text("description", { $0.description }, { $0.description = $1 }),
    text("notes", { $0.notes }, { $0.notes = $1 }),
    reference("category_id", "category", { $0.category }, { $0.category = $1 }),
    reference("location_id", "location", { $0.place }, { $0.place = $1 }),
    reference("parent_item_id", "item", { $0.parent }, { $0.parent = $1 }),
    ItemColumn(
      name: "quantity", target: nil, get: { .real($0.quantity) },
      set: { $0.quantity = Quantity.possible($1.real) }),
    text("unit", { $0.unit }, { $0.unit = $1 }),
    text("manufacturer", { $0.manufacturer }, { $0.manufacturer = $1 }),
    text("model_number", { $0.modelNumber }, { $0.modelNumber = $1 }),
    text("serial_number", { $0.serialNumber }, { $0.serialNumber = $1 }),
    text("condition", { $0.condition }, { $0.condition = $1 }),
    number("purchase_price_minor", { $0.purchasePrice }, { $0.purchasePrice = $1 }),
    date("purchase_date", { $0.purchaseDate }, { $0.purchaseDate = $1 }),
    text("purchase_from", { $0.purchaseFrom }, { $0.purchaseFrom = $1 }),
    text("order_ref", { $0.orderReference }, { $0.orderReference = $1 }),
    text("link", { $0.link }, { $0.link = $1 }),
    number("replacement_minor", { $0.replacementValue }, { $0.replacementValue = $1 }),
    date("replacement_on", { $0.replacementDate }, { $0.replacementDate = $1 }),
    flag("insured", { $0.isInsured }, { $0.isInsured = $1 }),
    date("warranty_until", { $0.warrantyUntil }, { $0.warrantyUntil = $1 }),
    flag("warranty_lifetime", { $0.hasLifetimeWarranty }, { $0.hasLifetimeWarranty = $1 }),
    text("warranty_details", { $0.warrantyDetails }, { $0.warrantyDetails = $1 }),
    date("sold_on", { $0.soldDate }, { $0.soldDate = $1 }),
    text("sold_to", { $0.soldTo }, { $0.soldTo = $1 }),
    number("sold_price_minor", { $0.soldPrice }, { $0.soldPrice = $1 }),
    text("sold_notes", { $0.soldNotes }, { $0.soldNotes = $1 }),
    number("archived_at", { $0.archivedAt }, { $0.archivedAt = $1 }),
    number("deleted_at", { $0.deletedAt }, { $0.deletedAt = $1 }),
    ItemColumn(
      name: "import_ref", target: nil,
      get: { $0.importReference.map(ColumnValue.text) ?? .null },
      set: { $0.importReference = $1.text }),
  ]

  // Closures, not key paths: reading through a key path copies the whole item.

  private static func text(
    _ name: String, _ get: @escaping @Sendable (Item) -> String,
    _ set: @escaping @Sendable (inout Item, String) -> Void
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { .text(get($0)) }, set: { set(&$0, $1.text ?? "") })
  }

  private static func number(
    _ name: String, _ get: @escaping @Sendable (Item) -> Int64?,
    _ set: @escaping @Sendable (inout Item, Int64?) -> Void
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { get($0).map(ColumnValue.integer) ?? .null },
      set: { set(&$0, $1.integer) })
  }

  private static func flag(
    _ name: String, _ get: @escaping @Sendable (Item) -> Bool,
    _ set: @escaping @Sendable (inout Item, Bool) -> Void
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { .integer(get($0) ? 1 : 0) },
      set: { set(&$0, $1.integer == 1) })
  }

  private static func date(
    _ name: String, _ get: @escaping @Sendable (Item) -> CalendarDate?,
    _ set: @escaping @Sendable (inout Item, CalendarDate?) -> Void
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: nil, get: { get($0).map { .text($0.text) } ?? .null },
      set: { set(&$0, $1.text.flatMap(CalendarDate.init(iso:))) })
  }

  private static func reference(
    _ name: String, _ target: String, _ get: @escaping @Sendable (Item) -> UUID?,
    _ set: @escaping @Sendable (inout Item, UUID?) -> Void
  ) -> ItemColumn {
    ItemColumn(
      name: name, target: target, get: { get($0).map(ColumnValue.uuid) ?? .null },
      set: { set(&$0, $1.uuid) })
  }
}
