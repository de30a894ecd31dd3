import GRDB

/// The SQL that finds items with a day that is due, by indexes: few items have one.
enum DueClause {
  /// The statements that make the indexes; a step of `Schema.migrations`.
  static let indexes = """
    CREATE INDEX IF NOT EXISTS item_due_back ON item(due_back) WHERE due_back IS NOT NULL;
    CREATE INDEX IF NOT EXISTS item_warranty ON item(warranty_until)
      WHERE warranty_until IS NOT NULL;
    CREATE INDEX IF NOT EXISTS item_maintenance ON item(maintenance_due)
      WHERE maintenance_due IS NOT NULL;
    """

  /// The columns of ``DueRow``.
  private static let columns = "item.uuid, item.asset_no, item.name"

  /// Loans that end by a day.
  static let loans = """
    SELECT \(columns), item.lent_to, item.due_back FROM item
    WHERE item.due_back <= ? AND item.lent_to <> '' AND \(ValueClause.counts)
    ORDER BY item.due_back, item.sort_key
    """

  /// Maintenance that is planned by a day.
  static let maintenance = """
    SELECT \(columns), item.maintenance, item.maintenance_due FROM item
    WHERE item.maintenance_due <= ? AND \(ValueClause.counts)
    ORDER BY item.maintenance_due, item.sort_key
    """

  /// Warranties that end between two days.
  static let warranties = """
    SELECT \(columns), item.warranty_details, item.warranty_until FROM item
    WHERE item.warranty_until BETWEEN ? AND ? AND item.warranty_lifetime = 0
      AND \(ValueClause.counts)
    ORDER BY item.warranty_until, item.sort_key
    """

  /// Items of a value without a photo or a receipt, the most valuable first; the index of the order by value finds them.
  static let gaps = """
    SELECT \(columns), \(AttachmentClause.hasPhoto), \(AttachmentClause.hasReceipt),
      \(valueKey) FROM item
    WHERE \(ItemShelf.lists.condition) AND \(valueKey) >= ? AND NOT \(ValueClause.isSold)
      AND NOT (\(AttachmentClause.hasPhoto) AND \(AttachmentClause.hasReceipt))
      AND NOT \(LimitedViews.isSealed("item"))
    ORDER BY \(valueKey) DESC, item.sort_key
    """

  private static let valueKey = OrderClause(.value).key
}
