import Foundation

@testable import Inventory
@testable import Sync

/// Checks a cell of a home at rest against the values that must be in it.
struct CellJudge {
  private let store: InventoryStore
  private let images: [RowID: RowImage]
  /// All writes of the rows, in the server's order.
  private let writes: [RowID: [RowWrite]]
  /// Rows that were only referred to, which implies that they exist.
  private let mentioned: Set<RowID>
  /// The conflicting values that the home shows, as texts.
  private let conflictTexts: Set<String>
  private let conflicts: [EditOracle.Cell: Set<SharedValue>]
  private let resentValues: [EditOracle.Cell: Set<SharedValue>]

  init(_ history: HomesHistory, in home: HomeOnDisk) throws {
    store = home.store
    images = try history.images(home)
    resentValues = history.resentValues
    let all = try history.shared.log.flatMap { try SyncOperation(bytes: $0.bytes).writes }
    writes = Dictionary(grouping: all, by: \.row)
    mentioned = Set(
      all.filter { write in
        write.cells[MergedRow.life] == .null && history.oracle.events(in: write).isEmpty
      }.map(\.row))
    conflicts = try Self.conflicts(store, items: history.items)
    conflictTexts = try Self.conflictTexts(store, items: history.items)
  }

  private static func conflicts(
    _ store: InventoryStore, items: [UUID]
  ) throws -> [EditOracle.Cell: Set<SharedValue>] {
    try store.database.file.read { db in
      var found: [EditOracle.Cell: Set<SharedValue>] = [:]
      for (id, row, columns) in try RowConflicts(db).all() {
        for column in columns {
          let others = row.merged.others(column, than: row.value(column))
          found[EditOracle.Cell(row: id, column: column)] = Set(others.map(\.value))
        }
      }
      for id in items.map(SyncedTable.item.row) {
        for (column, heads) in try SyncTables(db: db).row(id)?.conflicts(of: .item) ?? [:] {
          found[EditOracle.Cell(row: id, column: column)] = Set(heads.map(\.value))
        }
      }
      return found
    }
  }

  private static func conflictTexts(
    _ store: InventoryStore, items: [UUID]
  ) throws -> Set<String> {
    let texts =
      try store.household.rowConflicts().compactMap(\.other)
      + items.flatMap { try store.household.conflicts(of: $0).compactMap(\.text) }
    return Set(texts)
  }

  // MARK: - Judging

  /// Describes the fault of a cell; nil if the cell is right.
  ///
  /// - Parameters:
  ///   - standing: The values that no one who had seen them replaced.
  ///   - unheard: Values that may also be there, since it was never sent who had seen them.
  func failure(
    of cell: EditOracle.Cell, standing: Set<SharedValue>, unheard: Set<SharedValue>
  ) throws -> String? {
    let row = try store.database.file.read { try SyncTables(db: $0).row(cell.row) }
    let heads = Set(row?.merged.cells[cell.column]?.map(\.value) ?? [])
    let shown = images[cell.row]?[cell.column] ?? .null
    let isRight =
      try isKept(standing, heads, cell) && isKnown(heads, standing.union(unheard), cell)
      && isShown(shown, heads, cell)
      && areInConflict(
        standing.intersection(heads), besides: row?.value(cell.column) ?? .null, cell)
    if isRight { return nil }
    return "\(cell.row.kind) \(cell.row.key) \(cell.column) shows \(shown) of \(heads) "
      + "but must have \(standing), and reports the conflicts \(conflicts[cell] ?? [])"
  }

  /// Whether no value that must be kept is missing.
  private func isKept(
    _ standing: Set<SharedValue>, _ heads: Set<SharedValue>, _ cell: EditOracle.Cell
  ) -> Bool {
    if standing.isSubset(of: heads) { return true }
    // A trashing is also replaced by homes that continue to use the row, which the oracle doesn't follow.
    let mayBeKept = cell.row.kind == SyncedTable.item.rawValue || mentioned.contains(cell.row)
    return cell.column == MergedRow.life && mayBeKept && heads.contains(.null)
  }

  /// Whether no replaced value is there.
  private func isKnown(
    _ heads: Set<SharedValue>, _ known: Set<SharedValue>, _ cell: EditOracle.Cell
  ) -> Bool {
    if cell.column == MergedRow.life { return true }
    return heads.subtracting(known).allSatisfy { isWrittenTwice($0, cell) || isDefault($0, cell) }
  }

  /// Whether a value is a default of every new home that no one has written.
  private func isDefault(_ value: SharedValue, _ cell: EditOracle.Cell) -> Bool {
    guard cell.row.kind == SyncedTable.category.rawValue else { return false }
    let seed = SeedCategories.all.first { Item.asciiLowercased($0.name) == cell.row.key }
    return seed.map { SharedValue($0.usefulLifeMonths.map { Int64($0) }) == value } ?? false
  }

  /// Whether a value was written twice, or may have been: a restored copy sends again what was waiting in it, without
  /// knowing what has replaced it since.
  private func isWrittenTwice(_ value: SharedValue, _ cell: EditOracle.Cell) -> Bool {
    if resentValues[cell]?.contains(value) == true { return true }
    return writes[cell.row, default: []].count { $0.cells[cell.column] == value } > 1
  }

  /// Whether one of the values is shown, or what the rules of an inventory make of it.
  private func isShown(
    _ shown: SharedValue, _ heads: Set<SharedValue>, _ cell: EditOracle.Cell
  ) throws -> Bool {
    if cell.column == MergedRow.life, heads.contains(.null) { return shown == .null }
    if heads.contains(shown) { return true }
    let isUnapplied = try store.database.file.read {
      try SyncTables(db: $0).contains(cell.row, in: .unapplied)
    }
    guard isUnapplied, cell.row.kind == SyncedTable.place.rawValue else { return false }
    switch cell.column {
    // Another place has the name.
    case "name": return heads.contains { shown.text?.hasPrefix(($0.text ?? "") + " (") == true }
    // The parent is in the trash, or the places would contain each other.
    case "parent": return shown == .null
    default: return false
    }
  }

  /// Whether values that aren't shown are reported as conflicts.
  private func areInConflict(
    _ standing: Set<SharedValue>, besides merged: SharedValue, _ cell: EditOracle.Cell
  ) -> Bool {
    // Two homes that both trashed it agree.
    if cell.column == MergedRow.life, merged != .null { return true }
    let values = standing.subtracting([merged])
    guard values.isSubset(of: conflicts[cell] ?? []) else { return false }
    // The text of these differs from the value.
    guard cell.column != MergedRow.life, cell.column != "parent" else { return true }
    return values.allSatisfy { conflictTexts.contains(Self.text(of: $0)) }
  }

  private static func text(of value: SharedValue) -> String {
    ItemAspect.customValue(value) ?? value.text ?? value.integer.map { String($0) } ?? ""
  }
}
