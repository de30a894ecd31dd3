/// What an item is worth, as SQL about a row of `item`: the one place that says so.
///
/// ``Valuation`` says what it means; ``LineValue`` is the same arithmetic in Swift.
enum ValueClause {
  /// What one of them would cost, in minor units; NULL: nobody knows.
  static let unit = "coalesce(item.replacement_minor, item.purchase_price_minor)"

  /// Whether the value rests on the price that was paid.
  static let isEstimated = "(item.replacement_minor IS NULL)"

  /// The value of the line in minor units, rounded once; NULL: nobody knows.
  static let line = line(of: unit)

  /// A quantity times some price, in minor units, rounded once; NULL where that is not known.
  ///
  /// Whole numbers all the way: a product of fractions would be a cent off now and then.
  static func line(of unit: String) -> String {
    let scaled = "CAST(round(item.quantity * \(LineValue.parts)) AS INTEGER)"
    return """
      (CASE WHEN item.quantity = 1 AND \(unit) BETWEEN 0 AND \(LineValue.maximumUnit) THEN \(unit)
        WHEN \(unit) BETWEEN 0 AND \(LineValue.maximumUnit)
          AND item.quantity BETWEEN 0 AND \(Int64(Quantity.maximum))
          AND \(unit) * item.quantity < \(LineValue.maximum).0
        THEN \(unit) * (\(scaled) / \(LineValue.parts))
          + (\(unit) * (\(scaled) % \(LineValue.parts)) + \(LineValue.parts / 2))
            / \(LineValue.parts) END)
      """
  }

  /// Whether the item was sold.
  static let isSold = """
    (item.sold_on IS NOT NULL OR item.sold_to <> '' OR ifnull(item.sold_price_minor, 0) > 0)
    """

  /// Whether the item counts in totals: it is live and was not sold.
  static let counts = "item.shelf = 0 AND NOT \(isSold)"
}
