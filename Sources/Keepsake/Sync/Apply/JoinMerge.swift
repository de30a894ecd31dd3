import Foundation
import GRDB
import Inventory

/// Finds in a home that joins what the household has already, and gives it the household's identity.
struct JoinMerge {
  private let db: Database
  private let tables: SyncTables
  private let transaction: WriteTransaction
  /// The household's keys of what had others here.
  private var renamed: [String: String] = [:]

  init(_ transaction: WriteTransaction) {
    self.transaction = transaction
    db = transaction.db
    tables = SyncTables(db: db)
  }

  mutating func unite() throws {
    try uniteSettings()
    try uniteCategories()
    try unitePlaces()
    try uniteItems()
    try FormerHistory.rename(renamed, db)
    transaction.isDirty = true
  }

  /// The household's settings count.
  private func uniteSettings() throws {
    let applier = try MergeApplier(transaction)
    for id in try tables.rows(in: .unapplied, kind: SyncedTable.setting.rawValue, limit: 100) {
      try applier.write(id)
    }
  }

  /// Uses the household's categories in place of unmodified seed categories, which no user chose.
  private func uniteCategories() throws {
    let applier = try MergeApplier(transaction)
    for seed in SeedCategories.all {
      let life = try Row.fetchOne(
        db, sql: "SELECT useful_life_months FROM category WHERE name = ?", arguments: [seed.name])
      guard let life, try life.value(0) as Int? == seed.usefulLifeMonths else { continue }
      try applier.write(SyncedTable.category.row(Item.asciiLowercased(seed.name)))
    }
  }

  /// Places with the same path are the same.
  private mutating func unitePlaces() throws {
    var key = ""
    while true {
      let rows = try tables.rows(
        in: .unapplied, kind: SyncedTable.place.rawValue, after: key, limit: 1000)
      guard let last = rows.last else { return }
      for id in rows {
        guard let uuid = SharedKey.uuid(id.key), let names = try path(of: id) else { continue }
        try rename(placeAt: names, to: uuid)
      }
      key = last.key
    }
  }

  private func path(of id: RowID) throws -> [String]? {
    var names: [String] = []
    var current: RowID? = id
    while let next = current {
      guard let row = try tables.row(next), row.value(MergedRow.life) == .null,
        let name = row.value("name").text, names.count < Bounds.levels
      else { return nil }
      names.insert(name, at: 0)
      current = row.value("parent").text.map { SyncedTable.place.row($0) }
    }
    return names
  }

  private mutating func rename(placeAt names: [String], to uuid: UUID) throws {
    var current: StoredPlace?
    for name in names {
      guard let id = try StoredPlace.childID(named: name, in: current, db) else { return }
      current = try StoredPlace.fetch(db, id: id)
    }
    guard let place = current, place.place.uuid != uuid,
      try StoredPlace.fetch(db, uuid: uuid) == nil
    else { return }
    try rename("location", place.place.uuid, to: uuid)
  }

  /// Items with the same import reference came from the same file.
  private mutating func uniteItems() throws {
    let references = try Row.fetchCursor(
      db, sql: "SELECT uuid, import_ref FROM item WHERE import_ref IS NOT NULL")
    var own: [String: UUID] = [:]
    while let row = try references.next() { own[try row.value(1)] = try row.value(0) as UUID }
    guard !own.isEmpty else { return }
    var key = ""
    while true {
      let rows = try tables.rows(
        in: .unapplied, kind: SyncedTable.item.rawValue, after: key, limit: 1000)
      guard let last = rows.last else { return }
      for id in rows {
        guard let reference = try tables.row(id)?.value("import_ref").text,
          let former = own[reference], let uuid = SharedKey.uuid(id.key), former != uuid,
          try StoredItem.fetch(db, uuid: uuid) == nil
        else { continue }
        try takeNumber(from: former)
        try rename("item", former, to: uuid)
      }
      key = last.key
    }
  }

  /// The household has numbered the item already.
  private func takeNumber(from uuid: UUID) throws {
    guard let stored = try StoredItem.fetch(db, uuid: uuid) else { return }
    var item = stored.item
    item.assetNumber = nil
    try db.cachedStatement(sql: "UPDATE item SET asset_no = NULL WHERE id = ?")
      .execute(arguments: [stored.id])
    try SearchIndex.update(from: stored.item, to: item, id: stored.id, db)
  }

  private mutating func rename(_ table: String, _ former: UUID, to uuid: UUID) throws {
    try db.cachedStatement(sql: "UPDATE \(table) SET uuid = ?, rev = ? WHERE uuid = ?")
      .execute(arguments: [uuid, transaction.rev, former])
    try db.cachedStatement(sql: "UPDATE change SET row_uuid = ? WHERE row_uuid = ?")
      .execute(arguments: [uuid, former])
    renamed[SharedKey.text(former)] = SharedKey.text(uuid)
  }
}

/// The numbers of items at one time, by row.
public struct NumbersOfItems: Sendable {
  fileprivate let byRow: [Int64: Int64]
}

/// An item that has another number than before: a label that is stuck on it is wrong now.
public struct RenumberedItem: Hashable, Sendable {
  /// The name of the item.
  public var name: String
  /// The number that it had.
  public var former: Int64
  /// The number that it has.
  public var number: Int64
}

extension SyncStore {
  /// The numbers of all items that this login may see.
  public func numbersOfItems() throws(InventoryError) -> NumbersOfItems {
    try database.read { db in
      var numbers: [Int64: Int64] = [:]
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, asset_no FROM item WHERE asset_no IS NOT NULL")
      while let row = try rows.next() { numbers[try row.value(0)] = try row.value(1) as Int64 }
      return NumbersOfItems(byRow: numbers)
    }
  }

  /// The items that have another number than they had, in the order of the former ones.
  ///
  /// A row stays the same where the item takes the identity that it has in a household.
  public func renumbered(since before: NumbersOfItems) throws(InventoryError) -> [RenumberedItem] {
    try database.read { db in
      var found: [RenumberedItem] = []
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, asset_no, name FROM item WHERE asset_no IS NOT NULL")
      while let row = try rows.next() {
        let number: Int64 = try row.value(1)
        guard let former = before.byRow[try row.value(0)], former != number else { continue }
        found.append(RenumberedItem(name: try row.value(2), former: former, number: number))
      }
      return found.sorted { $0.former < $1.former }
    }
  }
}
