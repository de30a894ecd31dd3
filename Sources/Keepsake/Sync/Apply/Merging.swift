import Foundation
import GRDB
import Inventory

/// Receives operations in the order that the server gave them.
extension SyncStore {
  /// Merges operations in the server's order and writes the results to the tables.
  ///
  /// A joining home merges everything first and writes later.
  ///
  /// A bad operation is set aside with its author; see ``setAsideChanges()``.
  ///
  /// - Parameters:
  ///   - operations: The operations, with `nil` in place of an operation that can't be opened.
  ///   - chainDigest: The digest of the last operation. It reveals a server that was reset to an earlier state.
  /// - Returns: The changes that others made; empty while this home joins.
  @discardableResult
  public func receive(
    _ operations: [(operation: SyncOperation?, operationID: OperationID)], author: String,
    chainDigest: String = ""
  ) throws(InventoryError) -> [ReceivedChange] {
    try database.write(source: Self.source, timeout: 10_000, isWhole: true) { transaction in
      let isWritten = try JoiningStage.current(transaction.db) == .over
      // Records local changes first: they were made before these operations arrived.
      if isWritten { _ = try Self.record(author: author, in: transaction) }
      let tables = SyncTables(db: transaction.db)
      var merging = try Merging(tables, isNews: isWritten)
      let former = try tables.clock().lastSequence
      for (operation, operationID) in operations { try merging.merge(operation, as: operationID) }
      // If another process of this home has merged further in the meantime, its position is the newer one.
      if let last = operations.last?.operationID.sequence, last > former {
        try tables.setChainDigest(chainDigest)
      }
      transaction.hasBookkeeping = true
      // Screens show marks for conflicts and set-aside changes, so they redraw even if no value changed.
      if try merging.changesScreens() { transaction.isDirty = true }
      guard isWritten else { return merging.changes }
      let applier = try MergeApplier(transaction)
      try applier.sayAgain(merging.unheard)
      try applier.write(Array(merging.rows), retrying: Self.rowsAtOnce)
      return merging.changes
    }
  }

  /// Shows merged rows that aren't shown yet, for example because an earlier version didn't know their kind.
  ///
  /// Rows that can't be shown stay unapplied.
  ///
  /// - Parameters:
  ///   - least: The minimum number of unapplied rows; ``receive(_:author:chainDigest:)`` retries fewer anyway.
  ///   - pause: Called between transactions.
  public func applyUnapplied(
    author: String, unlessFewerThan least: Int = 1,
    pause: () throws(InventoryError) -> Void = {}
  ) throws(InventoryError) {
    let count = try database.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM household_pending LIMIT ?)",
        arguments: [least])
    }
    guard let count, count >= least else { return }
    for _ in 0..<MergeApplier.mostRounds {
      var position: UnappliedPosition? = UnappliedPosition()
      var hasChanged = false
      while let start = position {
        let step = try showSome(from: start, author: author)
        position = step.next
        hasChanged = hasChanged || step.hasChanged
        if position != nil { try pause() }
      }
      guard hasChanged else { return }
    }
  }

  private func showSome(
    from start: UnappliedPosition, author: String
  ) throws(InventoryError) -> (next: UnappliedPosition?, hasChanged: Bool) {
    try database.write(source: Self.source, timeout: 10_000, isWhole: true) { transaction in
      guard try JoiningStage.current(transaction.db) == .over else { return (nil, false) }
      transaction.hasBookkeeping = true
      // Record local changes first: they stay on the screen until the household knows them.
      _ = try Self.record(author: author, in: transaction)
      let tables = SyncTables(db: transaction.db)
      let conflicts = try tables.conflictCount()
      let applier = try MergeApplier(transaction)
      let next = try applier.writeUnapplied(from: start, limit: Self.rowsAtOnce)
      // Screens mark conflicts.
      if try tables.conflictCount() != conflicts { transaction.isDirty = true }
      return (next, applier.hasChanged)
    }
  }

  /// Marks rows that are nested too deep as unapplied, so that the next
  /// ``applyUnapplied(author:unlessFewerThan:pause:)`` fixes them.
  ///
  /// An earlier version may have left such rows.
  public func findTooDeep() throws(InventoryError) {
    guard try database.read(Self.hasAnythingTooDeep) else { return }
    try database.write(source: Self.source, isWhole: true) { transaction in
      transaction.hasBookkeeping = true
      for (kind, rows) in [("place", Self.deepPlaces), ("item", Self.deepItems)] {
        try transaction.db.execute(
          sql: """
            INSERT OR IGNORE INTO household_pending(kind, key)
              SELECT '\(kind)', lower(hex(uuid)) FROM (\(rows))
            """)
      }
    }
  }

  private static func hasAnythingTooDeep(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS(\(deepPlaces)) OR EXISTS(\(deepItems))") == true
  }

  /// A path has one slash fewer than names.
  private static let deepPlaces = """
    SELECT uuid FROM location WHERE deleted_at IS NULL
      AND length(path) - length(replace(path, '/', '')) >= \(Bounds.levels)
    """

  private static let deepItems = """
    WITH RECURSIVE nested(id, level) AS (
      SELECT id, 1 FROM item WHERE parent_item_id IS NULL AND id IN (
        SELECT parent_item_id FROM item WHERE parent_item_id IS NOT NULL)
      UNION ALL
      SELECT item.id, level + 1 FROM nested JOIN item ON item.parent_item_id = nested.id)
    SELECT uuid FROM nested JOIN item USING (id) WHERE level > \(Bounds.levels)
    """
}

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
  private var wasInConflict: [String: Bool] = [:]
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
        for write in operation.writes { try noteConflict(write.row) }
      }
    guard let received else { return }
    if let fault = received.fault {
      hasFaults = true
      try tables.note(fault, of: operationID, author: operation?.author ?? "")
    }
    for row in received.rows {
      guard let kind = SyncedTable(rawValue: row.kind) else { continue }
      try tables.add(row, to: .unapplied)
      rows.insert(row)
      if hasHolds { try wake(row, kind, former[row]) }
    }
    unheard.merge(received.unheard) { $0.union($1) }
    guard let operation else { return }
    let isOwn = try tables.clock().device == operationID.device
    let noted = try tables.note(
      received.fault == nil ? written : Self.kept(written, received.merged), of: operation,
      as: operationID)
    // A device may have logged these values in plain text before the item became private.
    try tables.forgetHistory(ofSealed: received.rows)
    if isNews, !isOwn { changes += noted }
  }

  /// Whether anything changed that screens show besides the values: conflicts and set-aside operations.
  func changesScreens() throws -> Bool {
    try hasFaults || wasInConflict.contains { try $0.value || tables.isInConflict($0.key) }
  }

  private mutating func noteConflict(_ row: RowID) throws {
    guard SyncedTable(rawValue: row.kind) != nil else { return }
    let key = SyncTables.conflictKey(row)
    if wasInConflict[key] == nil { wasInConflict[key] = try tables.isInConflict(key) }
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
