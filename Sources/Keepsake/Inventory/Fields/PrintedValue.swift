/// The value of a field for programs, as JSON.
public enum PrintedValue: Sendable {
  case text(String)
  case texts([String])
  case flag(Bool)
  case number(Double)
}

extension FieldDefinition {
  /// The value for `list --json`; `nil` if unknown.
  public func printed(
    of item: Item, _ relations: ItemRelations, currency: Currency
  ) -> PrintedValue? {
    switch kind {
    case .text, .lines, .code, .rating, .interval, .date:
      guard let text = value(of: item).text, !text.isEmpty else { return nil }
      return .text(text)
    case .money, .assetNumber:
      let value = value(of: item)
      return value == .null ? nil : .text(kind.text(value, currency: currency))
    case .flag: return .flag(value(of: item).integer == 1)
    case .moment: return .flag(value(of: item) != .null)
    case .quantity: return .number(item.quantity)
    case .tags: return .texts(item.tags)
    case .position: return nil
    case .choice: return relations.text(of: field).map(PrintedValue.text)
    }
  }
}

extension ItemRelations {
  /// The text of a choice in files and for programs; `nil` if nothing is chosen.
  func text(of field: ItemField) -> String? {
    switch field {
    case .category: category
    case .place: placePath
    case .parent: parent?.reference
    default: nil
    }
  }

  /// The name of a choice on screens; `nil` if nothing is chosen.
  public func shownText(of field: ItemField) -> String? {
    field == .parent ? parent?.name : text(of: field)
  }
}
