import Foundation
import GRDB
import Inventory

/// Puts values of shared items into words.
struct SharedValueReading {
  private let db: Database
  private let currency: Currency

  init(_ db: Database, currency: Currency) {
    self.db = db
    self.currency = currency
  }

  /// A value as text, and the row that the value of a choice refers to.
  func words(
    _ value: SharedValue, of subject: ItemAspect
  ) throws -> (choice: UUID?, text: String?) {
    guard value != .null else {
      guard case .field(let field) = subject else { return (nil, nil) }
      let text = field.definition.text(of: Item.blank, currency: currency)
      return (nil, text.isEmpty ? nil : text)
    }
    switch subject {
    case .trash, .privacy, .file, .column: return (nil, nil)
    case .tag: return (nil, value.text)
    case .custom: return (nil, ItemAspect.customValue(value))
    case .field(.place):
      let place = try value.text.flatMap(SharedKey.uuid)
        .flatMap { try StoredPlace.fetch(db, uuid: $0)?.place }
      return (place?.uuid, place?.path)
    case .field(.category): return try category(value.text ?? "")
    case .field(.parent):
      let parent = try value.text.flatMap(SharedKey.uuid)
        .flatMap { try StoredItem.fetch(db, uuid: $0)?.item }
      return (parent?.uuid, parent?.name)
    case .field(let field):
      return (nil, field.definition.kind.text(value.column, currency: currency))
    }
  }

  private func category(_ key: String) throws -> (UUID?, String?) {
    let find = try db.cachedStatement(sql: "SELECT uuid, name FROM category WHERE name = ?")
    guard let row = try Row.fetchOne(find, arguments: [key]) else { return (nil, key) }
    return (try row.value(0), try row.value(1))
  }
}
