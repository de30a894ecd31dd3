import Foundation
import GRDB
import Household

/// A value that somebody else wrote at the same time as the one that is shown.
package struct UndecidedValue: Hashable, Sendable {
  /// What it is a value of.
  package enum Subject: Hashable, Sendable {
    case field(ItemField)
    case custom(String)
    case tag(String)
    case trash
  }

  /// What it is a value of.
  package var subject: Subject
  /// The value as text; `nil` if there is none.
  package var text: String?
  /// The device that wrote it.
  package var device: String
}

extension InventoryStore {
  /// What others wrote of an item at the same time as what is shown; nothing of it is lost until somebody decides.
  package func undecided(_ item: UUID) throws(InventoryError) -> [UndecidedValue] {
    try file.read { db in
      guard try Meta.text(Meta.household, db) != nil,
        // What is withheld from the login is none of its business here either.
        try StoredItem.fetch(db, uuid: item) != nil,
        let row = try HouseholdTables(db: db).row(SharedKind.item.row(item))
      else { return [] }
      return try row.undecided.sorted { $0.key < $1.key }.flatMap { column, heads in
        try heads.compactMap { try value($0, in: column, db) }
      }
    }
  }

  /// Decides for what is shown of an item, for all homes.
  ///
  /// - Returns: Whether there was anything to decide.
  public func keepShown(of item: UUID, author: String) throws(InventoryError) -> Bool {
    try write(source: "household", isWhole: true) { transaction in
      let tables = HouseholdTables(db: transaction.db)
      let id = SharedKind.item.row(item)
      guard let columns = try tables.row(id)?.undecided.keys, !columns.isEmpty else { return false }
      let image = try SharedImages(db: transaction.db).image(id)
      try Replica(tables).record(
        [(id, image)], keeping: [id: Set(columns)], references: SharedImages.references,
        author: author, at: transaction.at)
      try tables.remove(id, from: .dirty)
      transaction.isDirty = true
      return true
    }
  }

  private func value(
    _ head: MergedRow.Head, in column: String, _ db: Database
  ) throws -> UndecidedValue? {
    let text = head.value.text
    func value(_ subject: UndecidedValue.Subject, _ text: String?) -> UndecidedValue {
      UndecidedValue(subject: subject, text: text, device: head.stamp.device)
    }
    if column == MergedRow.life { return value(.trash, nil) }
    if column.hasPrefix(Item.tagPrefix) {
      return value(.tag(String(column.dropFirst(Item.tagPrefix.count))), text)
    }
    if column.hasPrefix(Item.fieldPrefix) {
      let parts = (text ?? "").split(
        separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
      let name = text == nil ? column.dropFirst(Item.fieldPrefix.count) : parts[0]
      return value(.custom(String(name)), parts.count == 2 ? String(parts[1]) : nil)
    }
    guard let definition = FieldCatalogue.all.first(where: { $0.column?.name == column }) else {
      return nil
    }
    switch column {
    case "location_id":
      let uuid = text.flatMap(SharedKey.uuid)
      return value(
        .field(.place), try uuid.flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.path })
    case "parent_item_id":
      let uuid = text.flatMap(SharedKey.uuid)
      return value(
        .field(.parent), try uuid.flatMap { try StoredItem.fetch(db, uuid: $0)?.item.name })
    case "category_id": return value(.field(.category), text)
    default:
      guard head.value != .null else { return value(.field(definition.field), nil) }
      return value(
        .field(definition.field), definition.kind.text(head.value.column, currency: currency))
    }
  }
}
