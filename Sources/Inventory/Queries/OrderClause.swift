import GRDB

/// What a list is sorted by, as SQL.
///
/// A key is never NULL: what is not known comes before all else, and rows with equal keys follow each
/// other by their numbers.
struct OrderClause: Sendable {
  /// The key of a row of `item`.
  let key: String
  /// The index of all live items in that order; nil: there is none.
  let index: String?

  /// The clause of an order, whatever its direction.
  init(_ order: ItemQuery.Order) {
    switch order.ascending {
    case .value: (key, index) = (Self.valueKey, "item_by_value")
    case .quantity: (key, index) = ("item.quantity", "item_by_quantity")
    case .date: (key, index) = (Self.dateKey, "item_by_date")
    case .place: (key, index) = (Self.placeKey, nil)
    default: (key, index) = ("item.sort_key", "item_order")
    }
  }

  private static let valueKey = "ifnull(\(ValueClause.line), -1)"
  private static let dateKey = "ifnull(item.purchase_date, '')"
  private static let placeKey = """
    ifnull((SELECT lower(path) FROM location WHERE location.id = item.location_id), '')
    """

  /// The statements that make the indexes, a step of `Schema.migrations`.
  ///
  /// They name the columns without their table, and hold the very expressions that lists ask for.
  static let indexes = """
    CREATE INDEX IF NOT EXISTS item_by_value ON item(shelf, \(unqualified(valueKey)));
    CREATE INDEX IF NOT EXISTS item_by_quantity ON item(shelf, quantity);
    CREATE INDEX IF NOT EXISTS item_by_date ON item(shelf, \(unqualified(dateKey)));
    """

  private static func unqualified(_ expression: String) -> String {
    expression.replacing("item.", with: "")
  }
}
