import Inventory

extension ItemField {
  /// What the form calls the field.
  var label: String {
    switch self {
    case .name: "Name"
    case .description: "Description"
    case .category: "Category"
    case .place: "Place"
    case .tags: "Tags"
    case .quantity: "Quantity"
    case .unit: "Unit"
    case .assetNumber: "Asset no."
    case .manufacturer: "Maker"
    case .modelNumber: "Model"
    case .serialNumber: "Serial no."
    case .condition: "Condition"
    case .purchasePrice: "Price paid"
    case .purchaseDate: "Bought on"
    case .purchaseFrom: "Bought from"
    case .orderReference: "Order no."
    case .replacementValue: "Replacement"
    case .replacementDate: "Valued on"
    case .insured: "Insured"
    case .warrantyUntil: "Warranty to"
    case .lifetimeWarranty: "Lifetime"
    case .warrantyDetails: "Warranty"
    case .link: "Link"
    case .notes: "Notes"
    case .archived: "Archived"
    case .soldDate: "Sold on"
    case .soldTo: "Sold to"
    case .soldPrice: "Sold for"
    case .soldNotes: "About sale"
    }
  }

  /// What the form says while nothing is typed.
  var placeholder: String {
    switch self {
    case .name: "the only thing that has to be filled in"
    case .tags: "one; another"
    case .assetNumber: "given by itself"
    case .purchasePrice, .replacementValue, .soldPrice: "0.00, or blank for not known"
    case .purchaseDate, .replacementDate, .warrantyUntil, .soldDate: "year-month-day"
    default: ""
    }
  }
}

extension FieldError {
  /// What is wrong, and what to type instead.
  var words: String {
    switch reason {
    case .missing: "An item needs a name"
    case .notAPrice: "Not a price: type digits, as in 129.00"
    case .tooManyDecimals(let allowed): "Too many decimals: at most \(allowed)"
    case .tooLarge: "Too much to keep: type less"
    case .ambiguousNumber: "Thousands or decimals? Type it without thousands, as in 1299.00"
    case .otherCurrency(let wanted): "Another currency: type what it is in \(wanted)"
    case .notADate: "Not a date: type year-month-day, as in 2024-05-01"
    case .noSuchDay: "There is no such day"
    case .ambiguousDate(let first, let second): "Which one: \(first.text) or \(second.text)?"
    case .notAQuantity: "Not a quantity: type a number, as in 2 or 0.5"
    case .notAnAssetNumber: "Not an asset number: type digits, as in 000-123"
    case .forbiddenCharacter: "Holds a character that cannot be kept"
    }
  }
}
