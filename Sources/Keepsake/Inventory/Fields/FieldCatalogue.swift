/// Every field of an item, each once.
///
/// Storage, history, undo, export, import, drafts, the form, the item's screen, `list --json` and
/// search all loop over it. A new field takes six steps: a case of ``ItemField``; its row here, with
/// its group in the form (the compiler asks for both); a property of ``Item``; a step in
/// `Schema.migrations` that calls `FieldMigration.add(_:to:currency:)`; the version of the file in `ItemFormat`; and its
/// words in the interface.
public enum FieldCatalogue {
  /// The rows, in the order of files and lists.
  public static let all: [FieldDefinition] = ItemField.allCases.map(row)

  private static let byField = Dictionary(
    uniqueKeysWithValues: all.map { ($0.field, $0) })

  /// The row of a field.
  public static subscript(field: ItemField) -> FieldDefinition { byField[field] ?? row(of: field) }

  /// The text fields.
  static let texts = all.filter(\.kind.isText)

  /// The lower-case names of fields, which no custom field may have.
  static let reservedNames = Set(all.compactMap(\.reservedName))

  private static let byHeader: [String: FieldDefinition] = Dictionary(
    all.flatMap { row in row.headers.map { (Item.asciiLowercased($0), row) } }
  ) { first, _ in first }

  /// The field for a column of a file, ignoring case; `nil` if no field has that column.
  static func field(header: String) -> FieldDefinition? {
    byHeader[Item.asciiLowercased(header)]
  }

