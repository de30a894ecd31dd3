/// What programs read of a field: a value of JSON.
package enum PrintedValue: Sendable {
  case text(String)
  case texts([String])
  case flag(Bool)
  case number(Double)
}

extension FieldDefinition {
  /// What a list for programs prints under the key of the field; nil: nothing is known.
  package func printed(
    of item: Item, _ relations: ItemRelations, currency: Currency
  ) -> PrintedValue? {
    switch kind {
    case .text, .lines, .code, .date:
      guard let text = value(of: item).text, !text.isEmpty else { return nil }
      return .text(text)
    case .money, .assetNumber:
      let value = value(of: item)
      return value == .null ? nil : .text(kind.text(value, currency: currency))
    case .flag: return .flag(value(of: item).integer == 1)
    case .moment: return .flag(value(of: item) != .null)
    case .quantity: return .number(item.quantity)
    case .tags: return .texts(item.tags)
    case .choice: return relations.text(of: field).map(PrintedValue.text)
    }
  }
}

extension ItemRelations {
  /// What a file and a list for programs say of a choice; nil: nothing was chosen.
  func text(of field: ItemField) -> String? {
    switch field {
    case .category: category
    case .place: placePath
    case .parent: parent?.reference
    default: nil
    }
  }

  /// What a screen says of a choice: names; nil: nothing was chosen.
  package func shownText(of field: ItemField) -> String? {
    field == .parent ? parent?.name : text(of: field)
  }
}
