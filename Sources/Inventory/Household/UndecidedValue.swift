import Foundation
import GRDB
import Household

/// A value that somebody else wrote at the same time as the one that is shown.
package struct UndecidedValue: Hashable, Sendable {
  /// What it is a value of.
  package var subject: ItemAspect
  /// The value as text; `nil` if there is none.
  package var text: String?
  /// The row that the value of a choice refers to.
  package var choice: UUID?
  /// The device that wrote it.
  package var device: String
  /// Who and where: `Ben (laptop)`; empty if that was never told.
  package var deviceName = ""
  /// Whether it was written in this home, and something else is shown.
  package var isOwn = false

  /// Makes a value.
  ///
  /// - Parameter device: Empty for the one that is shown.
  package init(subject: ItemAspect, text: String? = nil, choice: UUID? = nil, device: String = "") {
    self.subject = subject
    self.text = text
    self.choice = choice
    self.device = device
  }

  /// The same without a name, which may become known later.
  var anonymous: UndecidedValue {
    var value = self
    (value.deviceName, value.isOwn) = ("", false)
    return value
  }
}

/// Puts the values that stand beside those that are shown into words.
struct UndecidedReading {
  private let db: Database
  private let tables: HouseholdTables
  private let currency: Currency

  init(_ db: Database, currency: Currency) {
    self.db = db
    tables = HouseholdTables(db: db)
    self.currency = currency
  }

  /// The values of an item, by column.
  func values(of item: UUID) throws -> [String: [UndecidedValue]] {
    guard let row = try tables.row(SharedKind.item.row(item)) else { return [:] }
    var found: [String: [UndecidedValue]] = [:]
    for (column, heads) in row.undecided(of: .item) {
      let values = try heads.compactMap { try value($0, in: column) }
      if !values.isEmpty { found[column] = values }
    }
    return found
  }

  private func value(_ head: MergedRow.Head, in column: String) throws -> UndecidedValue? {
    guard let subject = ItemAspect(column: column, value: head.value) else { return nil }
    var value = UndecidedValue(subject: subject, device: head.stamp.device)
    value.deviceName = try tables.name(ofDevice: head.stamp.device) ?? ""
    let clock = try tables.clock()
    value.isOwn = head.stamp.device == clock.device || clock.former[head.stamp.device] != nil
    guard head.value != .null else {
      if case .field(let field) = subject {
        let text = field.definition.text(of: Item.blank, currency: currency)
        value.text = text.isEmpty ? nil : text
      }
      return value
    }
    switch subject {
    case .trash, .privacy: break
    case .tag: value.text = head.value.text
    case .custom: value.text = ItemAspect.customValue(head.value)
    case .field(.place):
      let place = try head.value.text.flatMap(SharedKey.uuid)
        .flatMap { try StoredPlace.fetch(db, uuid: $0)?.place }
      (value.choice, value.text) = (place?.uuid, place?.path)
    case .field(.category): (value.choice, value.text) = try category(head.value.text ?? "")
    case .field(.parent):
      let parent = try head.value.text.flatMap(SharedKey.uuid)
        .flatMap { try StoredItem.fetch(db, uuid: $0)?.item }
      (value.choice, value.text) = (parent?.uuid, parent?.name)
    case .field(let field):
      value.text = field.definition.kind.text(head.value.column, currency: currency)
    }
    return value
  }

  private func category(_ key: String) throws -> (UUID?, String?) {
    let find = try db.cachedStatement(sql: "SELECT uuid, name FROM category WHERE name = ?")
    guard let row = try Row.fetchOne(find, arguments: [key]) else { return (nil, key) }
    return (try row.value(0), try row.value(1))
  }
}

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
    } else if let found = FieldCatalogue.all.first(where: { $0.column?.name == column }) {
      self = .field(found.field)
    } else {
      return nil
    }
  }

  /// The value of a field of the person's own, which its name precedes.
  fileprivate static func customValue(_ value: SharedValue) -> String? {
    guard let text = value.text, let end = text.firstIndex(of: "\0") else { return nil }
    return String(text[text.index(after: end)...])
  }
}
