import Foundation
import GRDB

/// The context of a write transaction: its log group, and the counters to update at its end.
final class WriteTransaction {
  let db: Database
  /// Who makes the change: the name of a session, or `import`.
  let source: String
  let at: Timestamp
  /// The currency of the inventory.
  let currency: Currency
  /// The data version after this transaction, and the `rev` of every row it changes.
  let rev: Int64
  /// The group of its log entries.
  let group: Int64
  var counts = CountChanges()
  /// Whether anything changed; if not, the data version stays.
  var isDirty = false
  /// Whether something is stored that no screen shows: it is committed, and the data version stays.
  var hasBookkeeping = false
  /// The progress of a large change.
  var progress = ChangeProgress()
  /// Whether private items are open to whoever makes the change.
  var opensPrivateItems = false
  /// Whether to roll back at the end: a dry run.
  var isRehearsal = false

  init(_ db: Database, source: String, meta: Meta) throws {
    self.db = db
    self.source = source
    currency = meta.currency
    at = currentTimestamp()
    rev = try StoredNumber.next(after: meta.state.dataVersion, "number of changes")
    let last = try db.cachedStatement(sql: "SELECT max(group_id) FROM change")
    group = try StoredNumber.next(after: Int64.fetchOne(last) ?? 0, "log of changes")
  }
}

extension InventoryStore {
  /// Runs the body in a transaction under the lock, which also updates counters and data version.
  func write<Value>(
    source: String, patience: Int = 2000, _ body: (WriteTransaction) throws -> Value
  ) throws(InventoryError) -> Value {
    let (value, latest) = try file.write(patience: patience) { db in
      let before = try Meta.load(db)
      let transaction = try WriteTransaction(db, source: source, meta: before)
      try HouseholdTriggers.installIfNeeded(db)
      let value = try body(transaction)
      guard !transaction.isRehearsal, transaction.isDirty || transaction.hasBookkeeping else {
        return ((value, before.state), .rollback)
      }
      guard transaction.isDirty else { return ((value, try Meta.load(db).state), .commit) }
      try transaction.counts.apply(db)
      try Meta.add(1, to: "data_version", db)
      try Meta.noteSource(source, db)
      return ((value, try Meta.load(db).state), .commit)
    }
    remember(latest)
    return value
  }
}
