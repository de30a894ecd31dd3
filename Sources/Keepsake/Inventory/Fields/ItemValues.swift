import Foundation

/// The values of items, as the change log keeps them: what differs between two, and what an item is with others.
public enum ItemValues {
  /// The keys of tags and custom fields in the change log, in addition to the columns.
  static let tagsKey = "tags"
  static let fieldsKey = "fields"

  /// The values that differ, by column; tags and custom fields have separate keys.
  static func differences(
    from old: Item, to new: Item
  ) -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    var before: [String: ColumnValue] = [:]
    var after: [String: ColumnValue] = [:]
    for column in ItemColumn.all {
      let (former, present) = (column.get(old), column.get(new))
      if former != present {
        before[column.name] = former
        after[column.name] = present
      }
    }
    if old.tags != new.tags {
      before[tagsKey] = .text(old.tags.joined(separator: ";"))
      after[tagsKey] = .text(new.tags.joined(separator: ";"))
    }
    if old.fields != new.fields {
      before[fieldsKey] = .text(text(of: old.fields))
      after[fieldsKey] = .text(text(of: new.fields))
    }
    return (before, after)
  }

  /// Applies logged values to an item.
  ///
  /// Custom fields in the log that have become fields go to those.
  ///
  /// - Parameter others: The other side of the entry, which the values replace.
  public static func applying(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to item: Item,
    currency: Currency, at time: Timestamp
  ) -> Item {
    var item = item
    for column in ItemColumn.all {
      if let value = values[column.name] { column.set(&item, value) }
    }
    if let tags = values[tagsKey]?.text {
      item.tags = tags.split(separator: ";").map(String.init)
    }
    if let fields = values[fieldsKey]?.text {
      let former = customFields(from: others[fieldsKey]?.text ?? "[]")
      item.emptyFields(named: former.map(\.name), at: time)
      item.fields = customFields(from: fields)
      item.adoptFields(currency: currency, at: time)
    }
    return item
  }

  /// Pairs of name and value as JSON, within the JSON of the log.
  static func text(of fields: [CustomField]) -> String {
    let pairs = fields.map { [$0.name, $0.value] }
    guard let data = try? JSONEncoder().encode(pairs) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Reads them.
  static func customFields(from text: String) -> [CustomField] {
    let pairs = (try? JSONDecoder().decode([[String]].self, from: Data(text.utf8))) ?? []
    return pairs.filter { $0.count == 2 }.map { CustomField(name: $0[0], value: $0[1]) }
  }
}
