import Foundation
import GRDB
import Inventory

/// Merges operations one after another and collects the results.
struct Merging {
  /// The merged rows of the kinds that this version knows.
  private(set) var rows: Set<RowID> = []
  /// The changes that others made.
  private(set) var changes: [ReceivedChange] = []
  /// The values of this home that didn't fit into their crowded cells.
  private(set) var unheard: [RowID: Set<String>] = [:]

  private let tables: SyncTables
  private let isNews: Bool
  private let hasHolds: Bool
  /// For each row that an operation wrote, whether it was in conflict before.
  private var wasUndecided: [String: Bool] = [:]
  private var hasFaults = false

  /// - Parameter isNews: Whether to report changes; while a home joins, everything is new, so nothing is
  ///   reported.
  init(_ tables: SyncTables, isNews: Bool) throws {
    self.tables = tables
    self.isNews = isNews
    hasHolds = try tables.hasHolds
  }

  /// Merges one operation.
  ///
  /// - Parameter operation: The operation; `nil` if it can't be opened.
  mutating func merge(_ operation: SyncOperation?, as operationID: OperationID) throws {
    var written: [RowID: WrittenRow] = [:]
    var former: [RowID: RowID] = [:]
    let received = try Replica(tables)
      .receive(operation, as: operationID, keeping: SharedRules.storable) {
        guard let operation else { return }
        written = try tables.written(by: operation, as: operationID)
        former = try formerPlaces(operation)
        for write in operation.writes { try noteUndecided(write.row) }
      }
    guard let received else { return }
    if let fault = received.fault {
      hasFaults = true
      try tables.note(fault, of: operationID, author: operation?.author ?? "")
    }
    for row in received.rows {
      guard let kind = SyncedTable(rawValue: row.kind) else { continue }
      try tables.add(row, to: .pending)
      rows.insert(row)
      if hasHolds { try wake(row, kind, former[row]) }
    }
    unheard.merge(received.unheard) { $0.union($1) }
    guard let operation else { return }
    let isOwn = try tables.clock().device == operationID.device
    let noted = try tables.note(
      received.fault == nil ? written : Self.kept(written, received.merged), of: operation,
      as: operationID)
    // The values may have been written, on any device, before it was known that their item is private.
    try tables.forgetHistory(ofSealed: received.rows)
    if isNews, !isOwn { changes += noted }
  }

  /// Whether anything changed that screens show besides the values: conflicts and set-aside operations.
  func changesScreens() throws -> Bool {
    try hasFaults || wasUndecided.contains { try $0.value || tables.isUndecided($0.key) }
  }

  private mutating func noteUndecided(_ row: RowID) throws {
    guard SyncedTable(rawValue: row.kind) != nil else { return }
    let key = SyncTables.undecidedKey(row)
    if wasUndecided[key] == nil { wasUndecided[key] = try tables.isUndecided(key) }
  }

  /// The part of an operation that was merged.
  private static func kept(
    _ written: [RowID: WrittenRow], _ merged: [RowID: Set<String>]
  ) -> [RowID: WrittenRow] {
    var kept: [RowID: WrittenRow] = [:]
    for (row, entry) in written {
      var entry = entry
      guard let columns = merged[row], !columns.isEmpty else { continue }
      if entry.keep(columns) { kept[row] = entry }
    }
    return kept
  }

  // MARK: - Rows that wait for others

  /// The former parents of the rows that an operation writes, by the server's order: unsent edits of this home don't count.
  private func formerPlaces(_ operation: SyncOperation) throws -> [RowID: RowID] {
    guard hasHolds else { return [:] }
    var found: [RowID: RowID] = [:]
    for write in operation.writes {
      guard let kind = SyncedTable(rawValue: write.row.kind),
        let column = MergeApplier.nestingColumn(kind),
        let key = try tables.row(write.row)?.merged.value(column)?.text
      else { continue }
      found[write.row] = kind.row(key)
    }
    return found
  }

  private func wake(_ row: RowID, _ kind: SyncedTable, _ former: RowID?) throws {
    try tables.wake(waitingFor: row)
    guard MergeApplier.nestingColumn(kind) != nil else { return }
    try tables.wakeDeep(movedFrom: former, row, kind == .place ? .places : .items)
  }
}
