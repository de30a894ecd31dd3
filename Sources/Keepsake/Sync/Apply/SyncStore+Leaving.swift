import GRDB
import Inventory

extension SyncStore {
  /// Takes the inventory out of its household; everything stays here, and so does who wrote what.
  ///
  /// - Parameter author: Who wrote what was not recorded yet.
  public func leave(author: String = "") throws(InventoryError) {
    try database.write(source: Self.source, isWhole: true) { transaction in
      try Self.keepHistory(author: author, in: transaction)
      try HouseholdSchema.drop(transaction.db)
      transaction.isDirty = true
    }
  }

  private static func keepHistory(author: String, in transaction: WriteTransaction) throws {
    let db = transaction.db
    // Of a household that nothing was sent to, or of which nothing was shown here yet, the log knows all.
    guard let stay = try MembershipPeriod.current(db),
      try JoiningStage.current(db) != .receiving,
      let lastSequence = try Int64.fetchOne(
        db, sql: "SELECT seen FROM household_clock WHERE seen > 0")
    else { return }
    do {
      try noteUnsent(after: lastSequence, author: author, in: transaction)
    } catch let error as InventoryError where error.kind == .badData {
      // To leave is what somebody is told to do whose household's tables are damaged.
    }
    try FormerHistory.keep(of: stay, lastSequence: lastSequence, db)
  }

  /// Notes what the server does not have as if it came from there.
  private static func noteUnsent(
    after lastSequence: Int64, author: String, in transaction: WriteTransaction
  ) throws {
    let isNews = try JoiningStage.current(transaction.db) == .bringing
    while try record(author: author, limit: 5000, isNews: isNews, in: transaction) > 0 {}
    let tables = SyncTables(db: transaction.db)
    let device = try tables.clock().device
    var sequence = lastSequence
    for number in try tables.queuedNumbers() {
      guard let operation = try tables.queued(number) else { continue }
      sequence += 1
      let operationID = OperationID(device: device, number: number, sequence: sequence)
      _ = try tables.note(
        tables.written(by: operation, as: operationID), of: operation, as: operationID)
      // What comes after it was written with its values before it.
      for write in operation.writes {
        var row = try tables.row(write.row) ?? SharedRow()
        row.merged.apply(write.cells, of: operation, as: operationID)
        try tables.put(row, at: write.row)
      }
    }
  }
}
