import Foundation
import GRDB
import Household

/// Takes in what the server has ordered.
extension InventoryStore {
  /// Merges operations in the server's order, and writes them into the tables; a home that joins merges all of it first.
  ///
  /// A bad operation is set aside, with its author: ``setAsideChanges()``.
  ///
  /// - Parameters:
  ///   - operations: The operations; `nil` for one that can't be opened.
  ///   - head: The digest of the last of them, by which a server that was set back is noticed.
  /// - Returns: What others wrote; nothing while this home joins.
  @discardableResult
  public func receive(
    _ operations: [(operation: Household.Operation?, stamp: Stamp)], author: String,
    head: String = ""
  ) throws(InventoryError) -> [ReceivedChange] {
    try write(source: Self.source, patience: 10_000, isWhole: true) { transaction in
      let isWritten = try JoiningStage.current(transaction.db) == .over
      // What was written here before these came did not know of them.
      if isWritten { _ = try Self.record(author: author, in: transaction) }
      let tables = HouseholdTables(db: transaction.db)
      var merging = try Merging(tables, isNews: isWritten)
      let former = try tables.clock().seen
      for (operation, stamp) in operations { try merging.merge(operation, as: stamp) }
      // Another program of this home may have merged more meanwhile: then that is where it stands.
      if let last = operations.last?.stamp.sequence, last > former { try tables.setHead(head) }
      transaction.hasBookkeeping = true
      // What stands beside the values that are shown is on the screen as well, also where these stay the same.
      if try merging.changesScreens() { transaction.isDirty = true }
      guard isWritten else { return merging.changes }
      let projector = try Projector(transaction)
      try projector.sayAgain(merging.unheard)
      try projector.write(Array(merging.rows), retrying: Self.rowsAtOnce)
      return merging.changes
    }
  }

  /// Shows what was merged and isn't shown, as by a former version that did not know of it; what can't be shown stays.
  ///
  /// - Parameters:
  ///   - least: How many rows it takes to begin: ``receive(_:author:head:)`` looks at fewer by itself.
  ///   - pause: Called between transactions.
  public func showPending(
    author: String, unlessFewerThan least: Int = 1,
    pause: () throws(InventoryError) -> Void = {}
  ) throws(InventoryError) {
    let count = try file.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM household_pending LIMIT ?)",
        arguments: [least])
    }
    guard let count, count >= least else { return }
    for _ in 0..<Projector.mostRounds {
      var position: PendingPosition? = PendingPosition()
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
    from start: PendingPosition, author: String
  ) throws(InventoryError) -> (next: PendingPosition?, hasChanged: Bool) {
    try write(source: Self.source, patience: 10_000, isWhole: true) { transaction in
      guard try JoiningStage.current(transaction.db) == .over else { return (nil, false) }
      transaction.hasBookkeeping = true
      // What was written here meanwhile is shown until the household knows of it.
      _ = try Self.record(author: author, in: transaction)
      let tables = HouseholdTables(db: transaction.db)
      let undecided = try tables.undecidedCount()
      let projector = try Projector(transaction)
      let next = try projector.writePending(from: start, limit: Self.rowsAtOnce)
      // Screens mark these.
      if try tables.undecidedCount() != undecided { transaction.isDirty = true }
      return (next, projector.hasChanged)
    }
  }

  /// Has the next ``showPending(author:unlessFewerThan:pause:)`` look at what is nested deeper than homes show it, as an
  /// earlier version left it.
  public func findTooDeep() throws(InventoryError) {
    guard try file.read(Self.hasAnythingTooDeep) else { return }
    try write(source: Self.source, isWhole: true) { transaction in
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

  /// A path holds a slash less than names.
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
