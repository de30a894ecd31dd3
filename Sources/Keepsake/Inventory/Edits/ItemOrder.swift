import Foundation
import GRDB

/// The order that the user gives the items by moving them.
///
/// An item that was never moved is sorted by its asset number, so new items come last. A moved item has its own
/// position, between the positions of its neighbors (``OrderClause/positionKey``). All homes
/// of a household therefore agree on the order.
enum ItemOrder {
  fileprivate static let step = OrderClause.positionStep

  /// The maximum number of items that get new positions to make room for one.
  private static let most = 4096

  /// Moves an item directly before or after another one; the other items keep their order.
  static func move(
    _ uuid: UUID, _ neighbour: Edit.Neighbour, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let (isAfter, other) =
      switch neighbour {
      case .before(let other): (false, other)
      case .after(let other): (true, other)
      }
    let moved = try StoredItem.existing(uuid, transaction.db)
    var summary = ChangeSummary(
      action: .changed, subject: .item, name: moved.item.name, uuid: uuid, count: 0)
    guard uuid != other else { return summary }
    let order = ItemOrder.Reading(db: transaction.db, moved: moved.id)
    let near = try order.place(of: other)
    guard try order.neighbour(of: near, isAfter: isAfter) != moved.id else { return summary }
    let far = try order.places(beside: near, isAfter: isAfter, limit: 1).first
    let (before, after) = isAfter ? (near, far) : (far, near)
    let position = try order.position(
      between: before?.position, and: after?.position,
      last: { try order.positionOfNewItem() })
    if let position {
      _ = try store(position, for: moved, in: transaction)
    } else {
      try makeRoom(for: moved, after: before, before: after, order, in: transaction)
    }
    // The user moved one item, however many others made room for it.
    summary.count = 1
    return summary
  }

  private static func store(
    _ position: Int64, for stored: StoredItem, in transaction: WriteTransaction
  ) throws -> Bool {
    var wanted = stored.item
    wanted.position = position
    return try ItemEdits.log(stored, wanted: wanted, .update, in: transaction)
  }

  /// Spreads the nearest items over a wider range of positions, with the moved one between two of them.
  private static func makeRoom(
    for moved: StoredItem, after before: Place?, before after: Place?, _ order: Reading,
    in transaction: WriteTransaction
  ) throws {
    var reach = 8
    while reach <= most {
      let above = try around(before, isAfter: false, reach, order)
      let below = try around(after, isAfter: true, reach, order)
      let ids = above.items.reversed().map(\.id) + [moved.id] + below.items.map(\.id)
      let gaps = Int64(ids.count + 1)
      // New items stay last.
      let end = try below.end ?? order.positionOfNewItem()
      let start = above.end ?? end.less(gaps * step)
      let (room, isTooLong) = end.subtractingReportingOverflow(start)
      if isTooLong || room / gaps >= 16 {
        let width = isTooLong ? step : room / gaps
        try spread(ids, from: start, by: width, named: moved.id, in: transaction)
        return
      }
      reach *= 2
    }
    throw InventoryError(.refused, "too many items have the same position; nothing was moved")
  }

  /// The items to reposition on one side of the gap, nearest first, and the position of the item beyond them.
  private static func around(
    _ first: Place?, isAfter: Bool, _ reach: Int, _ order: Reading
  ) throws -> (items: [Place], end: Int64?) {
    guard let first else { return ([], nil) }
    let more = try order.places(beside: first, isAfter: isAfter, limit: reach)
    let items = [first] + more
    return items.count > reach ? (Array(items.dropLast()), items.last?.position) : (items, nil)
  }

  private static func spread(
    _ ids: [Int64], from start: Int64, by width: Int64, named moved: Int64,
    in transaction: WriteTransaction
  ) throws {
    let positions = Array(zip(ids, (1...Int64(ids.count)).map { own(start.more($0 * width)) }))
    // The log names a change by its first entry.
    let first = positions.filter { $0.0 == moved }
    for (id, position) in first + positions.filter({ $0.0 != moved }) {
      guard let stored = try StoredItem.fetch(transaction.db, id: id) else { continue }
      _ = try store(position, for: stored, in: transaction)
    }
  }

