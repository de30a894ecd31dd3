import GRDB

extension InventoryStore {
  /// Counts in the currency that the person prefers, as long as the inventory has no item, nobody chose its currency, and
  /// no household shares it.
  ///
  /// - Returns: Whether it counts in that currency by now.
  /// - Throws: If it should and cannot be stored.
  @discardableResult
  public func prefer(_ preferred: Currency, session: String) throws(InventoryError) -> Bool {
    guard currency != preferred else { return true }
    guard counts.isEmpty, !isInHousehold, unwritable == nil else { return false }
    return try write(source: session + " settings") { transaction in
      let db = transaction.db
      guard try Self.isCurrencyOpen(db) else { return transaction.currency == preferred }
      try Meta.put(preferred.code, for: InventorySetting.currency.key, db)
      transaction.isDirty = true
      return true
    }
  }

  private static func isCurrencyOpen(_ db: Database) throws -> Bool {
    let settings = try settings(.euro, db)
    guard settings.contentsLimit == nil, settings.deductible == nil else { return false }
    guard try Meta.text(Meta.chosenCurrency, db) == nil, try Meta.text(Meta.household, db) == nil
    else { return false }
    return try !Withheld.exists(db)
      && Bool.fetchOne(db, sql: "SELECT NOT EXISTS(SELECT 1 FROM item)") == true
  }
}
