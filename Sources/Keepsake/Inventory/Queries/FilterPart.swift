/// Something that an item has or lacks: `has:photo`, `no:serial`.
enum FilterPart: String, CaseIterable, Sendable {
  case photo, receipt, manual, file
  case value, price, replacement
  case serial, model, maker, description, notes, link, shop, date, warranty
  case place, tag, category, field

  /// The part of a name in a filter, also in the plural and by its other names.
  init?(name: String) {
    let name = Self.others[name] ?? name
    guard
      let part = Self(rawValue: name)
        ?? (name.hasSuffix("s") ? Self(rawValue: String(name.dropLast())) : nil)
    else { return nil }
    self = part
  }

  private static let others = [
    "sn": "serial", "by": "maker", "manufacturer": "maker", "from": "shop", "bought": "date",
    "cat": "category", "categories": "category", "note": "notes", "in": "place",
    "attachment": "file",
    "attachments": "file", "picture": "photo", "invoice": "receipt",
  ]

  /// Whether only the attachments tell.
  var isAttachment: Bool { [.photo, .receipt, .manual, .file].contains(self) }

  /// The condition in SQL on a row of `item`.
  var sql: String {
    switch self {
    case .photo: AttachmentClause.hasPhoto
    case .receipt: AttachmentClause.hasReceipt
    case .manual: AttachmentClause.has(.manual)
    case .file:
      """
      EXISTS (SELECT 1 FROM attachment WHERE attachment.item_id = item.id AND attachment.deleted_at IS NULL)
      """
    case .value: "\(ValueClause.line) IS NOT NULL"
    case .price: "item.purchase_price_minor IS NOT NULL"
    case .replacement: "item.replacement_minor IS NOT NULL"
    case .serial: "item.serial_number <> ''"
    case .model: "item.model_number <> ''"
    case .maker: "item.manufacturer <> ''"
    case .description: "item.description <> ''"
    case .notes: "item.notes <> ''"
    case .link: "item.link <> ''"
    case .shop: "item.purchase_from <> ''"
    case .date: "item.purchase_date IS NOT NULL"
    case .warranty: "(item.warranty_until IS NOT NULL OR item.warranty_lifetime <> 0)"
    case .place: "item.location_id IS NOT NULL"
    case .tag: "EXISTS (SELECT 1 FROM item_tag WHERE item_tag.item_id = item.id)"
    case .category: "item.category_id IS NOT NULL"
    case .field:
      """
      EXISTS (SELECT 1 FROM custom_field WHERE item_id = item.id AND name <> '\(Item.sealedField)')
      """
    }
  }

  /// Whether an open item has the part; `nil` if only the file knows, as for its attachments.
  func isPart(of item: Item) -> Bool? {
    switch self {
    case .photo, .receipt, .manual, .file: nil
    case .value: item.unitValue != nil
    case .price: item.purchasePrice != nil
    case .replacement: item.replacementValue != nil
    case .serial: !item.serialNumber.isEmpty
    case .model: !item.modelNumber.isEmpty
    case .maker: !item.manufacturer.isEmpty
    case .description: !item.description.isEmpty
    case .notes: !item.notes.isEmpty
    case .link: !item.link.isEmpty
    case .shop: !item.purchaseFrom.isEmpty
    case .date: item.purchaseDate != nil
    case .warranty: item.warrantyUntil != nil || item.hasLifetimeWarranty
    case .place: item.place != nil
    case .tag: !item.tags.isEmpty
    case .category: item.category != nil
    case .field: !item.fields.isEmpty
    }
  }
}
