import GRDB

/// What lies outside the inventory and shows what has become private, such as cells of pictures.
extension InventoryStore {
  /// Has what shows private things removed; a kill meanwhile leaves it to the next one who looks.
  ///
  /// - Parameter sweep: Removes everything but what belongs to these contents, by digest; they are those that lie open.
  public func sweepTraces(
    _ sweep: (_ openContents: Set<String>) -> Void
  ) throws(InventoryError) {
    guard hasTraces, unwritable == nil else { return }
    // Nothing becomes private meanwhile.
    try write(source: "traces") { transaction in
      sweep(
        try String.fetchSet(
          transaction.db, sql: "SELECT sha256 FROM attachment WHERE deleted_at IS NULL"))
      try Meta.put(nil, for: Meta.traces, transaction.db)
      transaction.hasBookkeeping = true
    }
  }
}
