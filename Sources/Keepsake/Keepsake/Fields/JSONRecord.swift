import Foundation
import Inventory

/// One item in `list --json`: every field of the catalogue under its key; in `show --json` also what is attached.
///
/// The names are stable; unknown values are left out. `trashed` is true for an item in the trash, and left out otherwise.
nonisolated struct JSONRecord: Encodable {
  private let item: Item
  private let relations: ItemRelations
  private let currency: Currency
  private let attached: [AttachedFile]
  private let conflicts: [String]

  /// - Parameters:
  ///   - attached: The attached files; a list leaves them out, which would cost a query for each item.
  ///   - conflicts: The parts with conflicting values.
  init(
    item: Item, relations: ItemRelations, currency: Currency, attached: [AttachedFile] = [],
    conflicts: [ItemAspect] = []
  ) {
    self.conflicts = Set(conflicts.map(Self.name(of:))).sorted()
    self.item = item
    self.relations = relations
    self.currency = currency
    self.attached = attached
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The value of a member.
  private enum Content {
    case identity
    case currency
    /// The custom fields by name; left out if there are none.
    case customFields
    /// The attached files; left out if there are none.
    case attachments
    /// Whether it is private; left out if it is not.
    case privacy
    /// Whether it is in the trash; left out if it is not.
    case trash
    /// The names of the parts in conflict; left out if there are none.
    case conflicts
    case field(FieldDefinition)
  }

  /// All members, in the order of writing.
  private static let members: [(key: Key, content: Content)] = {
    let fields = FieldCatalogue.all.filter { ![.trashed, .position].contains($0.field) }
      .map { ($0.field.rawValue, Content.field($0)) }
    let others = [
      ("uuid", Content.identity), ("currency", .currency), ("fields", .customFields),
      ("attachments", .attachments), ("private", .privacy), ("undecided", .conflicts),
      (ItemField.trashed.rawValue, .trash),
    ]
    return (fields + others).sorted { $0.0 < $1.0 }
      .map { (Key(stringValue: $0.0), $0.1) }
  }()

  /// Writes identity, currency, custom fields, and every field with a value.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, content) in Self.members {
      switch content {
      case .identity: try container.encode(item.uuid.digits, forKey: key)
      case .currency: try container.encode(currency.code, forKey: key)
      case .customFields:
        if item.shownFields.isEmpty { continue }
        let named = item.shownFields.map { ($0.name, $0.value) }
        try container.encode(Dictionary(named) { first, _ in first }, forKey: key)
      case .attachments:
        if !attached.isEmpty { try container.encode(attached, forKey: key) }
      case .trash: if item.deletedAt != nil { try container.encode(true, forKey: key) }
      case .privacy: if item.isKeptPrivate { try container.encode(true, forKey: key) }
      case .conflicts: if !conflicts.isEmpty { try container.encode(conflicts, forKey: key) }
      case .field(let definition): try encode(definition, to: &container, forKey: key)
      }
    }
  }

  /// The name of the conflicting part: for the user's own fields, the name that `keepsake set` takes.
  private static func name(of aspect: ItemAspect) -> String {
    switch aspect {
    case .field(let field): field.rawValue
    case .custom(let name): "field.\(name)"
    case .tag: ItemField.tags.rawValue
    case .trash: ItemField.trashed.rawValue
    case .privacy: "private"
    case .file(_, let name): "file \(name)"
    case .column(let name): name
    }
  }

  private func encode(
    _ definition: FieldDefinition, to container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    switch definition.printed(of: item, relations, currency: currency) {
    case .text(let text): try container.encode(text, forKey: key)
    case .texts(let texts): try container.encode(texts, forKey: key)
    case .flag(let flag): try container.encode(flag, forKey: key)
    case .number(let number): try container.encode(number, forKey: key)
    case nil: return
    }
  }
}
