import Foundation
import GRDB
import Household

/// What lies in what: each home may put one thing into another, and together these may close a circle or nest too deep.
///
/// The tables show what they would if everything had been put where it is one after the other, by the server's order, and
/// each step refused that closes a circle or goes deeper than ``Bounds/levels``. So all homes show the same, whatever came
/// first to each. What is refused lies at the top, and is tried again when something around it or in it moves.
extension Projector {
  /// The column that says what a row lies in; `nil` for kinds that lie in nothing of their own.
  static func nestingColumn(_ kind: SharedKind) -> String? {
    switch kind {
    case .place: "parent"
    case .item: "parent_item_id"
    case .setting, .category, .attachment: nil
    }
  }

  /// The order in which rows were put where they are.
  private struct Claim: Comparable {
    var sequence: Int64
    var key: String

    static func < (one: Claim, other: Claim) -> Bool {
      (one.sequence, one.key) < (other.sequence, other.key)
    }
  }

  /// Whether a row may lie where it was put; takes out those that were put later and are in the way.
  ///
  /// - Parameter around: The number of the row around it.
  func mayLie(_ id: RowID, _ row: SharedRow, in around: Int64, _ kind: SharedKind) throws -> Bool {
    guard let column = Self.nestingColumn(kind) else { return true }
    let nesting = self.nesting(kind)
    let own = try SharedKey.uuid(id.key).flatMap(nesting.id)
    guard try obstacle(own, in: around, nesting) != nil else { return true }
    // What lies in the trash lies nowhere.
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

  /// Takes something out of what lies deeper than it may, as the whole file of a home that founds a household.
  func takeOutIfTooDeep(_ id: RowID, _ kind: SharedKind) throws {
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

  /// Takes a row out of the way of another.
  ///
  /// It is tried again once the other lies in its place: more may have been taken out than had to be.
  private func makeWay(_ id: RowID, _ kind: SharedKind) throws -> Bool {
    guard try takeOut(id, kind, isDeep: true) else { return false }
    try tables.add(id, to: .pending)
    woken.append(id)
    return true
  }

  /// Puts a row at the top for now.
  ///
  /// - Parameter isDeep: Whether it can't lie where it was put; otherwise what it lay in is gone.
  /// - Returns: Whether it lies at the top now.
  @discardableResult
  func takeOut(_ id: RowID, _ kind: SharedKind, isDeep: Bool) throws -> Bool {
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
      _ = try ItemWriter.update(stored, to: item, in: transaction)
    }
    try finish(id, kind)
    return true
  }

  private func nestingKind(_ kind: SharedKind) -> Nesting.Kind { kind == .place ? .places : .items }

  private func nesting(_ kind: SharedKind) -> Nesting { Nesting(nestingKind(kind), db) }

  /// The rows of which one at least must not lie where it does, for a row to lie in another; `nil` if nothing is in the way.
  private func obstacle(_ own: Int64?, in around: Int64, _ nesting: Nesting) throws -> [Int64]? {
    let above = try nesting.outward(from: around)
    guard let own else { return above.count < Bounds.levels ? nil : above.dropLast() }
    if let end = above.firstIndex(of: own) { return Array(above[..<end]) }
    let deepest = try nesting.deepest(in: own)
    guard above.count + 1 + deepest.levels > Bounds.levels else { return nil }
    let below = try nesting.outward(from: deepest.row).prefix { $0 != own }
    return above.dropLast() + below
  }

  /// Whether a row may lie in another by what was put where it is before.
  private func isFirst(
    _ claim: Claim, _ own: Int64?, in around: Int64, _ kind: SharedKind
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

  /// When a row was put where it is.
  private func claim(of number: Int64, _ kind: SharedKind) throws -> Claim {
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
  func author(of column: String) -> String { merged.stamp(column)?.device ?? "" }
}
