import Foundation

@testable import Inventory
@testable import Sync

/// Judges what a home says of a cell at rest by the values that must stand there.
struct CellJudge {
  private let store: InventoryStore
  private let images: [RowID: RowImage]
  /// All that was said of the rows, by the server's order.
  private let writes: [RowID: [RowWrite]]
  /// The rows that others have only referred to, which says that they are there.
  private let mentioned: Set<RowID>
  /// The conflicting values that the home shows, as texts.
  private let conflictTexts: Set<String>
  private let conflicts: [EditOracle.Cell: Set<SharedValue>]
  private let saidAgain: [EditOracle.Cell: Set<SharedValue>]

  init(_ history: HomesHistory, in home: HomeOnDisk) throws {
    store = home.store
    images = try history.images(home)
    saidAgain = history.saidAgain
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

  /// What is wrong with a cell.
  ///
  /// - Parameters:
  ///   - standing: The values that nobody replaced who had seen them.
  ///   - unheard: Those that may stand besides, since it was never told who had seen them.
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
      + "where \(standing) stand, and says that \(conflicts[cell] ?? []) conflict"
  }

  /// Whether all values are there that must be.
  private func isKept(
    _ standing: Set<SharedValue>, _ heads: Set<SharedValue>, _ cell: EditOracle.Cell
  ) -> Bool {
    if standing.isSubset(of: heads) { return true }
    // That a row went is replaced also by others who went on with it, which the oracle does not follow.
    let mayBeKept = cell.row.kind == SyncedTable.item.rawValue || mentioned.contains(cell.row)
    return cell.column == MergedRow.life && mayBeKept && heads.contains(.null)
  }

  /// Whether no value is there that was replaced.
  private func isKnown(
    _ heads: Set<SharedValue>, _ known: Set<SharedValue>, _ cell: EditOracle.Cell
  ) -> Bool {
    if cell.column == MergedRow.life { return true }
    return heads.subtracting(known).allSatisfy { isSaidTwice($0, cell) || isDefault($0, cell) }
  }

  /// Whether every new home says a value, and nobody has written it.
  private func isDefault(_ value: SharedValue, _ cell: EditOracle.Cell) -> Bool {
    guard cell.row.kind == SyncedTable.category.rawValue else { return false }
    let seed = SeedCategories.all.first { Item.asciiLowercased($0.name) == cell.row.key }
    return seed.map { SharedValue($0.usefulLifeMonths.map { Int64($0) }) == value } ?? false
  }

  /// Whether a value was written twice, or may have been: a copy that comes back says once more what waited in it, and does
  /// not know what has replaced it since.
  private func isSaidTwice(_ value: SharedValue, _ cell: EditOracle.Cell) -> Bool {
    if saidAgain[cell]?.contains(value) == true { return true }
    return writes[cell.row, default: []].count { $0.cells[cell.column] == value } > 1
  }

  /// Whether one of the values is shown, or what the rules of an inventory leave of it.
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
    // Another place there has the name.
    case "name": return heads.contains { shown.text?.hasPrefix(($0.text ?? "") + " (") == true }
    // It is in the trash, or both would lie in each other.
    case "parent": return shown == .null
    default: return false
    }
  }

  /// Whether people are told of values that are not shown.
  private func areInConflict(
    _ standing: Set<SharedValue>, besides merged: SharedValue, _ cell: EditOracle.Cell
  ) -> Bool {
    // Two who both threw it away agree.
    if cell.column == MergedRow.life, merged != .null { return true }
    let values = standing.subtracting([merged])
    guard values.isSubset(of: conflicts[cell] ?? []) else { return false }
    // Of these the text says something else than the value.
    guard cell.column != MergedRow.life, cell.column != "parent" else { return true }
    return values.allSatisfy { conflictTexts.contains(Self.text(of: $0)) }
  }

  private static func text(of value: SharedValue) -> String {
    ItemAspect.customValue(value) ?? value.text ?? value.integer.map { String($0) } ?? ""
  }
}
