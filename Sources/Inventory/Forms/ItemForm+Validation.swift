import Foundation

extension ItemForm {
  /// What saving would store, or every field that is wrong, in the order of the form.
  public enum Outcome: Hashable, Sendable {
    /// The item with the form's content; its `rev` is the one it was opened with.
    case valid(Item)
    /// The fields that must be corrected.
    case invalid([FieldError])
  }

  /// Reads the texts.
  public func validated() -> Outcome {
    var item = item
    var errors: [FieldError] = []
    for field in ItemField.allCases where !field.isChoice {
      guard let text = fields[field] else { continue }
      do {
        try Self.put(text, into: &item, field, currency)
      } catch {
        errors.append(FieldError(field: field, reason: error))
      }
    }
    if let category = fields[choice: .category] { item.category = category }
    if let place = fields[choice: .place] { item.place = place }
    if item.name.isEmpty, !errors.contains(where: { $0.field == .name }) {
      errors.insert(FieldError(field: .name, reason: .missing), at: 0)
    }
    return errors.isEmpty ? .valid(item) : .invalid(errors)
  }

  /// What is wrong with a field before the form is saved.
  ///
  /// - Parameter isLeft: Whether the person is done with it; while they type only what cannot become
  ///   right by typing more is wrong. That nothing is there yet is never wrong.
  public func problem(in field: ItemField, isLeft: Bool) -> FieldError? {
    guard let text = fields[field], !field.isChoice, !text.trimmedOfBlanks.isEmpty else {
      return nil
    }
    if !isLeft, Self.canBecomeRight(text, field, currency) { return nil }
    do {
      var item = item
      try Self.put(text, into: &item, field, currency)
      return nil
    } catch {
      return FieldError(field: field, reason: error)
    }
  }

  private static func canBecomeRight(
    _ text: String, _ field: ItemField, _ currency: Currency
  ) -> Bool {
    switch field {
    case .purchasePrice, .replacementValue, .soldPrice:
      Money.canBecome(from: text, currency: currency)
    case .purchaseDate, .replacementDate, .warrantyUntil, .soldDate:
      CalendarDate.canBecome(from: text)
    case .quantity: Quantity.canBecome(from: text)
    default: true
    }
  }

  private static func put(
    _ text: String, into item: inout Item, _ field: ItemField, _ currency: Currency
  ) throws(FieldError.Reason) {
    guard !text.utf8.contains(0) else { throw .forbiddenCharacter }
    guard text.utf8.count <= Item.maximumTextBytes else { throw .tooLarge }
    switch field {
    case .name:
      item.name = text.trimmedOfBlanks
      if item.name.isEmpty { throw .missing }
    case .description: item.description = text
    case .category, .place: return
    case .tags:
      item.tags = text.split(separator: ";").map { String($0).trimmedOfBlanks }
        .filter { !$0.isEmpty }
    case .quantity: item.quantity = try quantity(text)
    case .unit: item.unit = text
    case .assetNumber: item.assetNumber = try assetNumber(text)
    case .manufacturer: item.manufacturer = text
    case .modelNumber: item.modelNumber = text
    case .serialNumber: item.serialNumber = text
    case .condition: item.condition = text
    case .purchasePrice: item.purchasePrice = try price(text, currency)
    case .purchaseDate: item.purchaseDate = try date(text)
    case .purchaseFrom: item.purchaseFrom = text
    case .orderReference: item.orderReference = text
    case .replacementValue: item.replacementValue = try price(text, currency)
    case .replacementDate: item.replacementDate = try date(text)
    case .insured: item.isInsured = text == "true"
    case .warrantyUntil: item.warrantyUntil = try date(text)
    case .lifetimeWarranty: item.hasLifetimeWarranty = text == "true"
    case .warrantyDetails: item.warrantyDetails = text
    case .link: item.link = text
    case .notes: item.notes = text
    case .archived: item.archivedAt = text == "true" ? item.archivedAt ?? currentTimestamp() : nil
    case .soldDate: item.soldDate = try date(text)
    case .soldTo: item.soldTo = text
    case .soldPrice: item.soldPrice = try price(text, currency)
    case .soldNotes: item.soldNotes = text
    }
  }

  private static func price(
    _ text: String, _ currency: Currency
  ) throws(FieldError.Reason) -> Int64? {
    if text.trimmedOfBlanks.isEmpty { return nil }
    do {
      return try Money(parsing: text, currency: currency).minor
    } catch {
      switch error {
      case .notANumber: throw .notAPrice
      case .ambiguous: throw .ambiguousNumber
      case .otherCurrency: throw .otherCurrency(wanted: currency.code)
      case .tooManyDecimals(let allowed): throw .tooManyDecimals(allowed: allowed)
      case .tooLarge: throw .tooLarge
      }
    }
  }

  private static func date(_ text: String) throws(FieldError.Reason) -> CalendarDate? {
    if text.trimmedOfBlanks.isEmpty { return nil }
    do {
      return try CalendarDate(parsing: text)
    } catch {
      switch error {
      case .notADate: throw .notADate
      case .noSuchDay: throw .noSuchDay
      case .ambiguous(let monthFirst, let dayFirst): throw .ambiguousDate(monthFirst, dayFirst)
      }
    }
  }

  private static func quantity(_ text: String) throws(FieldError.Reason) -> Double {
    if text.trimmedOfBlanks.isEmpty { return 1 }
    do {
      return try Quantity.parse(text)
    } catch {
      throw error == .ambiguous ? .ambiguousNumber : .notAQuantity
    }
  }

  private static func assetNumber(_ text: String) throws(FieldError.Reason) -> Int64? {
    switch AssetNumber.parse(text) {
    case .none: nil
    case .number(let number): number
    case .unreadable: throw .notAnAssetNumber
    }
  }
}

extension FieldError.Reason: Error {}
