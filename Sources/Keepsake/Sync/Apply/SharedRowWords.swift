import Foundation
import GRDB
import Inventory
import Storage

/// The display name of a setting, a category, a place, a file or a view.
public struct SharedRowName: Hashable, Sendable {
  /// `place`.
  public var kind: String
  /// `Cellar / Rack`.
  public var name: String

  /// Both.
  public var text: String { "\(kind) \(name)" }
}

extension PrivacyStore {
  /// A name with the names of private places, if these are open here.
  func opened(_ name: SharedRowName) throws(InventoryError) -> SharedRowName {
    guard name.kind == "place" else { return name }
    return SharedRowName(kind: name.kind, name: try opened(path: name.name) ?? name.name)
  }
}

/// Puts settings, categories, places, files and views, as homes share them, into words.
struct SharedRowWords {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The display name of a row; `nil` if the row does not exist here.
  func name(of id: RowID) throws -> SharedRowName? {
    func named(_ kind: String, _ name: String?) -> SharedRowName? {
      name.map { SharedRowName(kind: kind, name: $0) }
    }
    switch SyncedTable(rawValue: id.kind) {
    case .setting: return named("setting", SharedSetting.named(id.key)?.key)
    case .category: return named("category", id.key)
    case .view: return named("view", try ViewWriter.named(id.key, db)?.name)
    case .place: return named("place", try place(id.key))
    case .attachment:
      guard let uuid = SharedKey.uuid(id.key),
        let file = try StoredAttachment.fetch(db, uuid: uuid)?.attachment,
        let item = try StoredItem.fetch(db, uuid: file.item)?.item
      else { return nil }
      return named("file", "\(file.fileName) of \(item.name)")
    case .item, nil: return nil
    }
  }

  /// The name of an item.
  func itemName(_ id: RowID) throws -> String? {
    guard id.kind == SyncedTable.item.rawValue else { return nil }
    return try SharedKey.uuid(id.key).flatMap { try StoredItem.fetch(db, uuid: $0)?.item.name }
  }

  private func place(_ key: String) throws -> String? {
    try SharedKey.uuid(key).flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.path }
  }

  /// The label of a column; empty for the value of a setting.
  func label(_ column: String) -> String {
    switch column {
    case "value": ""
    case MergedRow.life: "in the trash"
    case "parent": "inside"
    case "order_key": "order"
    case "useful_life_months": "useful life in months"
    case "hidden_columns": "hidden columns"
    default: column
    }
  }

  /// The photo of a place in words: `picture of 2.1 MB`; `nil` if it isn't one.
  private static func words(ofPhoto text: String) -> String? {
    PlacePhoto(text: text).map { "picture of \(SizeText.text($0.bytes))" }
  }

  /// A value as text; `nil` for none.
  func text(_ value: SharedValue, in column: String) throws -> String? {
    switch (column, value) {
    case (MergedRow.life, .null): "no"
    case (MergedRow.life, _): "yes"
    case ("parent", .text(let key)): try place(key) ?? key
    case ("photo", .text(let text)): Self.words(ofPhoto: text)
    case (_, .null): nil
    case (_, .text(let text)): text
    case (_, .integer(let number)): String(number)
    case (_, .real(let number)): String(number)
    }
  }
}

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

extension ItemAspect {
  /// The aspect that a column of a shared item belongs to; `nil` if no screen shows the column.
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

  /// The value of one of the user's own fields, without its leading name.
  static func customValue(_ value: SharedValue) -> String? {
    guard let text = value.text, let end = text.firstIndex(of: "\0") else { return nil }
    return String(text[text.index(after: end)...])
  }
}
