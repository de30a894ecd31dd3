import Foundation
import GRDB
import Inventory

/// Nests rows. Moves made in different homes may, taken together, form a cycle or nest too deep.
///
/// The tables look as if all moves had been made one after another in the server's order, and each move
/// refused that would form a cycle or exceed ``Bounds/levels``. So all homes show the same nesting, no matter
/// which move reached them first. A refused row stays at the top, and is tried again when something around it
/// or in it moves.
extension MergeApplier {
  /// The column that holds a row's container; `nil` for kinds that don't nest.
  static func nestingColumn(_ kind: SyncedTable) -> String? {
    switch kind {
    case .place: "parent"
    case .item: "parent_item_id"
    case .setting, .category, .attachment, .view: nil
    }
  }

  /// When a row was put into its container.
  ///
  /// Of two moves in each other's way, the earlier one wins.
  private struct Claim: Comparable {
    var sequence: Int64
    var key: String

    static func < (one: Claim, other: Claim) -> Bool {
      (one.sequence, one.key) < (other.sequence, other.key)
    }
  }

  /// Whether a row fits into its container, after taking out rows in the way that were put there later.
  ///
  /// - Parameter around: The local ID of the container.
  func mayLie(_ id: RowID, _ row: SharedRow, in around: Int64, _ kind: SyncedTable) throws -> Bool {
    guard let column = Self.nestingColumn(kind) else { return true }
    let nesting = self.nesting(kind)
    let own = try SharedKey.uuid(id.key).flatMap(nesting.id)
    guard try obstacle(own, in: around, nesting) != nil else { return true }
    // A place in the trash is in no container.
    if kind == .place, row.value(MergedRow.life) != .null { return false }
    let claim = Claim(sequence: row.sequence(column), key: id.key)
    guard try isFirst(claim, own, in: around, kind) else { return false }
    while let path = try obstacle(own, in: around, nesting) {
      let claims = try path.map { (row: $0, claim: try self.claim(of: $0, kind)) }
      guard let last = claims.max(by: { $0.claim < $1.claim }), claim < last.claim else {
        return false
      }
      guard try makeWay(kind.row(last.claim.key), kind) else { return false }
    }
    return true
  }

  /// Takes rows out until this one is within ``Bounds/levels``.
  ///
  /// The file of a home that founds a household may exceed them.
  func takeOutIfTooDeep(_ id: RowID, _ kind: SyncedTable) throws {
    guard Self.nestingColumn(kind) != nil, let uuid = SharedKey.uuid(id.key) else { return }
    let nesting = self.nesting(kind)
    guard let own = try nesting.id(of: uuid) else { return }
    while true {
      let path = try nesting.outward(from: own)
      guard path.count > Bounds.levels else { return }
      let claims = try path.dropLast().map { try claim(of: $0, kind) }
      guard let last = claims.max(), try makeWay(kind.row(last.key), kind) else { return }
    }
  }

  /// Takes a row out to make room for another.
  ///
  /// The row is tried again once the other is in place: more rows may have been taken out than necessary.
  private func makeWay(_ id: RowID, _ kind: SyncedTable) throws -> Bool {
    guard try takeOut(id, kind, isDeep: true) else { return false }
    try tables.add(id, to: .unapplied)
    woken.append(id)
    return true
  }

  /// Moves a row to the top for now.
  ///
  /// - Parameter isDeep: Whether the row doesn't fit into its container; otherwise the container is gone.
  /// - Returns: Whether the row was moved.
  @discardableResult
  func takeOut(_ id: RowID, _ kind: SyncedTable, isDeep: Bool) throws -> Bool {
    guard let uuid = SharedKey.uuid(id.key), let column = Self.nestingColumn(kind),
      let row = try tables.row(id)
    else { return false }
    if let key = row.value(column).text {
      wait(
        id, column, for: Hold(around: kind.row(key), isDeep: isDeep, device: row.author(of: column))
      )
    }
    woken += try tables.wakeDeep(movedFrom: nil, id, nestingKind(kind))
    switch kind {
    case .place:
      guard let stored = try StoredPlace.fetch(db, uuid: uuid), stored.parentID != nil else {
        return false
      }
      var place = stored.place
      place.parent = nil
      place.name = try freeName(row.value("name").text ?? place.name, in: nil, of: id, row)
      _ = try PlaceTree.update(stored, to: place, in: transaction)
    default:
      guard let stored = try StoredItem.fetch(db, uuid: uuid), stored.item.parent != nil else {
        return false
      }
      var item = stored.item
      item.parent = nil
      _ = try items.update(stored, to: item)
    }
    try finish(id, kind)
    return true
  }

  private func nestingKind(_ kind: SyncedTable) -> Nesting.Kind {
    kind == .place ? .places : .items
  }

  private func nesting(_ kind: SyncedTable) -> Nesting { Nesting(nestingKind(kind), db) }

  /// The rows that keep a row out of another: at least one of them has to move.
  ///
  /// `nil` if nothing is in the way.
  private func obstacle(_ own: Int64?, in around: Int64, _ nesting: Nesting) throws -> [Int64]? {
    let above = try nesting.outward(from: around)
    guard let own else { return above.count < Bounds.levels ? nil : above.dropLast() }
    if let end = above.firstIndex(of: own) { return Array(above[..<end]) }
    let deepest = try nesting.deepest(in: own)
    guard above.count + 1 + deepest.levels > Bounds.levels else { return nil }
    let below = try nesting.outward(from: deepest.row).prefix { $0 != own }
    return above.dropLast() + below
  }

  /// Whether a row fits into another if only moves before its own count.
  private func isFirst(
    _ claim: Claim, _ own: Int64?, in around: Int64, _ kind: SyncedTable
  ) throws -> Bool {
    let nesting = self.nesting(kind)
    var above = 0
    for row in try nesting.outward(from: around) {
      if row == own { return false }
      above += 1
      guard above < Bounds.levels else { return false }
      guard try self.claim(of: row, kind) < claim else { break }
    }
    var level = own.map { [$0] } ?? []
    var below = 0
    while !level.isEmpty {
      guard above + 1 + below <= Bounds.levels else { return false }
      level = try level.flatMap(nesting.contents).filter { try self.claim(of: $0, kind) < claim }
      below += 1
    }
    return true
  }

  /// When a row was put into its container.
  private func claim(of number: Int64, _ kind: SyncedTable) throws -> Claim {
    guard let column = Self.nestingColumn(kind), let uuid = try nesting(kind).uuid(of: number)
    else {
      return Claim(sequence: .max, key: "")
    }
    let id = kind.row(uuid)
    return Claim(sequence: try tables.row(id)?.sequence(column) ?? .max, key: id.key)
  }
}

extension SharedRow {
  /// The device whose value of a column is shown.
  func author(of column: String) -> String { merged.operationID(column)?.device ?? "" }
}
