import GRDB

extension InventoryStore {
  /// The settings of the inventory.
  public func settings() throws(InventoryError) -> InventorySettings {
    try file.read { db in try Self.settings(currency, db) }
  }

  static func settings(
    _ currency: Currency, _ db: Database
  ) throws -> InventorySettings {
    var settings = InventorySettings(currency: currency)
    for setting in InventorySetting.allCases {
      if let text = try Meta.text(setting.key, db) { settings.restore(setting, from: text) }
    }
    return settings
  }

  /// Stores settings.
  ///
  /// Another currency keeps all amounts: nothing is converted. If its minor unit has other decimals,
  /// the change is refused as long as there is any amount: it would turn yen into cents.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: `refused`.
  @discardableResult
  public func change(
    _ settings: InventorySettings, session: String
  ) throws(InventoryError) -> Bool {
    try write(source: session + " settings") { transaction in
      let db = transaction.db
      let before = try Self.settings(transaction.currency, db)
      guard before != settings else { return false }
      if before.currency.exponent != settings.currency.exponent {
        guard try !Withheld.exists(db) else {
          throw InventoryError(
            .permission,
            "this login may not see all amounts, so it cannot change the currency to one with other decimals"
          )
        }
        guard try !Self.hasAmounts(db), before.contentsLimit == nil, before.deductible == nil
        else {
          throw InventoryError(
            .refused,
            "the amounts are in \(before.currency.code), and \(settings.currency.code) has other "
              + "decimals; export them, and import them into a new inventory")
        }
      }
      for setting in InventorySetting.allCases
      where before.stored(setting) != settings.stored(setting) {
        try Meta.put(settings.stored(setting), for: setting.key, db)
        try EditTimes.note("setting", setting.key, at: transaction.at, db)
      }
      if before.currency != settings.currency, try Meta.text(Meta.household, db) == nil {
        try Meta.put("yes", for: Meta.chosenCurrency, db)
      }
      transaction.isDirty = true
      return true
    }
  }

  /// Whether any item has an amount, trash included.
  private static func hasAmounts(_ db: Database) throws -> Bool {
    let columns = FieldCatalogue.all.filter { $0.kind == .money }.compactMap(\.column)
    let condition = columns.map { "ifnull(\($0.name), 0) <> 0" }.joined(separator: " OR ")
    let statement = "SELECT EXISTS(SELECT 1 FROM item WHERE \(condition))"
    return try Bool.fetchOne(db, sql: statement) ?? true
  }
}