  private static func row(of field: ItemField) -> FieldDefinition {
    switch field {
    case .name:
      .text(
        field, in: .what, "name", .homebox("name"), words: "name", { $0.name }, { $0.name = $1 })
    case .description:
      .text(
        field, in: .what, "description", .homebox("description"), words: "description",
        { $0.description }, { $0.description = $1 })
    case .category:
      .choice(
        field, in: .what, "category_id", of: "category", .ours("Category"),
        { $0.category }, { $0.category = $1 })
    case .place:
      .choice(
        field, in: .whereabouts, "location_id", of: "location", .homebox("location"),
        { $0.place }, { $0.place = $1 })
    case .tags: .tags(field, in: .what, .homebox("tags", or: ["labels", "label"]), words: "tags")
    case .quantity: .quantity(field, in: .what, "quantity", .homebox("quantity"))
    case .unit: .text(field, in: .what, "unit", .ours("Unit"), { $0.unit }, { $0.unit = $1 })
    case .assetNumber:
      .number(
        field, in: .what, .assetNumber, "asset_no", .homebox("asset_id"), words: "asset_no",
        { $0.assetNumber }, { $0.assetNumber = $1 })
    case .manufacturer:
      .text(
        field, in: .proof, "manufacturer", .homebox("manufacturer"), words: "manufacturer",
        { $0.manufacturer }, { $0.manufacturer = $1 })
    case .modelNumber:
      .text(
        field, in: .proof, "model_number", .homebox("model_number"), words: "model",
        { $0.modelNumber }, { $0.modelNumber = $1 })
    case .serialNumber:
      .text(
        field, in: .proof, "serial_number", .homebox("serial_number"), words: "serial",
        { $0.serialNumber }, { $0.serialNumber = $1 })
    case .condition:
      .text(
        field, in: .proof, "condition", .ours("Condition"), { $0.condition }, { $0.condition = $1 })
    case .purchasePrice:
      .number(
        field, in: .worth, .money, "purchase_price_minor", .homebox("purchase_price"),
        { $0.purchasePrice }, { $0.purchasePrice = $1 })
    case .purchaseDate:
      .date(
        field, in: .worth, "purchase_date", .homebox("purchase_date", or: ["purchase_time"]),
        { $0.purchaseDate }, { $0.purchaseDate = $1 })
    case .purchaseFrom:
      .text(
        field, in: .whereabouts, "purchase_from", .homebox("purchase_from"), words: "purchase_from",
        { $0.purchaseFrom }, { $0.purchaseFrom = $1 })
    case .orderReference:
      .text(
        field, in: .whereabouts, "order_ref", .ours("Order reference"),
        { $0.orderReference }, { $0.orderReference = $1 })
    case .replacementValue:
      .number(
        field, in: .worth, .money, "replacement_minor", .ours("Replacement value"),
        { $0.replacementValue }, { $0.replacementValue = $1 })
    case .replacementDate:
      .date(
        field, in: .worth, "replacement_on", .ours("Replacement date"),
        { $0.replacementDate }, { $0.replacementDate = $1 })
    case .insured:
      .flag(
        field, in: .cover, "insured", .homebox("insured"), { $0.isInsured }, { $0.isInsured = $1 })
    case .warrantyUntil:
      .date(
        field, in: .cover, "warranty_until", .homebox("warranty_expires"),
        { $0.warrantyUntil }, { $0.warrantyUntil = $1 })
    case .lifetimeWarranty:
      .flag(
        field, in: .cover, "warranty_lifetime", .homebox("lifetime_warranty"),
        { $0.hasLifetimeWarranty }, { $0.hasLifetimeWarranty = $1 })
    case .warrantyDetails:
      .text(
        field, in: .cover, "warranty_details", .homebox("warranty_details"),
        { $0.warrantyDetails }, { $0.warrantyDetails = $1 })
    case .maintenance:
      .text(
        field, in: .maintenance, "maintenance", .ours("Maintenance"),
        { $0.maintenance }, { $0.maintenance = $1 })
    case .maintenanceInterval:
      .text(
        field, in: .maintenance, "maintenance_interval", .ours("Maintenance interval"),
        kind: .interval, { $0.maintenanceInterval }, { $0.maintenanceInterval = $1 })
    case .maintenanceDue:
      .date(
        field, in: .maintenance, "maintenance_due", .ours("Next maintenance"),
        { $0.maintenanceDue }, { $0.maintenanceDue = $1 })
    case .maintenanceLog:
      .text(
        field, in: .maintenance, "maintenance_log", .ours("Maintenance log"), kind: .lines,
        { $0.maintenanceLog }, { $0.maintenanceLog = $1 })
    case .link: .text(field, in: .whereabouts, "link", .ours("Link"), { $0.link }, { $0.link = $1 })
    case .notes:
      .text(
        field, in: .what, "notes", .homebox("notes"), words: "notes", kind: .lines,
        { $0.notes }, { $0.notes = $1 })
    case .rating:
      .rating(
        field, in: .what, "rating", .ours("Age rating"), { $0.rating }, { $0.rating = $1 })
    case .archived:
      .number(
        field, in: .what, .moment, "archived_at", .homebox("archived"),
        { $0.archivedAt }, { $0.archivedAt = $1 })
    case .lentTo:
      .text(
        field, in: .whereabouts, "lent_to", .ours("Lent to"), { $0.lentTo }, { $0.lentTo = $1 })
    case .lentDate:
      .date(
        field, in: .whereabouts, "lent_on", .ours("Lent on"), { $0.lentDate }, { $0.lentDate = $1 })
    case .dueBack:
      .date(
        field, in: .whereabouts, "due_back", .ours("Due back"), { $0.dueBack }, { $0.dueBack = $1 })
    case .soldDate:
      .date(
        field, in: .sold, "sold_on", .homebox("sold_date", or: ["sold_time"]),
        { $0.soldDate }, { $0.soldDate = $1 })
    case .soldTo:
      .text(field, in: .sold, "sold_to", .homebox("sold_to"), { $0.soldTo }, { $0.soldTo = $1 })
    case .soldPrice:
      .number(
        field, in: .sold, .money, "sold_price_minor", .homebox("sold_price"),
        { $0.soldPrice }, { $0.soldPrice = $1 })
    case .soldNotes:
      .text(
        field, in: .sold, "sold_notes", .homebox("sold_notes"), kind: .lines,
        { $0.soldNotes }, { $0.soldNotes = $1 })
    case .parent:
      .choice(
        field, in: .what, "parent_item_id", of: "item", .homebox("parent_import_ref"),
        { $0.parent }, { $0.parent = $1 })
    case .importReference: .reference(field, in: .whereabouts, "import_ref", .homebox("import_ref"))
    case .trashed:
      .number(
        field, in: .what, .moment, "deleted_at", .none, { $0.deletedAt }, { $0.deletedAt = $1 })
    case .position:
      .number(
        field, in: .what, .position, "order_key", .none, { $0.position },
        { $0.position = $1 ?? 0 })
    }
  }
}

/// A group of fields, which the form shows under one heading.
///
/// Each row of the ``FieldCatalogue`` names the group of its field. The raw value is the key in the saved
/// state: never change one.
public enum FieldGroup: String, CaseIterable, Sendable {
  /// Its identity and description.
  case what
  /// Where it is, and where it came from.
  case whereabouts = "where"
  /// Its value.
  case worth
  /// Evidence of its identity and ownership.
  case proof
  /// Its insurance and warranty.
  case cover
  /// A task that recurs.
  case maintenance
  /// How it was sold.
  case sold

  /// The fields of the group, in the form's order, without the leading ones.
  public var fields: [ItemField] { Self.grouped[self] ?? [] }

  private static let grouped = Dictionary(
    grouping: ItemField.inForm.filter { !ItemField.leading.contains($0) }, by: \.group)
}
