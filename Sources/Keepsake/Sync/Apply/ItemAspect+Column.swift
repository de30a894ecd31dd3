import Inventory

extension ItemAspect {
  /// What a column of a shared item is about; `nil` for one that no screen shows.
  ///
  /// - Parameter value: The value, which has the spelling of a name.
  init?(column: String, value: SharedValue = .null) {
    if column == MergedRow.life {
      self = .trash
    } else if column == Item.fieldPrefix + Item.sealedField {
      self = .privacy
    } else if column.hasPrefix(Item.tagPrefix) {
      self = .tag(value.text ?? String(column.dropFirst(Item.tagPrefix.count)))
    } else if column.hasPrefix(Item.fieldPrefix) {
      let spelling = value.text.flatMap { $0.split(separator: "\0").first }
      self = .custom(String(spelling ?? column.dropFirst(Item.fieldPrefix.count)))
    } else if let found = FieldCatalogue.all.first(where: { $0.column?.name == column }),
      found.kind != .position
    {
      self = .field(found.field)
    } else {
      return nil
    }
  }

  /// The value of a field of the person's own, which its name precedes.
  static func customValue(_ value: SharedValue) -> String? {
    guard let text = value.text, let end = text.firstIndex(of: "\0") else { return nil }
    return String(text[text.index(after: end)...])
  }
}
