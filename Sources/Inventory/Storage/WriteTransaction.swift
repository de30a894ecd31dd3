import Foundation
import GRDB

/// What one write transaction knows: its place in the log, and the counters to correct at its end.
final class WriteTransaction {
  let db: Database
  /// Who makes the change (a session's name, `import`).
  let source: String
  let at: Timestamp
  /// What the inventory counts prices in.
  let currency: Currency
  /// The data version that this transaction brings; also the `rev` of every row it touches.
  let rev: Int64
  /// The number under which its entries stand in the log.
  let group: Int64
  var counts = CountChanges()
  /// Whether anything was changed; else the data version stays.
  var isDirty = false
  /// How far a long change is, for who waits for it.
  var progress = ChangeProgress()
  /// Whether everything is to be forgotten at the end: a rehearsal.
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
  /// Runs the body in one transaction under the lock, then corrects the counters and the data
  /// version in the same transaction.
  func write<Value>(
    source: String, patience: Int = 2000, _ body: (WriteTransaction) throws -> Value
  ) throws(InventoryError) -> Value {
    let (value, latest) = try file.write(patience: patience) { db in
      let before = try Meta.load(db)
      let transaction = try WriteTransaction(db, source: source, meta: before)
      let value = try body(transaction)
      guard transaction.isDirty, !transaction.isRehearsal else {
        return ((value, before.state), .rollback)
      }
      try transaction.counts.apply(db)
      try Meta.add(1, to: "data_version", db)
      try Meta.noteSource(source, db)
      return ((value, try Meta.load(db).state), .commit)
    }
    remember(latest)
    return value
  }
}