  /// The position to store: 1 instead of 0, which means no position.
  private static func own(_ position: Int64) -> Int64 { position == 0 ? 1 : position }
}

extension ItemOrder {
  /// An item's place in the order: its position, then its row number.
  struct Place {
    let id: Int64
    let position: Int64
  }

  /// Reads the order without the item that is moved.
  struct Reading {
    let db: Database
    let moved: Int64

    func place(of uuid: UUID) throws -> Place {
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.id, \(OrderClause.positionKey) FROM item
          WHERE item.uuid = ? AND \(ScopeClause.live)
          """)
      guard let row = try Row.fetchOne(statement, arguments: [uuid]) else {
        throw InventoryError(.refused, "this item no longer exists")
      }
      return try Place(id: row.value(0), position: row.value(1))
    }

    /// The neighbor of an item, possibly the moved one.
    func neighbour(of place: Place, isAfter: Bool) throws -> Int64? {
      try places(beside: place, isAfter: isAfter, limit: 1, except: nil).first?.id
    }

    /// The next items on one side of another one, the nearest first.
    func places(beside place: Place, isAfter: Bool, limit: Int) throws -> [Place] {
      try places(beside: place, isAfter: isAfter, limit: limit, except: moved)
    }

    private func places(
      beside place: Place, isAfter: Bool, limit: Int, except: Int64?
    ) throws -> [Place] {
      let (sign, way) = isAfter ? (">", "") : ("<", " DESC")
      let key = OrderClause.positionKey
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.id, \(key) FROM item
          WHERE \(ScopeClause.live) AND \(key) \(sign)= ?1 AND (\(key) \(sign) ?1 OR item.id \(sign) ?2)
            AND item.id IS NOT ?3
          ORDER BY \(key)\(way), item.id\(way) LIMIT ?4
          """)
      return try Row.fetchAll(
        statement, arguments: [place.position, place.id, except, limit]
      ).map { try Place(id: $0.value(0), position: $0.value(1)) }
    }

    /// The position that the next new item will have.
    func positionOfNewItem() throws -> Int64 {
      let highest = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(asset_no) FROM main.item WHERE asset_no < ?"),
        arguments: [AssetNumber.maximum])
      return (max(0, highest ?? 0) + 1) * ItemOrder.step
    }

    /// A position between two neighbors, or at an end of the order; `nil` if there is no room.
    func position(
      between before: Int64?, and after: Int64?, last: () throws -> Int64
    ) throws -> Int64? {
      switch (before, after) {
      case (nil, nil): return ItemOrder.step
      case (nil, let after?):
        return after == .min ? nil : ItemOrder.own(after.less(ItemOrder.step), below: after)
      case (let before?, let after?): return ItemOrder.middle(before, after)
      case (let before?, nil):
        // New items stay last.
        let end = try last()
        if before < end { return ItemOrder.middle(before, end) }
        return before == .max ? nil : ItemOrder.own(before.more(ItemOrder.step), below: .max)
      }
    }
  }

  private static func own(_ position: Int64, below end: Int64) -> Int64? {
    if position != 0 { return position }
    return end > 1 ? 1 : -1
  }

  private static func middle(_ before: Int64, _ after: Int64) -> Int64? {
    let (room, isTooLong) = after.subtractingReportingOverflow(before)
    if isTooLong { return (before / 2) + (after / 2) == 0 ? 1 : (before / 2) + (after / 2) }
    guard room > 1 else { return nil }
    let middle = before + room / 2
    if middle != 0 { return middle }
    return room > 2 ? middle + (after > 1 ? 1 : -1) : nil
  }
}

extension Int64 {
  fileprivate func less(_ other: Int64) -> Int64 {
    let (result, overflow) = subtractingReportingOverflow(other)
    return overflow ? .min : result
  }

  fileprivate func more(_ other: Int64) -> Int64 {
    let (result, overflow) = addingReportingOverflow(other)
    return overflow ? .max : result
  }
}
