import GRDB

/// The value of an item in SQL, for a row of `item`; no other code defines it.
///
/// ``Valuation`` defines what it means; ``PostgresValue`` is the same arithmetic in Swift.
enum ValueClause {
  /// The cost of one, in minor units; NULL if unknown.
  static let unit = "coalesce(item.replacement_minor, item.purchase_price_minor)"

  /// The line value in minor units, rounded once; NULL if unknown.
  static let line = line(of: unit)

  /// A quantity times a price, in minor units, rounded once; NULL if unknown.
  ///
  /// Computed in integers: a product of fractions would sometimes be a cent off.
  static func line(of unit: String) -> String {
    let scaled = "CAST(round(item.quantity * \(PostgresValue.parts)) AS INTEGER)"
    return """
      (CASE WHEN item.quantity = 1 AND \(unit) BETWEEN 0 AND \(PostgresValue.maximumUnit) THEN \(unit)
        WHEN \(unit) BETWEEN 0 AND \(PostgresValue.maximumUnit)
          AND item.quantity BETWEEN 0 AND \(Int64(Quantity.maximum))
          AND \(unit) * item.quantity < \(PostgresValue.maximum).0
        THEN \(unit) * (\(scaled) / \(PostgresValue.parts))
          + (\(unit) * (\(scaled) % \(PostgresValue.parts)) + \(PostgresValue.parts / 2))
            / \(PostgresValue.parts) END)
      """
  }

  /// Whether the item was sold.
  static let isSold = """
    (item.sold_on IS NOT NULL OR item.sold_to <> '' OR ifnull(item.sold_price_minor, 0) > 0)
    """

  /// Whether totals include the item: it is live and was not sold.
  ///
  /// Written without `shelf`: for SQLite, to read a generated column is to read all columns, which no
  /// index covers.
  static let counts = """
    item.deleted_at IS NULL AND item.archived_at IS NULL AND NOT \(isSold)
    """

  /// How to visit the rows of `item` for adding up, in no particular order.
  ///
  /// A file of an older format, open for reading only, has no index that covers the sums.
  static func scanned(_ db: Database) throws -> String {
    guard try !LimitedViews.areInstalled(db) else { return "" }
    return try db.hasIndex("item_worth") ? "INDEXED BY item_worth" : "NOT INDEXED"
  }
}
