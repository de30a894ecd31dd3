import GRDB
import Inventory

/// Changes of one author that every home of the household set aside for the same reason.
public struct SetAsideChanges: Hashable, Sendable {
  /// The member and device, such as `Ben (laptop)`; without a name from the server, what else identifies the
  /// author.
  public var author: String
  /// The reason, such as `altered, sealed with another key, or too large`.
  public var reason: String
  /// The number of changes.
  public var count: Int
  /// The server's sequence number of the latest change.
  public var last: Int64

  /// A line to display: `2 changes by Ben (laptop) were set aside: too large`.
  public var line: String {
    let changes = count == 1 ? "1 change by \(author) was" : "\(count) changes by \(author) were"
    return "\(changes) set aside: \(reason)"
  }
}

/// An item or a place that stays at the top, because its container would nest it too deep or inside itself.
public struct UnplacedRow: Hashable, Sendable {
  /// The kind and the name: `place Box`, `item Drill`.
  public var name: String
  /// The member and device that moved it, such as `Ben (laptop)`; empty if the server never sent them.
  public var author: String

  /// A line to display.
  public var line: String {
    let by = author.isEmpty ? "" : " by \(author)"
    return
      "the \(name), moved\(by), stays at the top: nested more than \(Bounds.levels) levels deep, or in itself"
  }
}

extension SyncStore {
  /// The changes that were set aside, the latest first.
  public func setAsideChanges() throws(InventoryError) -> [SetAsideChanges] {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      return try SyncTables(db: db).setAside()
    }
  }

  /// One line for each private item that no change of a household can hold, as an earlier version stored it.
  public func unsentItems() throws(InventoryError) -> [String] {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return [] }
      let numbers = try Int64?.fetchAll(
        db,
        sql: """
          SELECT item.asset_no FROM custom_field JOIN item ON item.id = custom_field.item_id
          WHERE custom_field.name = ? AND length(custom_field.value) > ? ORDER BY 1 LIMIT 20
          """,
        arguments: [Item.sealedField, OperationBounds.cellBytes - Bounds.nameBytes])
      return numbers.map { number in
        let name = number.map { " \(AssetNumber.text($0))" } ?? ""
        return "the private item\(name) is too large to be sent: shorten its texts"
      }
    }
  }

  /// The number of items and places that aren't where they were put, and the first `limit` of them.
  public func unplacedRows(
    limit: Int = 20
  ) throws(InventoryError) -> (count: Int, first: [UnplacedRow]) {
    let found: (count: Int, first: [UnplacedRow]) = try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return (count: 0, first: []) }
      let tables = SyncTables(db: db)
      let words = SharedRowWords(db)
      // Count only what a limited login may see.
      let isLimited = !database.limits.isNone
      let found = try tables.deepRows(limit: isLimited ? .max : limit)
        .compactMap { row, device -> UnplacedRow? in
          guard let name = try words.nameOfAny(row) else { return nil }
          return UnplacedRow(name: name, author: try tables.name(ofDevice: device) ?? "")
        }
      return (
        count: isLimited ? found.count : try tables.deepCount(), first: Array(found.prefix(limit))
      )
    }
    return found
  }
}

extension SharedRowWords {
  /// The kind and the name of an item or a place.
  fileprivate func nameOfAny(_ id: RowID) throws -> String? {
    if let name = try name(of: id) { return name.text }
    return try itemName(id).map { "item \($0)" }
  }
}
