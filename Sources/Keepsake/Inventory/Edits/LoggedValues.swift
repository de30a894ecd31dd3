import Foundation
import GRDB

/// Puts the values of the log into words.
public struct LoggedValues {
  private let db: Database
  private let currency: Currency

  /// Reads names from a database, and amounts in its currency.
  public init(_ db: Database, currency: Currency) {
    self.db = db
    self.currency = currency
  }

  /// The differences between the two sides of an entry, in the order of the catalogue.
  public func changes(
    from before: [String: ColumnValue], to after: [String: ColumnValue]
  ) throws -> [ItemChange] {
    var changes: [ItemChange] = []
    for definition in FieldCatalogue.all {
      let key = definition.field == .tags ? ItemValues.tagsKey : definition.column?.name
      guard let key, before[key] != nil || after[key] != nil else { continue }
      changes.append(
        ItemChange(
          aspect: .field(definition.field), before: try text(before[key], definition),
          after: try text(after[key], definition)))
    }
    return changes + ownFields(from: before, to: after)
  }

  private func ownFields(
    from before: [String: ColumnValue], to after: [String: ColumnValue]
  ) -> [ItemChange] {
    func fields(_ values: [String: ColumnValue]) -> [CustomField] {
      ItemValues.customFields(from: values[ItemValues.fieldsKey]?.text ?? "[]")
    }
    let (old, new) = (fields(before), fields(after))
    let names =
      new.map(\.name) + old.map(\.name).filter { name in !new.contains { $0.name == name } }
    return names.compactMap { name in
      guard name != Item.sealedField else { return ItemChange(aspect: .privacy) }
      let former = old.first { $0.name == name }?.value
      let present = new.first { $0.name == name }?.value
      return former == present
        ? nil : ItemChange(aspect: .custom(name), before: former, after: present)
    }
  }

  private func text(_ value: ColumnValue?, _ definition: FieldDefinition) throws -> String? {
    guard let value, value != .null else { return nil }
    let text: String?
    switch definition.field {
    case .place: text = try value.uuid.flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.path }
    case .parent: text = try value.uuid.flatMap { try StoredItem.fetch(db, uuid: $0)?.item.name }
    case .category:
      text = try value.uuid.flatMap {
        try String.fetchOne(db, sql: "SELECT name FROM category WHERE uuid = ?", arguments: [$0])
      }
    default: text = definition.kind.text(value, currency: currency)
    }
    return text?.isEmpty == true ? nil : text
  }
}

/// A part of an item that changed.
public struct ItemChange: Hashable, Sendable {
  /// The part.
  public var aspect: ItemAspect
  /// The former value as text; `nil` if it is unknown or there was none.
  public var before: String?
  /// The value after as text.
  public var after: String?

  /// Makes a change.
  public init(aspect: ItemAspect, before: String? = nil, after: String? = nil) {
    self.aspect = aspect
    self.before = before
    self.after = after
  }
}
