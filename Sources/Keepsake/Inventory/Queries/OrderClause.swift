import GRDB

/// The order of a list in SQL.
///
/// A key is never NULL: unknown values sort first, and rows with equal keys by their numbers.
struct OrderClause: Sendable {
  /// The sort key of a row of `item`.
  let key: String
  /// The index of all live items in this order; `nil` if there is none.
  let index: String?

  /// The clause of an order, ascending or descending.
  init(_ order: ItemQuery.Order) {
    switch order.ascending {
    case .value: (key, index) = (Self.valueKey, "item_by_value")
    case .quantity: (key, index) = ("item.quantity", "item_by_quantity")
    case .date: (key, index) = (Self.dateKey, "item_by_date")
    case .place: (key, index) = (Self.placeKey, nil)
    case .manual: (key, index) = (Self.positionKey, "item_by_position")
    default: (key, index) = ("item.sort_key", "item_order")
    }
  }

  private static let valueKey = "ifnull(\(ValueClause.line), -1)"
  private static let dateKey = "ifnull(item.purchase_date, '')"
  private static let placeKey = """
    ifnull((SELECT lower(path) FROM location WHERE location.id = item.location_id), '')
    """

  /// The distance between the positions of two items with neighbouring asset numbers.
  static let positionStep: Int64 = 1 << 20

  /// The position of an item in the user's own order: the one it was given, or else that of its asset number.
  static let positionKey = """
    CASE item.order_key WHEN 0 THEN min(max(ifnull(item.asset_no, 0), 0), \(AssetNumber.maximum)) \
    * \(positionStep) ELSE item.order_key END
    """

  /// The statement that makes the index of the user's own order; a step of `Schema.migrations`.
  static let positionIndex = """
    CREATE INDEX IF NOT EXISTS item_by_position ON item(shelf, \(unqualified(positionKey)))
    """

  /// The statements that make the indexes; a step of `Schema.migrations`.
  ///
  /// They name columns without their table, and contain exactly the expressions that lists use.
  static let indexes = """
    CREATE INDEX IF NOT EXISTS item_by_value ON item(shelf, \(unqualified(valueKey)));
    CREATE INDEX IF NOT EXISTS item_by_quantity ON item(shelf, quantity);
    CREATE INDEX IF NOT EXISTS item_by_date ON item(shelf, \(unqualified(dateKey)));
    """

  private static func unqualified(_ expression: String) -> String {
    expression.replacing("item.", with: "")
  }
}
