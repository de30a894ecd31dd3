import GRDB

/// Reads and changes the settings of an inventory.
public struct SettingsStore: Sendable {
  private let database: InventoryDatabase

  init(_ database: InventoryDatabase) { self.database = database }

  /// The settings of the inventory.
  public func fetch() throws(InventoryError) -> InventorySettings {
    try database.read { db in try InventorySettings.fetch(db, currency: database.currency) }
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
    try database.write(source: session + " settings") { transaction in
      let db = transaction.db
      let before = try InventorySettings.fetch(db, currency: transaction.currency)
      guard before != settings else { return false }
      if before.currency.exponent != settings.currency.exponent {
        guard try !HiddenItems(db).exist() else {
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

  /// Uses the preferred currency of the login, as long as the inventory is empty, unshared, and has no chosen currency.
  ///
  /// - Returns: Whether the inventory uses that currency now.
  /// - Throws: If storing it fails.
  @discardableResult
  public func prefer(_ preferred: Currency, session: String) throws(InventoryError) -> Bool {
    guard database.currency != preferred else { return true }
    guard database.counts.isEmpty, !database.isInHousehold, database.unwritable == nil
    else { return false }
    return try database.write(source: session + " settings") { transaction in
      let db = transaction.db
      guard try Self.isCurrencyOpen(db) else { return transaction.currency == preferred }
      try Meta.put(preferred.code, for: InventorySetting.currency.key, db)
      transaction.isDirty = true
      return true
    }
  }

  private static func isCurrencyOpen(_ db: Database) throws -> Bool {
    let settings = try InventorySettings.fetch(db, currency: .euro)
    guard settings.contentsLimit == nil, settings.deductible == nil else { return false }
    guard try Meta.text(Meta.chosenCurrency, db) == nil, try Meta.text(Meta.household, db) == nil
    else { return false }
    return try Bool.fetchOne(db, sql: "SELECT NOT EXISTS(SELECT 1 FROM main.item)") == true
  }
}

extension InventorySettings {
  /// The settings in a database.
  static func fetch(_ db: Database, currency: Currency) throws -> InventorySettings {
    var settings = InventorySettings(currency: currency)
    for setting in InventorySetting.allCases {
      if let text = try Meta.text(setting.key, db) { settings.restore(setting, from: text) }
    }
    return settings
  }
}
