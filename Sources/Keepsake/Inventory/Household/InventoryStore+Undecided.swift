import Foundation
import GRDB
import Household

extension HouseholdStore {
  /// What others wrote of an item at the same time as what is shown; nothing of it is lost until somebody decides.
  public func undecided(_ item: UUID) throws(InventoryError) -> [UndecidedValue] {
    let values: [UndecidedValue] = try database.read { db in
      // What is withheld from the login, or sealed, is none of its business here either.
      guard try Meta.text(Meta.household, db) != nil,
        let stored = try StoredItem.fetch(db, uuid: item)?.item, !privacy.unmasked(stored).isMasked
      else { return [] }
      return try UndecidedReading(db, currency: database.currency).values(of: item)
        .sorted { $0.key < $1.key }.flatMap(\.value)
    }
    var open: [UndecidedValue] = []
    for var value in values {
      if value.subject == .field(.place) { value.text = try privacy.opened(path: value.text) }
      open.append(value)
    }
    return open
  }

  /// The items of which two values stand beside each other.
  public func undecidedItems() throws(InventoryError) -> Set<UUID> { try undecidedMarks().items }

  /// The items of which two values stand beside each other, and whether there is anything else; a launch reads no more.
  public func undecidedMarks() throws(InventoryError) -> (items: Set<UUID>, hasOthers: Bool) {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return ([], false) }
      let keys = try HouseholdTables(db: db).undecided()
      let items = Set(keys.compactMap(SharedKey.uuid))
      return (items, items.count < keys.count)
    }
  }

  /// Decides for what is shown of an item, for all homes.
  ///
  /// - Parameter seen: The other values that the person saw: a column with one that came since stays as it is. Without it,
  ///   all are decided.
  /// - Returns: Whether there was anything to decide.
  @discardableResult
  public func keepShown(
    of item: UUID, insteadOf seen: [UndecidedValue]? = nil, author: String
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Meta.text(Meta.household, db) != nil else { return false }
      let tables = HouseholdTables(db: db)
      let id = SharedKind.item.row(item)
      let values = try UndecidedReading(db, currency: transaction.currency).values(of: item)
      let known = seen.map { Set($0.map(\.anonymous)) }
      let undecided = try tables.row(id)?.undecided(of: .item).keys.map { $0 } ?? []
      // What no screen shows goes the way of the rest.
      let columns = undecided.filter { column in
        known?.isSuperset(of: values[column, default: []].map(\.anonymous)) ?? true
      }
      guard !columns.isEmpty else { return false }
      try Self.decide(Set(columns), of: id, author: author, in: transaction)
      if columns.contains(Item.fieldPrefix + Item.sealedField) {
        try Self.keepShownFiles(of: item, author: author, in: transaction)
      }
      return true
    }
  }

  /// Decides in some columns of a row for what the tables have, for all homes.
  static func decide(
    _ columns: Set<String>, of row: RowID, author: String, in transaction: WriteTransaction
  ) throws {
    let tables = HouseholdTables(db: transaction.db)
    try Replica(tables).record(
      [(row, try SharedImages(db: transaction.db).image(row))], keeping: [row: columns],
      references: SharedImages.references, author: author, at: transaction.at)
    try tables.remove(row, from: .dirty)
    transaction.isDirty = true
  }
}
