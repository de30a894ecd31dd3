import Storage

/// The value of a row of `item`.
///
/// Read from columns that the index `item_worth` covers, so that adding up never visits the items
/// themselves.
struct ValuedRow {
  /// The columns, the first ones of a statement.
  static let columns = "item.quantity, item.replacement_minor, item.purchase_price_minor"
  /// The first column after them.
  static let next: Int32 = 3

  /// The value of the line in minor units; `nil` if unknown.
  let line: Int64?
  /// Whether it is based on the price paid.
  let isEstimated: Bool
  /// The price paid for the line in minor units; `nil` if unknown.
  let paid: Int64?

  init(_ row: RawRow) {
    let quantity = row.real(0)
    let replacement = row.integer(1)
    paid = row.integer(2).flatMap { PostgresValue.minor(unit: $0, quantity: quantity) }
    isEstimated = replacement == nil
    line = replacement.map { PostgresValue.minor(unit: $0, quantity: quantity) } ?? paid
  }

  /// The statement that makes the index; a step of `Schema.migrations`.
  ///
  /// Its rows come place by place, and within a place category by category (``GroupedTotals``).
  static let index = """
    CREATE INDEX IF NOT EXISTS item_worth ON item(location_id, category_id, quantity,
      replacement_minor, purchase_price_minor, purchase_date, sold_on, sold_to, sold_price_minor,
      archived_at, deleted_at, serial_number);
    """
}

extension Totals {
  /// Adds a row.
  mutating func add(_ row: ValuedRow) throws(InventoryError) {
    try add(line: row.line, isEstimated: row.isEstimated)
  }
}
