extension HomeboxColumn {
  /// Puts a value that was read from this column into an item.
  ///
  /// Columns that need more than the item itself (place, tags, references) are not its business.
  func set(_ value: ColumnValue, in item: inout Item, at time: Timestamp) {
    let text = value.text ?? ""
    let date = value.text.flatMap(CalendarDate.init(iso:))
    switch self {
    case .archived: item.archivedAt = value.integer == 1 ? item.archivedAt ?? time : nil
    case .quantity: item.quantity = value.real ?? 1
    case .description: item.description = text
    case .insured: item.isInsured = value.integer == 1
    case .notes: item.notes = text
    case .purchasePrice: item.purchasePrice = value.integer
    case .purchaseFrom: item.purchaseFrom = text
    case .purchaseDate: item.purchaseDate = date
    case .manufacturer: item.manufacturer = text
    case .modelNumber: item.modelNumber = text
    case .serialNumber: item.serialNumber = text
    case .lifetimeWarranty: item.hasLifetimeWarranty = value.integer == 1
    case .warrantyExpires: item.warrantyUntil = date
    case .warrantyDetails: item.warrantyDetails = text
    case .soldTo: item.soldTo = text
    case .soldPrice: item.soldPrice = value.integer
    case .soldDate: item.soldDate = date
    case .soldNotes: item.soldNotes = text
    case .replacementValue: item.replacementValue = value.integer
    case .replacementDate: item.replacementDate = date
    case .condition: item.condition = text
    case .link: item.link = text
    case .unit: item.unit = text
    case .orderReference: item.orderReference = text
    case .importReference, .parentReference, .location, .tags, .assetNumber, .name, .url,
      .category:
      break
    }
  }

  /// What an export writes into this column for an item.
  func text(of item: Item, currency: Currency) -> String {
    func money(_ minor: Int64?) -> String {
      minor.map { Money(minor: $0, currency: currency).plainText } ?? ""
    }
    return switch self {
    case .importReference: item.importReference ?? item.uuid.uuidString
    case .tags: item.tags.joined(separator: "; ")
    case .assetNumber: item.assetNumber.map(AssetNumber.text) ?? ""
    case .archived: item.archivedAt == nil ? "false" : "true"
    case .name: item.name
    case .quantity: Quantity.text(item.quantity)
    case .description: item.description
    case .insured: item.isInsured ? "true" : "false"
    case .notes: item.notes
    case .purchasePrice: money(item.purchasePrice)
    case .purchaseFrom: item.purchaseFrom
    case .purchaseDate: item.purchaseDate?.text ?? ""
    case .manufacturer: item.manufacturer
    case .modelNumber: item.modelNumber
    case .serialNumber: item.serialNumber
    case .lifetimeWarranty: item.hasLifetimeWarranty ? "true" : "false"
    case .warrantyExpires: item.warrantyUntil?.text ?? ""
    case .warrantyDetails: item.warrantyDetails
    case .soldTo: item.soldTo
    case .soldPrice: money(item.soldPrice)
    case .soldDate: item.soldDate?.text ?? ""
    case .soldNotes: item.soldNotes
    case .replacementValue: money(item.replacementValue)
    case .replacementDate: item.replacementDate?.text ?? ""
    case .condition: item.condition
    case .link: item.link
    case .unit: item.unit
    case .orderReference: item.orderReference
    case .parentReference, .location, .url, .category: ""
    }
  }
}
