import Foundation
import GRDB

/// The `meta` table: identity and counters of the inventory.
public struct Meta {
  var uuid: UUID
  var currency: Currency
  var state: StoreState

  /// The key with the name of the household that the inventory belongs to; no other inventory has it.
  public static let household = "household"

  /// The key that marks the currency as chosen by the user, so that a login's preferences don't
  /// change it.
  static let chosenCurrency = "currency_chosen"

  /// The key that exists while files outside the inventory may contain private or hidden content.
  public static let traces = "traces"

  /// The key with the content limits under which the files outside the inventory were last looked through, as a text; no
  /// other inventory has it.
  static let limits = "limits"

  /// The keys that are this file's own affair, for a condition in SQL; the others are settings.
  static let ownKeys = """
    'uuid', 'data_version', 'items_live', 'items_archived', 'items_trashed', 'items_unplaced',
    'last_source', 'redo_version', 'household', 'limits', 'withheld_drafts',
    'currency_chosen', 'traces', 'words_items', 'words_places', 'words_retired', 'words_fold'
    """

  /// Reads everything.
  static func load(_ db: Database) throws -> Meta {
    var values: [String: DatabaseValue] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT key, value FROM meta"))
    while let row = try rows.next() {
      if let key = String.fromDatabaseValue(row[0]) { values[key] = row[1] }
    }
    func number(_ key: String) -> Int { values[key].flatMap(Int.fromDatabaseValue) ?? 0 }
    guard let uuid = values["uuid"].flatMap(UUID.fromDatabaseValue),
      let code = values["currency"].flatMap(String.fromDatabaseValue),
      let currency = Currency(code: code)
    else {
      throw InventoryError(
        .badData, "the inventory has lost its name or currency; restore a backup")
    }
    var counts = InventoryCounts(
      live: number("items_live"), archived: number("items_archived"),
      trashed: number("items_trashed"), unplaced: number("items_unplaced"))
    if !counts.arePossible { counts = try InventoryCounts(counting: "main.item", db) }
    if try LimitedViews.areInstalled(db) { counts = try RatedCounts.visible(counts, db) }
    return Meta(
      uuid: uuid, currency: currency,
      state: StoreState(
        dataVersion: Int64(number("data_version")), counts: counts, currency: currency,
        householdWaiting: values[Self.household] == nil
          ? nil : try SyncQueue.count(db),
        limits: values[Self.limits].flatMap(String.fromDatabaseValue) ?? "",
        hasTraces: values[traces] != nil,
        hasWordsToRebuild: values[WordIndexes.itemsKey] != nil
          || values[WordIndexes.retiredKey] != nil))
  }

  /// Fills the table of a new inventory.
  static func create(_ db: Database, currency: Currency) throws {
    let insert = "INSERT INTO meta(key, value) VALUES (?, ?)"
    try db.execute(sql: insert, arguments: ["uuid", Identity.new()])
    try db.execute(sql: insert, arguments: ["currency", currency.code])
    for key in ["data_version", "items_live", "items_archived", "items_trashed", "items_unplaced"] {
      try db.execute(sql: insert, arguments: [key, 0])
    }
  }

  /// The text under a key; `nil` if the key is missing.
  public static func text(_ key: String, _ db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT CAST(value AS TEXT) FROM meta WHERE key = ?"),
      arguments: [key])
  }

  /// Stores a text under a key; `nil` removes it.
  public static func put(_ text: String?, for key: String, _ db: Database) throws {
    if let text {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)")
        .execute(arguments: [key, text])
    } else {
      try db.cachedStatement(sql: "DELETE FROM meta WHERE key = ?").execute(arguments: [key])
    }
  }

  static func add(_ delta: Int, to key: String, _ db: Database) throws {
    guard delta != 0 else { return }
    // Bounded: SQLite would turn a sum that overflows into a fraction.
    try db.cachedStatement(
      sql: "UPDATE meta SET value = min(max(value, 0), 1 << 62) + ? WHERE key = ?"
    )
    .execute(arguments: [delta, key])
  }

  /// The data version made by the last redo, which would otherwise look like a new change.
  static func redoVersion(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'redo_version'"))
  }

  /// The session that made the present data version; `nil` in files that do not record it.
  static func lastSource(_ db: Database) throws -> String? {
    try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'last_source'"))
  }

  static func noteSource(_ source: String, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO meta(key, value) VALUES ('last_source', ?)"
    )
    .execute(arguments: [source])
  }

  static func noteRedo(version: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO meta(key, value) VALUES ('redo_version', ?)"
    )
    .execute(arguments: [version])
  }

  /// The time of the last backup; `nil` before the first one.
  static func lastBackup(_ db: Database) throws -> Timestamp? {
    try Timestamp.fetchOne(
      db, sql: "SELECT value FROM meta WHERE key = 'last_backup' AND typeof(value) = 'integer'")
  }

  /// Records a backup, unless a later one is recorded.
  static func noteBackup(at time: Timestamp, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO meta(key, value) VALUES ('last_backup', ?)
        ON CONFLICT(key) DO UPDATE SET value = max(value, excluded.value)
        """, arguments: [time])
  }
}

/// The cached state of a store; read again after each of its writes and on request.
struct StoreState: Hashable, Sendable {
  var dataVersion: Int64
  var counts: InventoryCounts
  /// The currency of prices.
  var currency: Currency
  /// How many changes the household's server does not have yet; `nil` without a household.
  var householdWaiting: Int?
  /// The content limits of the last cleaning of files outside the inventory, as a text; empty if there were none.
  var limits = ""
  /// Whether files outside the inventory may show what has become private or hidden.
  var hasTraces = false
  /// Whether the word index of a former format is in the file.
  var hasWordsToRebuild = false
}
