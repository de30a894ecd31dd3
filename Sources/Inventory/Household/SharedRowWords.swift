import Foundation
import GRDB
import Household

/// Puts settings, categories, places and files, as homes share them, into words.
struct SharedRowWords {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// What a row is called: `place Cellar / Rack`; `nil` if it is not here.
  func name(of id: RowID) throws -> String? {
    switch SharedKind(rawValue: id.kind) {
    case .setting: return SharedSetting.named(id.key).map { "setting \($0.key)" }
    case .category: return "category \(id.key)"
    case .place: return try place(id.key).map { "place \($0)" }
    case .attachment:
      guard let uuid = SharedKey.uuid(id.key),
        let file = try StoredAttachment.fetch(db, uuid: uuid)?.attachment,
        let item = try StoredItem.fetch(db, uuid: file.item)?.item
      else { return nil }
      return "file \(file.fileName) of \(item.name)"
    case .item, nil: return nil
    }
  }

  private func place(_ key: String) throws -> String? {
    try SharedKey.uuid(key).flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.path }
  }

  /// What a column is called; empty for the value of a setting.
  func label(_ column: String) -> String {
    switch column {
    case "value": ""
    case MergedRow.life: "in the trash"
    case "parent": "inside"
    case "order_key": "order"
    case "useful_life_months": "useful life in months"
    default: column
    }
  }

  /// A value as text; `nil` for none.
  func text(_ value: SharedValue, in column: String) throws -> String? {
    switch (column, value) {
    case (MergedRow.life, .null): "no"
    case (MergedRow.life, _): "yes"
    case ("parent", .text(let key)): try place(key) ?? key
    case (_, .null): nil
    case (_, .text(let text)): text
    case (_, .integer(let number)): String(number)
    case (_, .real(let number)): String(number)
    }
  }
}
