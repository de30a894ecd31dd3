/// The columns of a Homebox file that we know, with every name they have had (csv-formats a.3, a.4).
enum HomeboxColumn: String, CaseIterable, Sendable {
  case importReference = "HB.import_ref"
  case parentReference = "HB.parent_import_ref"
  case location = "HB.location"
  case tags = "HB.tags"
  case assetNumber = "HB.asset_id"
  case archived = "HB.archived"
  case name = "HB.name"
  case quantity = "HB.quantity"
  case description = "HB.description"
  case insured = "HB.insured"
  case notes = "HB.notes"
  case purchasePrice = "HB.purchase_price"
  case purchaseFrom = "HB.purchase_from"
  case purchaseDate = "HB.purchase_date"
  case manufacturer = "HB.manufacturer"
  case modelNumber = "HB.model_number"
  case serialNumber = "HB.serial_number"
  case lifetimeWarranty = "HB.lifetime_warranty"
  case warrantyExpires = "HB.warranty_expires"
  case warrantyDetails = "HB.warranty_details"
  case soldTo = "HB.sold_to"
  case soldPrice = "HB.sold_price"
  case soldDate = "HB.sold_date"
  case soldNotes = "HB.sold_notes"
  case url = "HB.url"
  case replacementValue = "HB.field.Replacement value"
  case replacementDate = "HB.field.Replacement date"
  case condition = "HB.field.Condition"
  case category = "HB.field.Category"
  case link = "HB.field.Link"
  case unit = "HB.field.Unit"
  case orderReference = "HB.field.Order reference"

  /// Whether the column holds days.
  var isDate: Bool {
    switch self {
    case .purchaseDate, .soldDate, .warrantyExpires, .replacementDate: true
    default: false
    }
  }

  /// What a custom field's column begins with.
  static let fieldPrefix = "HB.field."

  /// Names that other generations of Homebox use for the same column.
  private static let aliases: [String: HomeboxColumn] = [
    "HB.labels": .tags, "HB.label": .tags, "HB.purchase_time": .purchaseDate,
    "HB.sold_time": .soldDate,
  ]

  private static let byName: [String: HomeboxColumn] = {
    var names = aliases
    for column in allCases { names[column.rawValue] = column }
    return names.reduce(into: [:]) { $0[Item.asciiLowercased($1.key)] = $1.value }
  }()

  /// The column with that header, case ignored.
  init?(header: String) {
    guard let column = Self.byName[Item.asciiLowercased(header)] else { return nil }
    self = column
  }

  /// Our own columns, written only when an item uses them.
  static let extras: [HomeboxColumn] = [
    .category, .condition, .link, .orderReference, .replacementDate, .replacementValue, .unit,
  ]

  /// The names, in lower case, that no custom field may have: they are columns of ours.
  static let reservedFieldNames: Set<String> = Set(
    extras.map { Item.asciiLowercased(String($0.rawValue.dropFirst(fieldPrefix.count))) })
}
